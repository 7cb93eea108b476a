import type { ClusterRole, ClusterRoleBinding, PolicyRule, Role, RoleBinding, Subject } from '@skep/api'
import { describe, expect, it } from 'vitest'
import type { UserInfo } from '../../contracts.ts'
import { type Attributes, pathAttributes, resourceAttributes } from './attributes.ts'
import { RbacIndex } from './rbac-index.ts'

const apiVersion = 'rbac.authorization.k8s.io/v1'
const apiGroup = 'rbac.authorization.k8s.io'
const pods: PolicyRule = { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }

const aRole = (name: string, rules: PolicyRule[], namespace = 'acme'): Role => ({
  apiVersion,
  kind: 'Role',
  metadata: { name, namespace },
  rules,
})
const aClusterRole = (name: string, rules: PolicyRule[]): ClusterRole => ({
  apiVersion,
  kind: 'ClusterRole',
  metadata: { name },
  rules,
})
const user = (name: string): Subject => ({ kind: 'User', apiGroup, name })
const aBinding = (name: string, roleRef: string, subjects: Subject[], namespace = 'acme'): RoleBinding => {
  const [kind = '', roleName = ''] = roleRef.split('/')
  return {
    apiVersion,
    kind: 'RoleBinding',
    metadata: { name, namespace },
    roleRef: { apiGroup, kind, name: roleName },
    subjects,
  }
}
const aClusterBinding = (name: string, roleName: string, subjects: Subject[]): ClusterRoleBinding => ({
  apiVersion,
  kind: 'ClusterRoleBinding',
  metadata: { name },
  roleRef: { apiGroup, kind: 'ClusterRole', name: roleName },
  subjects,
})
const ann: UserInfo = { name: 'ann', groups: ['devs', 'system:authenticated'] }
const act = (verb: string, resource: string, parts: Partial<Attributes> = {}) =>
  resourceAttributes({ verb, resource, namespace: 'acme', ...parts })

