import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { Toleration } from '../core/scheduling.ts'
import { runtimeClassRules, runtimeClassTable } from './runtime-class.rules.ts'

export const Overhead = s.object(
  {
    podFixed: s.optional(s.map(s.quantity(), { description: 'Resources that every pod of the class uses on top.' })),
  },
  { description: 'What running a pod costs beyond its containers.', component: 'io.k8s.api.node.v1.Overhead' },
)
export type Overhead = TypeOf<typeof Overhead>

export const Scheduling = s.object(
  {
    nodeSelector: s.optional(
      s.map(s.string(), {
        description: "Labels that such nodes have; added to the pod's own node selector.",
        mapType: 'atomic',
      }),
    ),
    tolerations: s.optional(
      s.array(Toleration, { description: 'Tolerations added to pods of the class.', listType: 'atomic' }),
    ),
  },
  { description: 'Which nodes can run pods of a class.', component: 'io.k8s.api.node.v1.Scheduling' },
)
export type Scheduling = TypeOf<typeof Scheduling>

const schema = s.object(
  {
    ...kubeObject,
    handler: s.string({
      description: "Name of the configuration in the node's container runtime. Cannot change.",
      default: '',
    }),
    overhead: s.optional(s.with(Overhead, { description: 'What running a pod this way costs beyond its containers.' })),
    scheduling: s.optional(
      s.with(Scheduling, { description: 'Which nodes can run pods this way; all of them by default.' }),
    ),
  },
  {
    description: 'A way to run containers that pods can ask for by name.',
    component: 'io.k8s.api.node.v1.RuntimeClass',
  },
)

export const RuntimeClass = defineKind({
  group: 'node.k8s.io',
  version: 'v1',
  kind: 'RuntimeClass',
  plural: 'runtimeclasses',
  scope: 'Cluster',
  schema,
  columns: runtimeClassTable.columns,
  createOnUpdate: true,
  rules: runtimeClassRules,
})
export type RuntimeClass = TypeOf<typeof schema>
