import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { controllerRevisionRules, controllerRevisionTable } from './controller-revision.rules.ts'

const schema = s.object(
  {
    ...kubeObject,
    data: s.anyObject({ description: 'The saved state, as the controller wrote it.' }),
    revision: s.optional(s.int64({ description: 'Number of this snapshot; a higher one is newer.', default: 0 })),
  },
  {
    description:
      "An immutable snapshot of a controller's state, kept so that a StatefulSet or DaemonSet can roll back to it.",
    component: 'io.k8s.api.apps.v1.ControllerRevision',
  },
)

export const ControllerRevision = defineKind({
  group: 'apps',
  version: 'v1',
  kind: 'ControllerRevision',
  plural: 'controllerrevisions',
  scope: 'Namespaced',
  schema,
  columns: controllerRevisionTable.columns,
  rules: controllerRevisionRules,
})
export type ControllerRevision = TypeOf<typeof schema>
