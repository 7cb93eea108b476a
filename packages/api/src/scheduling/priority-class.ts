import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { priorityClassRules, priorityClassTable } from './priority-class.rules.ts'

const schema = s.object(
  {
    ...kubeObject,
    description: s.optional(s.string({ description: 'When to use this class.' })),
    globalDefault: s.optional(
      s.bool({ description: 'Whether pods that name no class get this one. Only one class should say so.' }),
    ),
    preemptionPolicy: s.optional(
      s.string({
        description:
          'Whether pods of this class may push out pods of lower priority: PreemptLowerPriority (the default) or Never. Cannot change.',
      }),
    ),
    value: s.defaulted(s.int32({ description: 'The priority; higher comes first. Cannot change.', default: 0 })),
  },
  {
    description: 'Gives a number to a name of priority that pods can use.',
    component: 'io.k8s.api.scheduling.v1.PriorityClass',
  },
)

export const PriorityClass = defineKind({
  group: 'scheduling.k8s.io',
  version: 'v1',
  kind: 'PriorityClass',
  plural: 'priorityclasses',
  scope: 'Cluster',
  shortNames: ['pc'],
  schema,
  columns: priorityClassTable.columns,
  rules: priorityClassRules,
})
export type PriorityClass = TypeOf<typeof schema>
