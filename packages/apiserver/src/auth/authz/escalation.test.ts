import type { ClusterRole, PolicyRule, Role, RoleBinding } from '@skep/api'
import { StatusError } from '@skep/base'
import { beforeEach, describe, expect, it } from 'vitest'
import type { UserInfo } from '../../contracts.ts'
import { bootstrapIndex } from './bootstrap-policy/index.ts'
import { checkEscalation, type RbacWrite } from './escalation.ts'
import { RbacIndex } from './rbac-index.ts'

const apiVersion = 'rbac.authorization.k8s.io/v1'
const apiGroup = 'rbac.authorization.k8s.io'
const ann: UserInfo = { name: 'ann', groups: ['devs', 'system:authenticated'] }

const aRole = (name: string, rules: PolicyRule[]): Role => ({
  apiVersion,
  kind: 'Role',
  metadata: { name, namespace: 'acme' },
  rules,
})
const aBinding = (name: string, kind: string, roleName: string): RoleBinding => ({
  apiVersion,
  kind: 'RoleBinding',
  metadata: { name, namespace: 'acme' },
  roleRef: { apiGroup, kind, name: roleName },
  subjects: [{ kind: 'User', apiGroup, name: 'ann' }],
})
const write = (resource: string, object: RbacWrite['object'], rest: Partial<RbacWrite> = {}): RbacWrite => ({
  user: ann,
  resource,
  namespace: resource.startsWith('cluster') ? '' : 'acme',
  requestName: '',
  object,
  oldObject: undefined,
  ...rest,
})

describe('checkEscalation', () => {
  let rbac: RbacIndex
  const give = (...rules: PolicyRule[]) => {
    rbac.set(aRole('mine', rules))
    rbac.set(aBinding('mine', 'Role', 'mine'))
  }
  const refusal = (attempt: RbacWrite): StatusError | undefined => {
    try {
      checkEscalation(rbac, attempt)
      return undefined
    } catch (error) {
      if (error instanceof StatusError) return error
      throw error
    }
  }

  beforeEach(() => {
    rbac = new RbacIndex(bootstrapIndex())
    give({ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] })
  })

  it('accepts a role whose rules the writer holds', () => {
    const role = aRole('ok', [{ apiGroups: [''], resources: ['pods'], resourceNames: ['x'], verbs: ['get'] }])

    expect(refusal(write('roles', role))).toBeUndefined()
  })

  it('lists what the writer lacks, verbs of a resource together and in order', () => {
    const role = aRole('more', [{ apiGroups: [''], resources: ['pods', 'secrets'], verbs: ['get', 'delete'] }])

    expect(refusal(write('roles', role))?.toStatus()).toMatchObject({
      code: 403,
      details: { group: 'rbac.authorization.k8s.io', kind: 'roles', name: 'more' },
      message:
        'roles.rbac.authorization.k8s.io "more" is forbidden: user "ann" (groups=["devs" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["pods"], Verbs:["delete"]}\n{APIGroups:[""], Resources:["secrets"], Verbs:["get" "delete"]}',
    })
  })

  it('shows names of objects', () => {
    const role = aRole('ok', [{ apiGroups: [''], resources: ['pods'], resourceNames: ['x'], verbs: ['get', 'watch'] }])

    expect(refusal(write('roles', role))?.message).toContain(
      'held:\n{APIGroups:[""], Resources:["pods"], ResourceNames:["x"], Verbs:["watch"]}',
    )
  })

  it('does not take a right to one object for a right to all', () => {
    give({ apiGroups: [''], resources: ['secrets'], resourceNames: ['x'], verbs: ['get'] })
    const role = aRole('all', [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }])

    expect(refusal(write('roles', role))?.reason).toBe('Forbidden')
  })

  it('takes a right to */scale for a right to the scale of each resource', () => {
    give({ apiGroups: ['apps'], resources: ['*/scale'], verbs: ['*'] })
    const role = (resource: string) => aRole('r', [{ apiGroups: ['apps'], resources: [resource], verbs: ['update'] }])

    expect(refusal(write('roles', role('deployments/scale')))).toBeUndefined()
    expect(refusal(write('roles', role('deployments')))?.reason).toBe('Forbidden')
  })

  it('checks what a patch makes of a role', () => {
    const oldObject = aRole('ok', [])
    const object = aRole('ok', [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }])

    expect(refusal(write('roles', object, { oldObject, requestName: 'ok' }))?.reason).toBe('Forbidden')
  })

  it('lets the garbage collector drop finalizers of a role it could not write', () => {
    const object = aRole('r', [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }])
    const oldObject = { ...object, metadata: { ...object.metadata, finalizers: ['x/y'] } }

    expect(refusal(write('roles', object, { oldObject, requestName: 'r' }))).toBeUndefined()
  })

  it('lets who may escalate write any role', () => {
    give({ apiGroups: [apiGroup], resources: ['roles'], verbs: ['escalate'] })
    const role = aRole('all', [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }])

    expect(refusal(write('roles', role))).toBeUndefined()
  })

  it('lets system:masters write any role', () => {
    const role = aRole('all', [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }])

    expect(refusal(write('roles', role, { user: { name: 'root', groups: ['system:masters'] } }))).toBeUndefined()
  })

  it('leaves aggregation rules to cluster admins', () => {
    const role: ClusterRole = {
      apiVersion,
      kind: 'ClusterRole',
      metadata: { name: 'sum' },
      aggregationRule: { clusterRoleSelectors: [{ matchLabels: { a: 'b' } }] },
    }

    expect(refusal(write('clusterroles', role))?.message).toBe(
      'clusterroles.rbac.authorization.k8s.io "sum" is forbidden: must have cluster-admin privileges to use the aggregationRule',
    )
  })

  it('accepts a binding of a role whose rules the writer holds', () => {
    rbac.set(aRole('ok', [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }]))

    expect(refusal(write('rolebindings', aBinding('b', 'Role', 'ok')))).toBeUndefined()
  })

  it('refuses a binding of a stronger role', () => {
    expect(refusal(write('rolebindings', aBinding('admin', 'ClusterRole', 'cluster-admin')))?.message).toBe(
      'rolebindings.rbac.authorization.k8s.io "admin" is forbidden: user "ann" (groups=["devs" "system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n{APIGroups:["*"], Resources:["*"], Verbs:["*"]}\n{NonResourceURLs:["*"], Verbs:["*"]}',
    )
  })

  it('lets who may bind a role bind that one alone', () => {
    give({ apiGroups: [apiGroup], resources: ['clusterroles'], resourceNames: ['cluster-admin'], verbs: ['bind'] })

    expect(refusal(write('rolebindings', aBinding('b', 'ClusterRole', 'cluster-admin')))).toBeUndefined()
    expect(refusal(write('rolebindings', aBinding('b', 'ClusterRole', 'admin')))?.reason).toBe('Forbidden')
  })

  it('does not find a role that is not there', () => {
    expect(refusal(write('rolebindings', aBinding('b', 'Role', 'no-such-role')))?.toStatus()).toMatchObject({
      code: 404,
      message: 'rolebindings.rbac.authorization.k8s.io "no-such-role" not found',
      details: { group: 'rbac.authorization.k8s.io', kind: 'rolebindings', name: 'no-such-role' },
    })
  })

  it('mentions roles that could not be resolved', () => {
    rbac.set(aBinding('broken', 'Role', 'lost'))
    const role = aRole('more', [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }])

    expect(refusal(write('roles', role))?.message).toMatch(
      /Verbs:\["get"\]}; resolution errors: \[roles\.rbac\.authorization\.k8s\.io "lost" not found\]$/,
    )
  })
})
