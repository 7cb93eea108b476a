import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'

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
})
export type ControllerRevision = ObjectOf<typeof ControllerRevision>
