import type { ClusterRole, ClusterRoleBinding } from '@skep/api'
import { AUTHENTICATED_GROUP, MASTERS_GROUP, UNAUTHENTICATED_GROUP } from '../../user-names.ts'
import { aggregateRules } from '../aggregate.ts'
import { AGGREGATED_RULES } from './aggregated-rules.ts'
import { CERTIFICATE_RULES } from './certificate-rules.ts'
import { CLUSTER_CONTROLLER_RULES } from './cluster-controller-rules.ts'
import { COMPONENT_RULES } from './component-rules.ts'
import { DEVICE_CONTROLLER_RULES } from './device-controller-rules.ts'
import { clusterRole, clusterRoleBinding, group, type Rules, systemAccount, user } from './notation.ts'
import { PUBLIC_RULES } from './public-rules.ts'
import { WORKLOAD_CONTROLLER_RULES } from './workload-controller-rules.ts'

const CONTROLLER_PREFIX = 'system:controller:'
const CONTROLLER_RULES: Rules = {
  ...CLUSTER_CONTROLLER_RULES,
  ...DEVICE_CONTROLLER_RULES,
  ...WORKLOAD_CONTROLLER_RULES,
}

type Audience = 'admin' | 'edit' | 'view'

const aggregateLabel = (audience: Audience) => ({ [`rbac.authorization.k8s.io/aggregate-to-${audience}`]: 'true' })

const partOf = (audience: Audience): ClusterRole => {
  const name = `system:aggregate-to-${audience}`
  return clusterRole(name, AGGREGATED_RULES[name] ?? [], aggregateLabel(audience))
}

const PARTS: readonly ClusterRole[] = [partOf('admin'), partOf('edit'), partOf('view')]

/** A role that gathers those labelled for it, and is itself gathered by the next wider one. */
function audienceRole(audience: Audience, parts: readonly ClusterRole[], wider?: Audience): ClusterRole {
  const role: ClusterRole = {
    ...clusterRole(audience, [], wider === undefined ? {} : aggregateLabel(wider)),
    aggregationRule: { clusterRoleSelectors: [{ matchLabels: aggregateLabel(audience) }] },
  }
  return { ...role, rules: aggregateRules(role, parts) }
}

const VIEW = audienceRole('view', PARTS, 'edit')
const EDIT = audienceRole('edit', [...PARTS, VIEW], 'admin')
const ADMIN = audienceRole('admin', [...PARTS, EDIT])

const rolesOf = (rules: Rules, prefix = ''): ClusterRole[] =>
  Object.entries(rules).map(([name, each]) => clusterRole(`${prefix}${name}`, each))

/** Cluster roles that every cluster starts with; admin, edit and view with their gathered rules. */
export const CLUSTER_ROLES: readonly ClusterRole[] = [
  ADMIN,
  EDIT,
  VIEW,
  ...PARTS,
  ...rolesOf(PUBLIC_RULES),
  ...rolesOf(CERTIFICATE_RULES),
  ...rolesOf(COMPONENT_RULES),
  ...rolesOf(CONTROLLER_RULES, CONTROLLER_PREFIX),
]

const EVERYBODY = [group(AUTHENTICATED_GROUP), group(UNAUTHENTICATED_GROUP)]
const ACCOUNTS = group('system:serviceaccounts')
const SCHEDULER = user('system:kube-scheduler')

/** Who has them. */
export const CLUSTER_ROLE_BINDINGS: readonly ClusterRoleBinding[] = [
  clusterRoleBinding('cluster-admin', [group(MASTERS_GROUP)]),
  clusterRoleBinding('system:basic-user', [group(AUTHENTICATED_GROUP)]),
  clusterRoleBinding('system:cluster-trust-bundle-discovery', [ACCOUNTS]),
  clusterRoleBinding('system:discovery', [group(AUTHENTICATED_GROUP)]),
  clusterRoleBinding('system:kube-controller-manager', [user('system:kube-controller-manager')]),
  clusterRoleBinding('system:kube-dns', [systemAccount('kube-dns')]),
  clusterRoleBinding('system:kube-scheduler', [SCHEDULER]),
  clusterRoleBinding('system:monitoring', [group('system:monitoring')]),
  clusterRoleBinding('system:node', []),
  clusterRoleBinding('system:node-proxier', [user('system:kube-proxy')]),
  clusterRoleBinding('system:public-info-viewer', EVERYBODY),
  clusterRoleBinding('system:service-account-issuer-discovery', [ACCOUNTS]),
  clusterRoleBinding('system:volume-scheduler', [SCHEDULER]),
  ...Object.keys(CONTROLLER_RULES).map((name) =>
    clusterRoleBinding(`${CONTROLLER_PREFIX}${name}`, [systemAccount(name)]),
  ),
]
