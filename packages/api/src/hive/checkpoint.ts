import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { emptyPart } from '../openshift/fields.ts'
import { namespacedReference } from '../openshift/references.ts'
import { hiveV1 } from './group.ts'

const spec = s.object(
  {
    lastBackupChecksum: s.string({ description: 'Checksum over what was backed up.' }),
    lastBackupTime: s.time({ description: 'When it was.' }),
    lastBackupRef: namespacedReference('The backup.'),
  },
  { description: 'The last backup.' },
)

/** Remembers the last backup of a namespace. */
export const Checkpoint = defineKind({
  ...hiveV1,
  kind: 'Checkpoint',
  plural: 'checkpoints',
  scope: 'Namespaced',
  statusSubresource: true,
  schema: s.object(
    { ...kubeObject, spec, status: emptyPart() },
    { description: 'Remembers the last backup of a namespace.' },
  ),
})
export type Checkpoint = ObjectOf<typeof Checkpoint>
