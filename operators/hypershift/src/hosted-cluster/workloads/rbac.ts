import { ClusterRole, ClusterRoleBinding, type PolicyRule, Role, RoleBinding, ServiceAccount } from '@skep/api'
import { ANNOTATIONS as CONTROL_PLANE_ANNOTATIONS } from '../../control-plane/keys.ts'
import { platformOf } from '../infrastructure/platforms.ts'
import { hasAnnotation, type Scope } from '../scope.ts'

const RBAC_GROUP = 'rbac.authorization.k8s.io'
const CLUSTER_API_ROLE = 'hypershift-cluster-api'
const ALL = ['*']

const READ = ['get', 'list', 'watch']
const EVENTS: PolicyRule = { apiGroups: ['', 'events.k8s.io'], resources: ['events'], verbs: ALL }
const LEASES: PolicyRule = { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ALL }

const OPERATOR_RULES: readonly PolicyRule[] = [
  { apiGroups: ['hypershift.openshift.io'], resources: ALL, verbs: ALL },
  {
    apiGroups: [''],
    resources: ['configmaps', 'endpoints', 'persistentvolumeclaims', 'pods', 'secrets', 'serviceaccounts', 'services'],
    verbs: ALL,
  },
  { apiGroups: ['apps', 'batch'], resources: ALL, verbs: ALL },
  { apiGroups: ['policy'], resources: ['poddisruptionbudgets'], verbs: ALL },
  { apiGroups: ['route.openshift.io'], resources: ['routes', 'routes/custom-host'], verbs: ALL },
  { apiGroups: [RBAC_GROUP], resources: ['roles', 'rolebindings'], verbs: ALL },
  { apiGroups: ['cluster.x-k8s.io'], resources: ALL, verbs: [...READ, 'patch'] },
  EVENTS,
  LEASES,
]

const CLUSTER_API_RULES: readonly PolicyRule[] = [
  {
    apiGroups: [
      'cluster.x-k8s.io',
      'infrastructure.cluster.x-k8s.io',
      'capi-provider.agent-install.openshift.io',
      'hypershift.openshift.io',
    ],
    resources: ALL,
    verbs: ALL,
  },
  { apiGroups: [''], resources: ['configmaps', 'secrets'], verbs: ALL },
  EVENTS,
  LEASES,
]

/** Lets those who look after the control plane do so, in its namespace. */
export async function ensureRbac(scope: Scope): Promise<void> {
  const { hostedCluster } = scope
  await grant(scope, 'control-plane-operator', OPERATOR_RULES)
  if (hasAnnotation(hostedCluster, CONTROL_PLANE_ANNOTATIONS.disableMachineManagement)) return
  await grant(scope, 'cluster-api', CLUSTER_API_RULES)
  const { providerImage, providerRules = [] } = platformOf(hostedCluster)
  if (providerImage !== undefined) await grant(scope, 'capi-provider', [...CLUSTER_API_RULES, ...providerRules])
  await grantReadingOfKinds(scope)
}

async function grant({ parts, namespace }: Scope, name: string, rules: readonly PolicyRule[]): Promise<void> {
  const metadata = { namespace, name }
  await parts.statics.ensure(ServiceAccount, { metadata, imagePullSecrets: [{ name: 'pull-secret' }] })
  await parts.statics.ensure(Role, { metadata, rules: [...rules] })
  await parts.statics.ensure(RoleBinding, {
    metadata,
    subjects: [{ kind: 'ServiceAccount', name, namespace }],
    roleRef: { apiGroup: RBAC_GROUP, kind: 'Role', name },
  })
}

/** Cluster API finds out what kinds there are. */
async function grantReadingOfKinds(scope: Scope): Promise<void> {
  const { parts, namespace } = scope
  await parts.statics.ensure(ClusterRole, {
    metadata: { name: CLUSTER_API_ROLE },
    rules: [{ apiGroups: ['apiextensions.k8s.io'], resources: ['customresourcedefinitions'], verbs: READ }],
  })
  await parts.statics.ensure(ClusterRoleBinding, {
    metadata: { name: clusterRoleBindingName(scope) },
    subjects: ['cluster-api', 'capi-provider'].map((name) => ({ kind: 'ServiceAccount', name, namespace })),
    roleRef: { apiGroup: RBAC_GROUP, kind: 'ClusterRole', name: CLUSTER_API_ROLE },
  })
}

const clusterRoleBindingName = ({ namespace }: Scope): string => `${CLUSTER_API_ROLE}-${namespace}`

/** Takes back what was granted outside the namespace of the control plane. */
export const revokeRbac = (scope: Scope): Promise<void> =>
  scope.parts.statics.remove(ClusterRoleBinding, { name: clusterRoleBindingName(scope) })
