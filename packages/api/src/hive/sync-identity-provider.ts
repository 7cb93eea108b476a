import { defineKind, kubeObject, type ObjectOf, s } from '@skep/schema'
import { emptyPart, optionalText } from '../openshift/fields.ts'
import { LocalReference, labelSelector } from '../openshift/references.ts'
import { hiveV1 } from './group.ts'

const provider = (description: string) => s.optional(s.anyObject({ description }))

/** An identity provider as the OAuth configuration of a cluster has it; its details are kept as they are. */
const IdentityProvider = s.object({
  name: optionalText('Name of the provider, part of the identities of users.'),
  mappingMethod: optionalText('How identities become users: claim, lookup or add.'),
  type: optionalText('Which of the members below is meant.'),
  basicAuth: provider('Basic authentication against a server.'),
  github: provider('GitHub.'),
  gitlab: provider('GitLab.'),
  google: provider('Google.'),
  htpasswd: provider('A file of users and passwords.'),
  keystone: provider('OpenStack Keystone.'),
  ldap: provider('An LDAP directory.'),
  openID: provider('OpenID Connect.'),
  requestHeader: provider('A proxy that authenticates.'),
})

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
