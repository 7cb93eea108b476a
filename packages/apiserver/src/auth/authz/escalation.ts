import { isDeepStrictEqual } from 'node:util'
import type { ClusterRole, ClusterRoleBinding, PolicyRule, Role, RoleBinding } from '@skep/api'
import { goQuote, goQuoteList, type KubeObject } from '@skep/schema'
import type { AdmissionPlugin, AdmissionRequest, UserInfo } from '../../contracts.ts'
import { forbidden, notFound } from '../../registry/errors.ts'
import { MASTERS_GROUP } from '../user-names.ts'
import { describeMissing } from './access.ts'
import { resourceAttributes } from './attributes.ts'
import { describeRules, missingRules } from './covers.ts'
import type { RbacIndex } from './rbac-index.ts'

/** API group of roles and bindings. */
export const RBAC_GROUP = 'rbac.authorization.k8s.io'

/** A write of a role or a binding, as far as escalation is concerned. */
export interface RbacWrite {
  readonly user: UserInfo
  readonly resource: string
  readonly namespace: string
  /** Name in the request's path: empty when an object is created. */
  readonly requestName: string
  readonly object: KubeObject
  readonly oldObject: KubeObject | undefined
}

const EVERYTHING: readonly PolicyRule[] = [
  { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
  { nonResourceURLs: ['*'], verbs: ['*'] },
]

/**
 * Refuses writes that would give somebody more than the writer has: a role may only be written by who holds its rules
 * (or may `escalate`), and only be bound by who holds its rules (or may `bind`). Throws the 403 or 404 of the answer.
 */
export function checkEscalation(rbac: RbacIndex, write: RbacWrite): void {
  if (write.user.groups.includes(MASTERS_GROUP) || onlyCollectionFieldsChange(write)) return
  if (write.resource === 'roles' || write.resource === 'clusterroles') checkRole(rbac, write)
  else checkBinding(rbac, write)
}

/** `checkEscalation` as an admission plug-in; `rbacOf` finds the index of a logical cluster. */
export const rbacEscalationPlugin = (rbacOf: (clusterId: string) => RbacIndex): AdmissionPlugin => ({
  name: 'RbacEscalation',
  handles: ({ resource, operation }) =>
    resource.group === RBAC_GROUP && (operation === 'CREATE' || operation === 'UPDATE'),
  validate: (request) => checkEscalation(rbacOf(request.cluster.id), toWrite(request)),
})

function toWrite({ context, resource, namespace, name, operation, object, oldObject }: AdmissionRequest): RbacWrite {
  if (object === undefined) throw new Error(`${operation} of ${resource.resource} without an object`)
  const requestName = operation === 'CREATE' ? '' : name
  return { user: context.user, resource: resource.resource, namespace, requestName, object, oldObject }
}

function checkRole(rbac: RbacIndex, write: RbacWrite): void {
  const { user, resource, namespace, requestName: name } = write
  const escalate = resourceAttributes({ verb: 'escalate', group: RBAC_GROUP, resource, namespace, name })
  if (rbac.authorize(user, escalate).allowed) return
  // The resource says which kind the object is.
  const role = write.object as Role | ClusterRole
  confirmHeld(rbac, write, role.rules ?? [])
  if (!aggregates(role) && !aggregates(write.oldObject as ClusterRole | undefined)) return
  if (missing(rbac, write, EVERYTHING).length === 0) return
  throw refusal(write, 'must have cluster-admin privileges to use the aggregationRule')
}

const aggregates = (role: Role | ClusterRole | undefined): boolean =>
  role !== undefined && 'aggregationRule' in role && (role.aggregationRule?.clusterRoleSelectors ?? []).length > 0

function checkBinding(rbac: RbacIndex, write: RbacWrite): void {
  const { user, resource, namespace } = write
  // The resource says which kind the object is.
  const { roleRef } = write.object as RoleBinding | ClusterRoleBinding
  const bind = resourceAttributes({
    verb: 'bind',
    group: roleRef.apiGroup ?? RBAC_GROUP,
    resource: roleRef.kind === 'ClusterRole' ? 'clusterroles' : 'roles',
    namespace,
    name: roleRef.name,
  })
  if (rbac.authorize(user, bind).allowed) return
  const rules = rbac.rulesOf(roleRef, namespace)
  if (rules === undefined) throw notFound({ group: RBAC_GROUP, resource }, roleRef.name)
  confirmHeld(rbac, write, rules)
}

const missing = (rbac: RbacIndex, { user, namespace }: RbacWrite, wanted: readonly PolicyRule[]): PolicyRule[] =>
  missingRules(
    rbac.access(user, namespace).grants.map(({ rule }) => rule),
    wanted,
  )

function confirmHeld(rbac: RbacIndex, write: RbacWrite, wanted: readonly PolicyRule[]): void {
  const lacking = missing(rbac, write, wanted)
  if (lacking.length === 0) return
  const { user, resource, namespace } = write
  const unresolved = rbac.access(user, namespace).missing
  const broken = unresolved.length === 0 ? '' : `; resolution errors: [${describeMissing(unresolved, resource)}]`
  const who = `user ${goQuote(user.name)} (groups=${goQuoteList(user.groups)})`
  const lines = describeRules(lacking).join('\n')
  throw refusal(write, `${who} is attempting to grant RBAC permissions not currently held:\n${lines}${broken}`)
}

const refusal = ({ resource, object }: RbacWrite, why: string) =>
  forbidden({ group: RBAC_GROUP, resource }, object.metadata.name ?? '', why)

/** The garbage collector must be able to let go of an object whose rules it does not hold. */
function onlyCollectionFieldsChange({ object, oldObject }: RbacWrite): boolean {
  if (oldObject === undefined) return false
  const plain = ({ metadata, ...rest }: KubeObject) => {
    const { ownerReferences: _owners, finalizers: _finalizers, managedFields: _fields, ...meta } = metadata
    return { ...rest, metadata: meta }
  }
  return isDeepStrictEqual(plain(object), plain(oldObject))
}
