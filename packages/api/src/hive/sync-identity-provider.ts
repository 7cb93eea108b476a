import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { emptyPart } from '../openshift/fields.ts'
import { LocalReference, labelSelector } from '../openshift/references.ts'
import { IdentityProvider } from '../openshift-config/identity-provider.ts'
import { hiveV1 } from './group.ts'

const identityProviders = s.array(IdentityProvider, { description: 'The identity providers.' })

/** Gives clusters of its namespace identity providers. */
export const SyncIdentityProvider = defineKind({
  ...hiveV1,
  kind: 'SyncIdentityProvider',
  plural: 'syncidentityproviders',
  scope: 'Namespaced',
  schema: s.object(
    {
      ...kubeObject,
      spec: s.object(
        { identityProviders, clusterDeploymentRefs: s.array(LocalReference, { description: 'The clusters.' }) },
        { description: 'What to bring where.' },
      ),
      status: emptyPart(),
    },
    { description: 'Gives clusters of its namespace identity providers.' },
  ),
})
export type SyncIdentityProvider = ObjectOf<typeof SyncIdentityProvider>

/** Gives clusters chosen by label identity providers. */
export const SelectorSyncIdentityProvider = defineKind({
  ...hiveV1,
  kind: 'SelectorSyncIdentityProvider',
  plural: 'selectorsyncidentityproviders',
  scope: 'Cluster',
  schema: s.object(
    {
      ...kubeObject,
      spec: s.object(
        { identityProviders, clusterDeploymentSelector: s.optional(labelSelector('The clusters, in all namespaces.')) },
        { description: 'What to bring where.' },
      ),
      status: emptyPart(),
    },
    { description: 'Gives clusters chosen by label identity providers.' },
  ),
})
export type SelectorSyncIdentityProvider = ObjectOf<typeof SelectorSyncIdentityProvider>
