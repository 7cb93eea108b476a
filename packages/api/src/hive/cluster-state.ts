import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { emptyPart } from '../openshift/fields.ts'
import { OperatorCondition } from '../openshift-config/cluster-version-status.ts'
import { hiveV1 } from './group.ts'

const OperatorState = s.object({
  name: s.string({ description: 'Name of the ClusterOperator.' }),
  conditions: s.optional(s.array(OperatorCondition, { description: 'Its conditions.' })),
})

const status = s.object(
  {
    clusterOperators: s.optional(s.array(OperatorState, { description: 'State of each ClusterOperator.' })),
    lastUpdated: s.optional(s.time({ description: 'When it was last read.' })),
  },
  { description: 'What the cluster says of its operators.' },
)

/** What the operators inside a cluster report. */
export const ClusterState = defineKind({
  ...hiveV1,
  kind: 'ClusterState',
  plural: 'clusterstates',
  scope: 'Namespaced',
  statusSubresource: true,
  schema: s.object(
    { ...kubeObject, spec: emptyPart(), status: s.optional(status) },
    { description: 'What the operators inside a cluster report.' },
  ),
})
export type ClusterState = ObjectOf<typeof ClusterState>
