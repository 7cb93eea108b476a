import { defineKind, kubeObject, type ObjectOf, s, type TypeOf } from '@skep/schema'
import { checked, matching } from '../openshift/rules.ts'
import { conditionPath } from '../openshift-config/group.ts'
import { optionalText, text } from './fields.ts'
import { hypershiftV1Beta1 } from './group.ts'
import { NodePoolSpec } from './node-pool-spec.ts'
import { kubevirtCredentials } from './platform-kubevirt.ts'

/** A condition of a node pool: its reason may be empty, or several. */
export const NodePoolCondition = s.object({
  type: text('What the statement is about.', 316),
  status: s.string({ description: 'True, False or Unknown.' }),
  severity: optionalText('How bad it is, when the status is False.', 1024),
  lastTransitionTime: s.time({ description: 'When the status last changed.' }),
  reason: optionalText('Why, for programs.', 1024),
  message: optionalText('Why, for people.', 32768),
  observedGeneration: s.optional(s.int64({ description: 'Generation that the statement was made for.', minimum: 0 })),
})
export type NodePoolCondition = TypeOf<typeof NodePoolCondition>

const version = (description: string, pattern: string, message: string) =>
  s.string({ description, minLength: 1, maxLength: 64, ...checked(matching(pattern, message)) })
const nodeCount = (description: string) => s.int32({ description, minimum: 0 })

const NodeVersion = s.object({
  ocpVersion: version(
    'Release of the nodes.',
    String.raw`^\d+\.\d+\.\d+.*$`,
    'ocpVersion must start with semantic version prefix x.y.z',
  ),
  kubeletVersion: version(
    'Version of their kubelet.',
    String.raw`^v?\d+\.\d+\.\d+.*$`,
    "kubeletVersion must start with semantic version prefix x.y.z (optional leading 'v')",
  ),
  readyNodeCount: nodeCount('Nodes that are ready.'),
  unreadyNodeCount: nodeCount('Nodes that are not.'),
})

const nodesInfo = s.object(
  {
    nodeVersions: s.array(NodeVersion, {
      description: 'Nodes by version.',
      minItems: 1,
      maxItems: 100,
      listType: 'atomic',
    }),
  },
  { description: 'What the nodes are.' },
)

const status = s.object(
  {
    replicas: s.optional(s.int32({ description: 'Nodes that can be used.' })),
    version: optionalText('Version that every node has had.', 64),
    nodesInfo: s.optional(nodesInfo),
    platform: s.optional(
      s.object(
        {
          kubeVirt: s.optional(
            s.object(
              {
                cacheName: optionalText('Volume with the copied image.'),
                credentials: s.optional(kubevirtCredentials),
              },
              { description: 'Virtual machines of a Kubernetes cluster.' },
            ),
          ),
        },
        { description: 'What is known of it on its platform.' },
      ),
    ),
    conditions: s.optional(s.array(NodePoolCondition, { description: 'What is known of it.', maxItems: 100 })),
  },
  { description: 'What is known of the nodes.' },
)

/** Nodes of a hosted cluster that are alike. */
export const NodePool = defineKind({
  ...hypershiftV1Beta1,
  kind: 'NodePool',
  plural: 'nodepools',
  shortNames: ['np', 'nps'],
  scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
  schema: s.object(
    { ...kubeObject, spec: NodePoolSpec, status: s.optional(status) },
    { description: 'Nodes of a hosted cluster that are alike.' },
  ),
  columns: [
    { name: 'Cluster', type: 'string', jsonPath: '.spec.clusterName' },
    { name: 'Desired Nodes', type: 'integer', jsonPath: '.spec.replicas' },
    { name: 'Current Nodes', type: 'integer', jsonPath: '.status.replicas' },
    { name: 'Autoscaling', type: 'string', jsonPath: conditionPath('AutoscalingEnabled', 'status') },
    { name: 'Autorepair', type: 'string', jsonPath: conditionPath('AutorepairEnabled', 'status') },
    { name: 'Version', type: 'string', jsonPath: '.status.version' },
    { name: 'UpdatingVersion', type: 'string', jsonPath: conditionPath('UpdatingVersion', 'status') },
    { name: 'UpdatingConfig', type: 'string', jsonPath: conditionPath('UpdatingConfig', 'status') },
    { name: 'Message', type: 'string', jsonPath: conditionPath('Ready', 'message') },
  ],
})
export type NodePool = ObjectOf<typeof NodePool>
