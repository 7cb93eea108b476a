import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { optionalText } from '../openshift/fields.ts'
import { optionalLocalReference } from '../openshift/references.ts'
import { hiveV1 } from './group.ts'

const PatchEntry = s.object({
  op: s.enum(['add', 'remove', 'replace', 'move', 'copy', 'test'], { description: 'What to do.' }),
  path: s.string({ description: 'Where, as a JSON pointer.' }),
  from: optionalText('Where from, for move and copy.'),
  value: optionalText('A text to put there.'),
  valueJSON: optionalText('A value to put there, as JSON or YAML.'),
})

const ManifestPatch = s.object({
  manifestSelector: s.object(
    { glob: s.string({ description: 'Pattern of file names.' }) },
    { description: 'The manifests to change.' },
  ),
  patches: s.array(PatchEntry, { description: 'The changes, in order.' }),
})

const spec = s.object(
  {
    installConfigPatches: s.optional(s.array(PatchEntry, { description: 'Changes to the install-config, in order.' })),
    installerManifestPatches: s.optional(
      s.array(ManifestPatch, { description: 'Changes to the manifests of the installer.' }),
    ),
  },
  { description: 'What to change.' },
)

const status = s.object(
  {
    clusterDeploymentRef: optionalLocalReference('The cluster that has it now.'),
    clusterPoolRef: optionalLocalReference('The pool of that cluster.'),
    lastAppliedConfiguration: optionalText('The changes that were last applied.'),
    conditions: s.optional(s.array(s.condition(), { description: 'Available and ApplySucceeded.' })),
  },
  { description: 'Who has it, and whether it worked.' },
)

/** Changes to what the installer is given. */
export const ClusterDeploymentCustomization = defineKind({
  ...hiveV1,
  kind: 'ClusterDeploymentCustomization',
  plural: 'clusterdeploymentcustomizations',
  shortNames: ['cdc'],
  scope: 'Namespaced',
  statusSubresource: true,
  schema: s.object(
    { ...kubeObject, spec, status: s.optional(status) },
    { description: 'Changes to what the installer is given.' },
  ),
})
export type ClusterDeploymentCustomization = ObjectOf<typeof ClusterDeploymentCustomization>
