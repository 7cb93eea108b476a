import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { ageColumn, optionalFlag } from '../openshift/fields.ts'
import { labelSelector } from '../openshift/references.ts'
import { clusterApiConditions, clusterName, optionalCount } from './fields.ts'
import { clusterApiV1Beta1 } from './group.ts'
import { deletePolicy, machineCounts, machineNumbers, machineScale } from './machine-counts.ts'
import { machineNamingStrategy, machineTemplate } from './machine-spec.ts'

const share = (description: string) => s.optional(s.intOrString({ description }))

const strategy = s.object(
  {
    type: s.optional(
      s.enum(['RollingUpdate', 'OnDelete'], {
        description: 'Whether machines are replaced, or their deletion awaited.',
      }),
    ),
    rollingUpdate: s.optional(
      s.object(
        {
          maxUnavailable: share('How many may be missing meanwhile.'),
          maxSurge: share('How many there may be beyond replicas.'),
          deletePolicy,
        },
        { description: 'How fast machines are replaced.' },
      ),
    ),
    remediation: s.optional(
      s.object(
        { maxInFlight: share('How many are replaced at a time.') },
        { description: 'How unhealthy machines are replaced.' },
      ),
    ),
  },
  { description: 'How machines come to a new template.' },
)

const spec = s.object(
  {
    clusterName,
    ...machineNumbers,
    selector: labelSelector('The machines of the deployment.'),
    template: machineTemplate,
    strategy: s.optional(strategy),
    machineNamingStrategy,
    rolloutAfter: s.optional(s.time({ description: 'Machines from before this time are replaced.' })),
    paused: optionalFlag('Whether nothing is done to it.'),
    revisionHistoryLimit: optionalCount('No longer in use: how many old sets are kept.'),
    progressDeadlineSeconds: optionalCount('No longer in use: seconds after which it has failed.'),
  },
  { description: 'How many machines of what kind.' },
)

const status = s.object(
  {
    phase: s.optional(
      s.enum(['ScalingUp', 'ScalingDown', 'Running', 'Failed', 'Unknown'], { description: 'What is going on.' }),
    ),
    ...machineCounts,
    updatedReplicas: optionalCount('Machines that are as the template says.'),
    unavailableReplicas: optionalCount('Machines that are missing.'),
    conditions: clusterApiConditions,
  },
  { description: 'How many machines there are.' },
)

/** Machines that are replaced bit by bit when their template changes. */
export const MachineDeployment = defineKind({
  ...clusterApiV1Beta1,
  kind: 'MachineDeployment',
  plural: 'machinedeployments',
  shortNames: ['md'],
  scale: machineScale,
  schema: s.object(
    { ...kubeObject, spec, status: s.optional(status) },
    { description: 'Machines that are replaced bit by bit when their template changes.' },
  ),
  columns: [
    { name: 'Cluster', type: 'string', jsonPath: '.spec.clusterName' },
    { name: 'Desired', type: 'integer', jsonPath: '.spec.replicas', priority: 10 },
    { name: 'Replicas', type: 'integer', jsonPath: '.status.replicas' },
    { name: 'Ready', type: 'integer', jsonPath: '.status.readyReplicas' },
    { name: 'Updated', type: 'integer', jsonPath: '.status.updatedReplicas' },
    { name: 'Unavailable', type: 'integer', jsonPath: '.status.unavailableReplicas' },
    { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
    ageColumn,
    { name: 'Version', type: 'string', jsonPath: '.spec.template.spec.version' },
  ],
})
export type MachineDeployment = ObjectOf<typeof MachineDeployment>
