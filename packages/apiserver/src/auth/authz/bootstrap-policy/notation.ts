import type { ClusterRole, ClusterRoleBinding, PolicyRule, Role, RoleBinding, Subject } from '@skep/api'

/**
 * A short notation for the default policy: lists are words in one string, and the core API group is the empty one.
 */

/** Verbs that look. */
export const READ = 'get list watch'
/** Verbs that change. */
export const WRITE = 'create delete deletecollection patch update'
/** All verbs on objects. */
export const READ_WRITE = 'create delete deletecollection get list patch update watch'

const words = (text: string): string[] => text.split(' ')

/** Verbs on resources, of certain names only when some are given. */
export const on = (groups: string, resources: string, verbs: string, names?: string): PolicyRule => ({
  apiGroups: words(groups),
  resources: words(resources),
  ...(names === undefined ? {} : { resourceNames: words(names) }),
  verbs: words(verbs),
})

/** Verbs on paths that are no resources. */
export const onPaths = (paths: string, verbs: string): PolicyRule => ({
  nonResourceURLs: words(paths),
  verbs: words(verbs),
})

/** Verbs on events, which two groups serve. */
export const onEvents = (verbs: string): PolicyRule => ({
  apiGroups: ['', 'events.k8s.io'],
  resources: ['events'],
  verbs: words(verbs),
})

/** What every controller needs to tell what it did. */
export const RECORD_EVENTS: PolicyRule = onEvents('create patch update')

/** Rules of roles by name. */
export type Rules = Readonly<Record<string, readonly PolicyRule[]>>

const API_VERSION = 'rbac.authorization.k8s.io/v1'
const API_GROUP = 'rbac.authorization.k8s.io'

const metadataOf = (name: string, labels: Record<string, string> = {}) => ({
  name,
  annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
  labels: { 'kubernetes.io/bootstrapping': 'rbac-defaults', ...labels },
})

/** A cluster role of the default policy. */
export const clusterRole = (
  name: string,
  rules: readonly PolicyRule[],
  labels?: Record<string, string>,
): ClusterRole => ({
  apiVersion: API_VERSION,
  kind: 'ClusterRole',
  metadata: metadataOf(name, labels),
  rules: [...rules],
})

/** A role of the default policy. */
export const role = (namespace: string, name: string, rules: readonly PolicyRule[]): Role => ({
  apiVersion: API_VERSION,
  kind: 'Role',
  metadata: { ...metadataOf(name), namespace },
  rules: [...rules],
})

/** A user as a subject. */
export const user = (name: string): Subject => ({ apiGroup: API_GROUP, kind: 'User', name })
/** A group as a subject. */
export const group = (name: string): Subject => ({ apiGroup: API_GROUP, kind: 'Group', name })
/** A service account of kube-system. */
export const systemAccount = (name: string): Subject => ({ kind: 'ServiceAccount', name, namespace: 'kube-system' })

/** Binds the cluster role of the same name. */
export const clusterRoleBinding = (name: string, subjects: readonly Subject[]): ClusterRoleBinding => ({
  apiVersion: API_VERSION,
  kind: 'ClusterRoleBinding',
  metadata: metadataOf(name),
  roleRef: { apiGroup: API_GROUP, kind: 'ClusterRole', name },
  ...(subjects.length === 0 ? {} : { subjects: [...subjects] }),
})

/** Binds a role of the namespace, by default the one of the same name. */
export const roleBinding = (
  namespace: string,
  name: string,
  subjects: readonly Subject[],
  roleName = name,
): RoleBinding => ({
  apiVersion: API_VERSION,
  kind: 'RoleBinding',
  metadata: { ...metadataOf(name), namespace },
  roleRef: { apiGroup: API_GROUP, kind: 'Role', name: roleName },
  subjects: [...subjects],
})
