import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { optionalText } from '../openshift/fields.ts'
import { configV1 } from './group.ts'
import { singletonSpec, singletonStatus } from './singleton.ts'

const CONTROL_PLANES = [
  'HighlyAvailable',
  'HighlyAvailableArbiter',
  'DualReplica',
  'SingleReplica',
  'External',
] as const

const platform = {
  type: optionalText('The platform, such as AWS, Azure, BareMetal or None.'),
}

/** What a cluster runs on; there is one, named cluster. */
export const OpenShiftInfrastructure = defineKind({
  ...configV1,
  kind: 'Infrastructure',
  plural: 'infrastructures',
  schema: s.object(
    {
      ...kubeObject,
      spec: singletonSpec({
        platformSpec: s.optional(
          s.object(platform, { description: 'What is asked of the platform.', preserveUnknown: true }),
        ),
      }),
      status: singletonStatus({
        infrastructureName: optionalText('Name of what was made for the cluster.'),
        apiServerURL: optionalText('Where the API answers.'),
        apiServerInternalURI: optionalText('Where the API answers inside the cluster.'),
        etcdDiscoveryDomain: optionalText('No longer in use: domain of etcd.'),
        controlPlaneTopology: s.defaulted(
          s.enum(CONTROL_PLANES, {
            description: 'How many control planes there are; External if none is in the cluster.',
            default: 'HighlyAvailable',
          }),
        ),
        infrastructureTopology: s.defaulted(
          s.enum(['HighlyAvailable', 'SingleReplica'], {
            description: 'Whether what runs on nodes has replicas.',
            default: 'HighlyAvailable',
          }),
        ),
        cpuPartitioning: s.defaulted(
          s.enum(['None', 'AllNodes'], { description: 'Whether nodes set processors aside.', default: 'None' }),
        ),
        platform: optionalText('The platform, such as AWS, Azure, BareMetal or None.'),
        platformStatus: s.optional(
          s.object(platform, { description: 'What the platform says.', preserveUnknown: true }),
        ),
      }),
    },
    { description: 'What the cluster runs on.' },
  ),
})
export type OpenShiftInfrastructure = ObjectOf<typeof OpenShiftInfrastructure>
