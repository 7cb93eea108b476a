import { describe, expect, it } from 'vitest'
import { pathAttributes, resourceAttributes } from '../attributes.ts'
import { BOOTSTRAP_POLICY, bootstrapIndex } from './index.ts'

const find = (kind: string, name: string) =>
  BOOTSTRAP_POLICY.find((object) => object.kind === kind && object.metadata.name === name)

describe('the default policy', () => {
  const index = bootstrapIndex()
  const may = (user: string, groups: string[], verb: string, resource: string, namespace = 'acme') => {
    const [name = '', subresource = ''] = resource.split('/')
    const attributes = resourceAttributes({ verb, resource: name, subresource, namespace })
    return index.authorize({ name: user, groups }, attributes).allowed
  }
  const mayGet = (groups: string[], path: string) =>
    index.authorize({ name: 'x', groups }, pathAttributes('get', path)).allowed

  it('holds the objects of a Kubernetes 1.37 cluster', () => {
    const count = (kind: string) => BOOTSTRAP_POLICY.filter((object) => object.kind === kind).length

    expect(['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'].map(count)).toEqual([73, 54, 7, 7])
  })

  it('gives view its gathered rules and the label that hands them on to edit', () => {
    expect(find('ClusterRole', 'view')).toMatchObject({
      metadata: {
        name: 'view',
        annotations: { 'rbac.authorization.kubernetes.io/autoupdate': 'true' },
        labels: {
          'kubernetes.io/bootstrapping': 'rbac-defaults',
          'rbac.authorization.k8s.io/aggregate-to-edit': 'true',
        },
      },
      aggregationRule: {
        clusterRoleSelectors: [{ matchLabels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } }],
      },
      rules: expect.arrayContaining([{ apiGroups: [''], resources: ['namespaces'], verbs: ['get', 'list', 'watch'] }]),
    })
  })

  it('lets admin do what edit may, edit what view may, and not the other way round', () => {
    const rulesOf = (name: string) => {
      const role = find('ClusterRole', name)
      return role !== undefined && 'rules' in role ? (role.rules ?? []) : []
    }

    expect(rulesOf('admin')).toEqual(expect.arrayContaining(rulesOf('edit')))
    expect(rulesOf('edit')).toEqual(expect.arrayContaining(rulesOf('view')))
    expect(JSON.stringify(rulesOf('view'))).not.toContain('secrets')
  })

  it('writes cluster-admin as two rules', () => {
    expect(find('ClusterRole', 'cluster-admin')).toMatchObject({
      rules: [
        { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
        { nonResourceURLs: ['*'], verbs: ['*'] },
      ],
    })
  })

  it('lets everybody see health and version, and only recognised users the API', () => {
    expect(mayGet(['system:unauthenticated'], '/healthz')).toBe(true)
    expect(mayGet(['system:unauthenticated'], '/api')).toBe(false)
    expect(mayGet(['system:authenticated'], '/apis/apps/v1')).toBe(true)
    expect(mayGet(['system:authenticated'], '/metrics')).toBe(false)
  })

  it('gives controllers their roles by service account', () => {
    const job = 'system:serviceaccount:kube-system:job-controller'

    expect(may(job, [], 'create', 'pods')).toBe(true)
    expect(may(job, [], 'create', 'secrets')).toBe(false)
    expect(may('system:serviceaccount:acme:job-controller', [], 'create', 'pods')).toBe(false)
  })

  it('binds the node role to nobody', () => {
    expect(find('ClusterRoleBinding', 'system:node')).not.toHaveProperty('subjects')
    expect(may('system:node:a', ['system:nodes'], 'get', 'pods')).toBe(false)
  })

  it('cannot be changed by one cluster for all', () => {
    const role = find('ClusterRole', 'view')

    expect(() => Object.assign(role?.metadata.labels ?? {}, { x: 'y' })).toThrow(TypeError)
  })
})