describe('RbacIndex', () => {
  const indexOf = (...objects: Parameters<RbacIndex['set']>[0][]) => {
    const index = new RbacIndex()
    for (const object of objects) index.set(object)
    return index
  }

  it('refuses what no role gives, without a reason', () => {
    expect(new RbacIndex().authorize(ann, act('get', 'pods'))).toEqual({ allowed: false, reason: '' })
  })

  it('lets members of system:masters do everything', () => {
    const root: UserInfo = { name: 'root', groups: ['system:masters'] }

    expect(new RbacIndex().authorize(root, act('*', '*'))).toEqual({ allowed: true, reason: '' })
  })

  it('says which binding of which role allowed it', () => {
    const index = indexOf(aRole('r', [pods]), aBinding('b', 'Role/r', [user('bob'), user('ann')]))

    expect(index.authorize(ann, act('get', 'pods'))).toEqual({
      allowed: true,
      reason: 'RBAC: allowed by RoleBinding "b/acme" of Role "r" to User "ann"',
    })
  })

  it('keeps a role binding to its own namespace', () => {
    const index = indexOf(aClusterRole('reader', [pods]), aBinding('b', 'ClusterRole/reader', [user('ann')]))

    expect(index.authorize(ann, act('get', 'pods')).allowed).toBe(true)
    expect(index.authorize(ann, act('get', 'pods', { namespace: 'other' })).allowed).toBe(false)
    expect(index.authorize(ann, act('list', 'pods', { namespace: '' })).allowed).toBe(false)
  })

  it('lets a cluster role binding reach every namespace and the cluster scope', () => {
    const index = indexOf(aClusterRole('reader', [pods]), aClusterBinding('crb', 'reader', [user('ann')]))

    expect(index.authorize(ann, act('list', 'pods', { namespace: '' })).allowed).toBe(true)
    expect(index.authorize(ann, act('list', 'pods', { namespace: 'other' })).reason).toBe(
      'RBAC: allowed by ClusterRoleBinding "crb" of ClusterRole "reader" to User "ann"',
    )
  })

  it('matches groups and service accounts, whose namespace defaults to that of the binding', () => {
    const robot: Subject = { kind: 'ServiceAccount', name: 'robot' }
    const devs: Subject = { kind: 'Group', apiGroup, name: 'devs' }
    const index = indexOf(aRole('r', [pods]), aBinding('b', 'Role/r', [devs, robot]))
    const robotOf = (namespace: string): UserInfo => ({ name: `system:serviceaccount:${namespace}:robot`, groups: [] })

    expect(index.authorize(ann, act('get', 'pods')).reason).toContain('to Group "devs"')
    expect(index.authorize(robotOf('acme'), act('get', 'pods')).reason).toContain('to ServiceAccount "robot/acme"')
    expect(index.authorize(robotOf('other'), act('get', 'pods')).allowed).toBe(false)
    expect(index.authorize({ name: 'devs', groups: [] }, act('get', 'pods')).allowed).toBe(false)
  })

  it('ignores a service account without a namespace in a cluster role binding', () => {
    const index = indexOf(
      aClusterRole('reader', [pods]),
      aClusterBinding('crb', 'reader', [{ kind: 'ServiceAccount', name: 'robot' }]),
    )

    expect(index.authorize({ name: 'system:serviceaccount::robot', groups: [] }, act('get', 'pods')).allowed).toBe(
      false,
    )
  })

  it('does not let a role of one namespace satisfy a binding in another', () => {
    const index = indexOf(aRole('r', [pods], 'other'), aBinding('b', 'Role/r', [user('ann')]))

    expect(index.authorize(ann, act('get', 'pods'))).toEqual({
      allowed: false,
      reason: 'RBAC: role.rbac.authorization.k8s.io "r" not found',
    })
  })

  it('names every missing role once', () => {
    const index = indexOf(
      aBinding('a', 'ClusterRole/gone', [user('ann')]),
      aBinding('b', 'ClusterRole/gone', [user('ann')]),
      aBinding('c', 'Role/lost', [user('ann')]),
    )

    expect(index.authorize(ann, act('get', 'pods')).reason).toBe(
      'RBAC: [clusterrole.rbac.authorization.k8s.io "gone" not found, role.rbac.authorization.k8s.io "lost" not found]',
    )
  })

  it('follows changes of roles and bindings', () => {
    const index = indexOf(aRole('r', [pods]), aBinding('b', 'Role/r', [user('ann')]))
    const may = () => index.authorize(ann, act('get', 'pods')).allowed
    expect(may()).toBe(true)

    index.set(aRole('r', []))
    expect(may()).toBe(false)
    index.set(aRole('r', [pods]))
    expect(may()).toBe(true)
    index.set(aBinding('b', 'Role/r', [user('bob')]))
    expect(may()).toBe(false)
    index.set(aBinding('b', 'Role/r', [user('ann')]))
    expect(may()).toBe(true)
    index.delete({ kind: 'RoleBinding', namespace: 'acme', name: 'b' })
    expect(may()).toBe(false)
  })

  describe('on a base that clusters share', () => {
    const base = indexOf(aClusterRole('reader', [pods]), aClusterBinding('readers', 'reader', [user('ann')]))

    it('has what the base has, until the cluster deletes it for itself alone', () => {
      const [one, two] = [new RbacIndex(base), new RbacIndex(base)]

      one.delete({ kind: 'ClusterRoleBinding', namespace: '', name: 'readers' })

      expect(one.authorize(ann, act('get', 'pods')).allowed).toBe(false)
      expect(two.authorize(ann, act('get', 'pods')).allowed).toBe(true)
    })

    it('replaces a role of the base', () => {
      const index = new RbacIndex(base)

      index.set(aClusterRole('reader', []))
      expect(index.authorize(ann, act('get', 'pods')).allowed).toBe(false)
      index.delete({ kind: 'ClusterRole', namespace: '', name: 'reader' })
      expect(index.authorize(ann, act('get', 'pods')).reason).toBe(
        'RBAC: clusterrole.rbac.authorization.k8s.io "reader" not found',
      )
    })

    it('replaces a binding of the base', () => {
      const index = new RbacIndex(base)

      index.set(aClusterBinding('readers', 'reader', [user('bob')]))

      expect(index.authorize(ann, act('get', 'pods')).allowed).toBe(false)
      expect(index.authorize({ name: 'bob', groups: [] }, act('get', 'pods')).allowed).toBe(true)
    })
  })

  describe('with one rule', () => {
    const may = (rule: PolicyRule, attributes: Attributes) => {
      const index = indexOf(aClusterRole('r', [rule]), aClusterBinding('b', 'r', [user('ann')]))
      return index.authorize(ann, attributes).allowed
    }

    it.each<[string, PolicyRule, Attributes, boolean]>([
      ['another verb', pods, act('delete', 'pods'), false],
      ['another resource', pods, act('get', 'secrets'), false],
      ['another group', pods, act('get', 'pods', { group: 'metrics.k8s.io' }), false],
      ['any verb', { ...pods, verbs: ['*'] }, act('delete', 'pods'), true],
      ['any group', { ...pods, apiGroups: ['*'] }, act('get', 'pods', { group: 'metrics.k8s.io' }), true],
      ['any resource', { ...pods, resources: ['*'] }, act('get', 'pods', { subresource: 'log' }), true],
      ['a subresource by its resource', pods, act('get', 'pods', { subresource: 'log' }), false],
      ['a subresource by name', { ...pods, resources: ['pods/log'] }, act('get', 'pods', { subresource: 'log' }), true],
      ['a resource by its subresource', { ...pods, resources: ['pods/log'] }, act('get', 'pods'), false],
      ['*/scale', { ...pods, resources: ['*/scale'] }, act('get', 'pods', { subresource: 'scale' }), true],
      [
        '*/scale on another one',
        { ...pods, resources: ['*/scale'] },
        act('get', 'pods', { subresource: 'log' }),
        false,
      ],
      ['the named object', { ...pods, resourceNames: ['a'] }, act('get', 'pods', { name: 'a' }), true],
      ['an object of another name', { ...pods, resourceNames: ['a'] }, act('get', 'pods', { name: 'b' }), false],
      ['a list when names are given', { ...pods, resourceNames: ['a'] }, act('list', 'pods'), false],
      ['a path', { nonResourceURLs: ['/metrics'], verbs: ['get'] }, pathAttributes('get', '/metrics'), true],
      ['a path below', { nonResourceURLs: ['/debug/*'], verbs: ['get'] }, pathAttributes('get', '/debug/x'), true],
      ['the path above', { nonResourceURLs: ['/debug/*'], verbs: ['get'] }, pathAttributes('get', '/debug'), false],
      ['another verb on a path', { nonResourceURLs: ['*'], verbs: ['get'] }, pathAttributes('post', '/x'), false],
      ['a path by a resource rule', { ...pods, resources: ['*'] }, pathAttributes('get', '/metrics'), false],
      ['a resource by a path rule', { nonResourceURLs: ['*'], verbs: ['*'] }, act('get', 'pods'), false],
    ])('%s', (_what, rule, attributes, expected) => {
      expect(may(rule, attributes)).toBe(expected)
    })
  })

  it('does not take one odd group for two', () => {
    const index = indexOf(
      aClusterRole('r', [pods]),
      aClusterBinding('b', 'r', [{ kind: 'Group', apiGroup, name: 'ops' }]),
    )

    expect(index.authorize({ name: 'eve', groups: ['devs', 'ops'] }, act('get', 'pods')).allowed).toBe(true)
    expect(index.authorize({ name: 'eve', groups: ['devs\0ops'] }, act('get', 'pods')).allowed).toBe(false)
  })

  it('tells a path apart from a resource of the same spelling', () => {
    const index = indexOf(aClusterRole('r', [pods]), aClusterBinding('b', 'r', [user('ann')]))

    expect(index.authorize(ann, act('get', 'pods', { namespace: '' })).allowed).toBe(true)
    expect(index.authorize(ann, pathAttributes('get', '\0pods')).allowed).toBe(false)
  })
})
