import { s } from '@skep/schema'
import { optionalFlag, optionalText } from '../openshift/fields.ts'

const SecretReference = s.object({
  name: s.string({ description: 'Name of the Secret.' }),
  namespace: optionalText('Namespace of the Secret.'),
})

const SyncPatch = s.object({
  apiVersion: s.string({ description: 'API version of the object.' }),
  kind: s.string({ description: 'Kind of the object.' }),
  name: s.string({ description: 'Name of the object.' }),
  namespace: optionalText('Namespace of the object.'),
  patch: s.string({ description: 'The patch.' }),
  patchType: optionalText('strategic (the default), merge or json.'),
})

const SecretMapping = s.object({
  sourceRef: s.with(SecretReference, { description: 'Secret here.' }),
  targetRef: s.with(SecretReference, { description: 'Secret in the cluster.' }),
})

/** What is brought into clusters, whichever they are. */
export const syncSetContent = {
  resources: s.optional(
    s.array(s.anyObject({ 'x-kubernetes-embedded-resource': true }), { description: 'Objects to apply.' }),
  ),
  resourceApplyMode: optionalText('Upsert (the default), or Sync, which also deletes what is no longer listed.'),
  patches: s.optional(s.array(SyncPatch, { description: 'Changes to objects that are there.' })),
  secretMappings: s.optional(s.array(SecretMapping, { description: 'Secrets to copy.' })),
  applyBehavior: s.optional(
    s.enum(['', 'Apply', 'CreateOnly', 'CreateOrUpdate'], {
      description: 'How objects are applied; Apply by default.',
    }),
  ),
  enableResourceTemplates: optionalFlag('Whether texts in resources are templates.'),
  enablePatchTemplates: optionalFlag('Whether patches are templates.'),
}
