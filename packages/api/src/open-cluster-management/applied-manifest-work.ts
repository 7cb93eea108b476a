import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { optionalText } from '../openshift/fields.ts'
import { workV1 } from './group.ts'
import { resourceIdentifier } from './manifest-config.ts'

const spec = s.object(
  {
    hubHash: s.string({ description: 'Hash of the address of the hub.' }),
    agentID: optionalText('Id of the agent that applied it.'),
    manifestWorkName: s.string({ description: 'Name of the work on the hub.' }),
  },
  { description: 'Which work of which hub.' },
)

const status = s.object(
  {
    appliedResources: s.optional(
      s.array(
        s.object({
          ...resourceIdentifier,
          version: s.string({ description: 'API version of the object.' }),
          uid: optionalText('Uid of the object.'),
        }),
        { description: 'Objects that were applied.' },
      ),
    ),
    evictionStartTime: s.optional(s.time({ description: 'When the hub was first found to have no such work.' })),
  },
  { description: 'What was applied.' },
)

/** What a managed cluster has of a work; it owns the objects. */
export const AppliedManifestWork = defineKind({
  ...workV1,
  kind: 'AppliedManifestWork',
  plural: 'appliedmanifestworks',
  scope: 'Cluster',
  schema: s.object(
    { ...kubeObject, spec, status: s.optional(status) },
    { description: 'What a managed cluster has of a work.' },
  ),
})
export type AppliedManifestWork = ObjectOf<typeof AppliedManifestWork>
