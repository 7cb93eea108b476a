import { s } from '@skep/schema'
import { goDuration, optionalText, optionalTextMap } from '../openshift/fields.ts'

const resources = s.optional(
  s.object(
    {
      claims: s.optional(
        s.array(
          s.object({ name: s.string({ description: 'Name of the claim.' }), request: optionalText('Part of it.') }),
          { description: 'Dynamic resources.', listType: 'map', listMapKeys: ['name'] },
        ),
      ),
      limits: s.optional(s.map(s.quantity(), { description: 'Most it may use.' })),
      requests: s.optional(s.map(s.quantity(), { description: 'What it is given.' })),
    },
    { description: 'Resources of its containers.' },
  ),
)

const ControllerSettings = s.object({
  concurrentReconciles: s.optional(s.int32({ description: 'Objects to work on at once.' })),
  clientQPS: s.optional(s.int32({ description: 'Requests a second.' })),
  clientBurst: s.optional(s.int32({ description: 'Requests at once.' })),
  queueQPS: s.optional(s.int32({ description: 'Objects queued a second.' })),
  queueBurst: s.optional(s.int32({ description: 'Objects queued at once.' })),
  replicas: s.optional(s.int32({ description: 'Copies of the controller, where it can have several.' })),
  resources,
})

const CONTROLLERS = [
  'clusterDeployment',
  'clusterrelocate',
  'clusterstate',
  'clusterversion',
  'controlPlaneCerts',
  'dnsendpoint',
  'dnszone',
  'remoteingress',
  'remotemachineset',
  'machinepool',
  'syncidentityprovider',
  'unreachable',
  'velerobackup',
  'clusterprovision',
  'clusterDeprovision',
  'clusterpool',
  'clusterpoolnamespace',
  'hibernation',
  'clusterclaim',
  'metrics',
  'clustersync',
] as const

/** How much work the controllers take on. */
export const controllersConfig = s.optional(
  s.object(
    {
      default: s.optional(s.with(ControllerSettings, { description: 'For all that say nothing else.' })),
      controllers: s.optional(
        s.array(
          s.object({
            name: s.enum(CONTROLLERS, { description: 'Which controller.' }),
            config: s.with(ControllerSettings, { description: 'Its settings.' }),
          }),
          { description: 'For single controllers.' },
        ),
      ),
    },
    { description: 'How much work the controllers take on.' },
  ),
)

/** Resources of Hive's own deployments. */
export const deploymentConfig = s.optional(
  s.array(
    s.object({
      deploymentName: s.enum(['hive-controllers', 'hive-clustersync', 'hiveadmission'], {
        description: 'Which deployment.',
      }),
      resources,
    }),
    { description: "Resources of Hive's own deployments." },
  ),
)

const METRICS = [
  'currentStopping',
  'currentResuming',
  'currentWaitingForCO',
  'currentClusterSyncFailing',
  'cumulativeHibernated',
  'cumulativeResumed',
] as const

/** Which metrics are reported, and how. */
export const metricsConfig = s.optional(
  s.object(
    {
      additionalClusterDeploymentLabels: optionalTextMap('Labels of metrics, by the label of clusters they come from.'),
      metricsWithDuration: s.optional(
        s.array(
          s.object({
            name: s.enum(METRICS, { description: 'Which metric.' }),
            duration: goDuration('Least duration to report.'),
          }),
          { description: 'Metrics that are only reported beyond some duration.' },
        ),
      ),
    },
    { description: 'Which metrics are reported, and how.' },
  ),
)
