import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { optionalFlag, optionalText } from '../openshift/fields.ts'

const range = (description: string) =>
  s.optional(
    s.object(
      {
        min: s.int32({ description: 'Least of it.', minimum: 0 }),
        max: s.int32({ description: 'Most of it.', minimum: 0 }),
      },
      { description },
    ),
  )

const scaleDown = s.object(
  {
    enabled: s.bool({ description: 'Whether machines are removed at all.' }),
    delayAfterAdd: optionalText('How long to wait after adding one.'),
    delayAfterDelete: optionalText('How long to wait after removing one.'),
    delayAfterFailure: optionalText('How long to wait after a failure.'),
    unneededTime: optionalText('How long a node must be unneeded.'),
    utilizationThreshold: optionalText('Utilization below which a node is unneeded.'),
  },
  { description: 'When machines are removed.' },
)

const spec = s.object(
  {
    balanceSimilarNodeGroups: optionalFlag('Whether similar groups are kept at the same size.'),
    podPriorityThreshold: s.optional(s.int32({ description: 'Pods below this priority bring no machines.' })),
    maxNodeProvisionTime: optionalText('How long a machine may take to become a node.'),
    resourceLimits: s.optional(
      s.object(
        {
          maxNodesTotal: s.optional(s.int32({ description: 'Most nodes.', minimum: 0 })),
          cores: range('Processors of all nodes.'),
          memory: range('Memory of all nodes in GiB.'),
        },
        { description: 'How large the cluster may be.', preserveUnknown: true },
      ),
    ),
    scaleDown: s.optional(scaleDown),
  },
  { description: 'How the cluster is scaled.', preserveUnknown: true, default: {} },
)

/** How a cluster is scaled; there is one, named default. */
export const ClusterAutoscaler = defineKind({
  group: 'autoscaling.openshift.io',
  version: 'v1',
  kind: 'ClusterAutoscaler',
  plural: 'clusterautoscalers',
  shortNames: ['ca'],
  scope: 'Cluster',
  custom: true,
  statusSubresource: true,
  schema: s.object(
    {
      ...kubeObject,
      spec: s.defaulted(spec),
      status: s.optional(s.anyObject({ description: 'What the autoscaler says, kept as it is.' })),
    },
    { description: 'How a cluster is scaled.' },
  ),
})
export type ClusterAutoscaler = ObjectOf<typeof ClusterAutoscaler>
