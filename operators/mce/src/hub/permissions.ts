import { ClusterRole, ClusterRoleBinding, type PolicyRule, RoleBinding } from '@skep/api'
import type { Client, ClientKind, Draft, Informer, Manifest } from '@skep/client'
import { createIfMissing, dropFinalizer } from '@skep/controller'
import { jsonEqual, type KubeObject } from '@skep/schema'
import { FINALIZERS, LABELS } from '../names.ts'
import type { MceParts } from '../parts.ts'

const GROUP = 'rbac.authorization.k8s.io'
const PREFIX = 'open-cluster-management:managedcluster'
const REGISTRATION_ROLE = `${PREFIX}:registration`
const WORK_ROLE = `${PREFIX}:work`

const rule = (apiGroups: string[], resources: string[], verbs: string[]): PolicyRule => ({
  apiGroups,
  resources,
  verbs,
})

const CLUSTERS = 'cluster.open-cluster-management.io'
const READ = ['get', 'list', 'watch']

/** What every agent may do in the namespace of its cluster. */
const COMMON_ROLES: readonly Manifest<ClusterRole>[] = [
  {
    metadata: { name: REGISTRATION_ROLE, labels: { [LABELS.clusterName]: '' } },
    rules: [
      rule(['coordination.k8s.io'], ['leases'], [...READ, 'update']),
      rule(['addon.open-cluster-management.io'], ['managedclusteraddons'], READ),
      rule(['addon.open-cluster-management.io'], ['managedclusteraddons/status'], ['patch', 'update']),
      rule(['events.k8s.io'], ['events'], ['create']),
    ],
  },
  {
    metadata: { name: WORK_ROLE, labels: { [LABELS.clusterName]: '' } },
    rules: [
      rule(['', 'events.k8s.io'], ['events'], ['create', 'patch', 'update']),
      rule(['work.open-cluster-management.io'], ['manifestworks'], [...READ, 'update', 'patch']),
      rule(['work.open-cluster-management.io'], ['manifestworks/status'], ['patch', 'update']),
    ],
  },
]

/** Makes the roles that agents of all clusters have. */
export async function installCommonRoles(client: Client): Promise<void> {
  for (const role of COMMON_ROLES) await client.apply(ClusterRole, role, { force: true })
}

/** Gives the agent of a cluster its permissions: all of them once the hub lets it in, before that a look at itself. */
export async function ensurePermissions(
  { client, views }: MceParts,
  cluster: string,
  accepted: boolean,
): Promise<void> {
  const role = clusterRole(cluster, accepted)
  const known = views.clusterRoles.get({ name: role.metadata.name ?? '' })
  if (known && !jsonEqual(known.rules, role.rules)) {
    await client.patch(ClusterRole, known.metadata, { type: 'merge', body: { rules: role.rules } })
  }
  await createUnlessKnown(client, ClusterRole, views.clusterRoles, role)
  await createUnlessKnown(client, ClusterRoleBinding, views.clusterRoleBindings, clusterRoleBinding(cluster))
  if (!accepted) return removeRoleBindings({ client, views }, cluster)
  for (const binding of roleBindings(cluster)) await createUnlessKnown(client, RoleBinding, views.roleBindings, binding)
}

/** Takes all permissions of a cluster's agent back. */
export async function removePermissions({ client, views }: MceParts, cluster: string): Promise<void> {
  const ref = { name: `${PREFIX}:${cluster}` }
  if (views.clusterRoles.get(ref)) await client.delete(ClusterRole, ref)
  if (views.clusterRoleBindings.get(ref)) await client.delete(ClusterRoleBinding, ref)
  await removeRoleBindings({ client, views }, cluster)
}

async function removeRoleBindings(
  { client, views }: Pick<MceParts, 'client' | 'views'>,
  cluster: string,
): Promise<void> {
  for (const binding of views.roleBindings.list(cluster)) {
    if (binding.metadata.deletionTimestamp === undefined) await client.delete(RoleBinding, binding.metadata)
    const left = await client.get(RoleBinding, binding.metadata)
    if (left) await dropFinalizer(client, RoleBinding, left, FINALIZERS.work)
  }
}

async function createUnlessKnown<T extends KubeObject>(
  client: Client,
  kind: ClientKind<T>,
  known: Informer<T>,
  draft: Draft<T> & Pick<KubeObject, 'metadata'>,
): Promise<void> {
  const { namespace, name = '' } = draft.metadata
  if (!known.get({ namespace, name })) await createIfMissing(client, kind, draft)
}

function clusterRole(cluster: string, accepted: boolean): Draft<ClusterRole> {
  const own = (resource: string, verbs: string[]) => ({
    ...rule([CLUSTERS], [resource], verbs),
    resourceNames: [cluster],
  })
  const rules = accepted
    ? [
        rule(['certificates.k8s.io'], ['certificatesigningrequests'], ['create', ...READ]),
        rule(['register.open-cluster-management.io'], ['managedclusters/clientcertificates'], ['renew']),
        own('managedclusters', ['get', 'list', 'update', 'watch']),
        own('managedclusters/status', ['patch', 'update']),
      ]
    : [own('managedclusters', READ)]
  return { metadata: metadataOf(cluster, `${PREFIX}:${cluster}`), rules }
}

const clusterRoleBinding = (cluster: string): Draft<ClusterRoleBinding> => ({
  metadata: metadataOf(cluster, `${PREFIX}:${cluster}`),
  roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: `${PREFIX}:${cluster}` },
  subjects: agentsOf(cluster),
})

/** The agent needs the one for works until none is left, so that it is held until then. */
const roleBindings = (cluster: string): Draft<RoleBinding>[] => [
  roleBinding(cluster, REGISTRATION_ROLE, 'registration'),
  roleBinding(cluster, WORK_ROLE, 'work', [FINALIZERS.work]),
]

const roleBinding = (cluster: string, role: string, suffix: string, finalizers?: string[]): Draft<RoleBinding> => ({
  metadata: {
    ...metadataOf(cluster, `${PREFIX}:${cluster}:${suffix}`),
    namespace: cluster,
    ...(finalizers ? { finalizers } : {}),
  },
  roleRef: { apiGroup: GROUP, kind: 'ClusterRole', name: role },
  subjects: agentsOf(cluster),
})

const metadataOf = (cluster: string, name: string) => ({ name, labels: { [LABELS.clusterName]: cluster } })

const agentsOf = (cluster: string) =>
  [`system:open-cluster-management:${cluster}`, `open-cluster-management:${cluster}`].map((name) => ({
    kind: 'Group',
    apiGroup: GROUP,
    name,
  }))
