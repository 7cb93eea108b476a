import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../src/server.ts'
import { apiOf, type TestApi } from '../src/test/api.ts'
import { grant, person } from './support/people.ts'

const RBAC = '/apis/rbac.authorization.k8s.io/v1'
const ROLES = `${RBAC}/namespaces/blue/roles`
const BINDINGS = `${RBAC}/namespaces/blue/rolebindings`
const CONFIG_MAPS = { apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list'] }
const NODES = { apiGroups: [''], resources: ['nodes'], verbs: ['get'] }

const [cem, binder, escalator, writer] = ['cem', 'binder', 'escalator', 'writer'].map((name) => person(name))

let server: ApiServer
let root: TestApi
beforeAll(async () => {
  server = await startApiServer()
  root = apiOf(server)
  await root.post('/api/v1/namespaces', { metadata: { name: 'blue' } })
  const group = 'rbac.authorization.k8s.io'
  const all = { apiGroups: [group], resources: ['roles', 'rolebindings'], verbs: ['create', 'update', 'patch', 'get'] }
  const bindView = { apiGroups: [group], resources: ['clusterroles'], resourceNames: ['view'], verbs: ['bind'] }
  const escalate = { apiGroups: [group], resources: ['roles'], verbs: ['escalate'] }
  await grant(root, { namespace: 'blue', role: 'admin', to: cem! })
  await grant(root, { namespace: 'blue', rules: [all, bindView], to: binder! })
  await grant(root, { namespace: 'blue', rules: [all, escalate], to: escalator! })
  const clusterRoles = {
    apiGroups: [group],
    resources: ['clusterroles', 'clusterrolebindings'],
    verbs: ['create', 'update'],
  }
  await grant(root, { rules: [clusterRoles], to: writer! })
})
afterAll(() => server.close())

const binding = (name: string, role: string, kind = 'ClusterRole') => ({
  metadata: { name },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind, name: role },
  subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'friend' }],
})

describe('who writes roles', () => {
  it('may give what they have', async () => {
    const { status } = await apiOf(server, cem!).post(ROLES, { metadata: { name: 'fair' }, rules: [CONFIG_MAPS] })

    expect(status).toBe(201)
  })

  it('may not give what they do not have', async () => {
    expect(
      await apiOf(server, cem!).post(ROLES, { metadata: { name: 'unfair' }, rules: [CONFIG_MAPS, NODES] }),
    ).toMatchObject({
      status: 403,
      body: {
        message:
          'roles.rbac.authorization.k8s.io "unfair" is forbidden: user "cem" (groups=["system:authenticated"]) is ' +
          'attempting to grant RBAC permissions not currently held:\n{APIGroups:[""], Resources:["nodes"], Verbs:["get"]}',
      },
    })
  })

  it.each([
    ['everything', { apiGroups: ['*'], resources: ['*'], verbs: ['*'] }],
    ['all verbs', { apiGroups: [''], resources: ['configmaps'], verbs: ['*'] }],
    ['all resources', { apiGroups: [''], resources: ['*'], verbs: ['get'] }],
    ['another group', { apiGroups: ['example.com'], resources: ['configmaps'], verbs: ['get'] }],
    ['a subresource', { apiGroups: [''], resources: ['configmaps/status'], verbs: ['update'] }],
    ['the right to escalate', { apiGroups: ['rbac.authorization.k8s.io'], resources: ['roles'], verbs: ['escalate'] }],
    ['the right to bind', { apiGroups: ['rbac.authorization.k8s.io'], resources: ['clusterroles'], verbs: ['bind'] }],
    ['the right to impersonate', { apiGroups: [''], resources: ['users'], verbs: ['impersonate'] }],
  ])('may not give %s', async (_what, rule) => {
    const { status } = await apiOf(server, cem!).post(ROLES, { metadata: { name: 'wide' }, rules: [rule] })

    expect(status).toBe(403)
  })

  it('may not widen a role in steps, by whatever verb', async () => {
    const api = apiOf(server, cem!)
    await api.post(ROLES, { metadata: { name: 'grows' }, rules: [CONFIG_MAPS] })

    const put = await api.put(`${ROLES}/grows`, { metadata: { name: 'grows' }, rules: [CONFIG_MAPS, NODES] })
    const patch = await api.patch(`${ROLES}/grows`, { rules: [NODES] })
    const apply = await server.handle({
      method: 'PATCH',
      path: `${ROLES}/grows?fieldManager=cem&force=true`,
      headers: { 'content-type': 'application/apply-patch+yaml' },
      body: { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata: { name: 'grows' }, rules: [NODES] },
      user: cem!,
    })

    expect([put.status, patch.status, apply.status]).toEqual([403, 403, 403])
    expect((await root.get(`${ROLES}/grows`)).body.rules).toEqual([CONFIG_MAPS])
  })

  it('may change what is not about rules in a role beyond their own', async () => {
    await root.post(ROLES, { metadata: { name: 'strong' }, rules: [NODES] })

    expect((await apiOf(server, cem!).patch(`${ROLES}/strong`, { metadata: { labels: { a: 'b' } } })).status).toBe(403)
    expect((await apiOf(server, cem!).patch(`${ROLES}/strong`, { metadata: { finalizers: null } })).status).toBe(200)
    expect((await apiOf(server, cem!).delete(`${ROLES}/strong`)).status).toBe(200)
  })

  it('may give anything when they may escalate', async () => {
    const { status } = await apiOf(server, escalator!).post(ROLES, { metadata: { name: 'any' }, rules: [NODES] })

    expect(status).toBe(201)
  })

  it('may let others gather rules only as an administrator of the cluster', async () => {
    const gathering = { metadata: { name: 'sum' }, aggregationRule: { clusterRoleSelectors: [{}] }, rules: [] }

    const refused = await apiOf(server, writer!).post(`${RBAC}/clusterroles`, gathering)

    expect(refused.body.message).toBe(
      'clusterroles.rbac.authorization.k8s.io "sum" is forbidden: must have cluster-admin privileges to use the aggregationRule',
    )
  })
})

describe('who binds roles', () => {
  it('may bind what they have themselves', async () => {
    expect((await apiOf(server, cem!).post(BINDINGS, binding('same', 'admin'))).status).toBe(201)
    expect((await apiOf(server, cem!).post(BINDINGS, binding('less', 'view'))).status).toBe(201)
  })

  it('may not bind more', async () => {
    const refused = await apiOf(server, cem!).post(BINDINGS, binding('more', 'cluster-admin'))

    expect(refused.status).toBe(403)
    expect(refused.body.message).toContain('{APIGroups:["*"], Resources:["*"], Verbs:["*"]}')
  })

  it('may bind a role that they may bind by name, and no other', async () => {
    expect((await apiOf(server, binder!).post(BINDINGS, binding('named', 'view'))).status).toBe(201)
    expect((await apiOf(server, binder!).post(BINDINGS, binding('other', 'edit'))).status).toBe(403)
  })

  it('may not bind for the whole cluster what they have in one namespace', async () => {
    expect((await apiOf(server, cem!).post(`${RBAC}/clusterrolebindings`, binding('wide', 'view'))).status).toBe(403)
    expect((await apiOf(server, writer!).post(`${RBAC}/clusterrolebindings`, binding('wide', 'view'))).status).toBe(403)
  })

  it('may not point a binding somewhere else', async () => {
    await root.post(BINDINGS, binding('fixed', 'view'))

    const moved = await root.put(`${BINDINGS}/fixed`, binding('fixed', 'edit'))

    expect(moved).toMatchObject({ status: 422, body: { details: { causes: [{ field: 'roleRef' }] } } })
  })
})

describe('an aggregated role', () => {
  it('hands on the rules of roles with its label, and takes them back', async () => {
    const ann = person('ann')
    await grant(root, { namespace: 'blue', role: 'view', to: ann })
    const addition = {
      metadata: { name: 'see-gadgets', labels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' } },
      rules: [{ apiGroups: ['example.com'], resources: ['gadgets'], verbs: ['list'] }],
    }
    const gadgets = async () => (await apiOf(server, ann).get('/apis/example.com/v1/namespaces/blue/gadgets')).status
    expect(await gadgets()).toBe(403)

    await root.post(`${RBAC}/clusterroles`, addition)
    // Allowed now, although nobody has defined gadgets.
    await expect.poll(gadgets).toBe(404)

    await root.delete(`${RBAC}/clusterroles/see-gadgets`)
    await expect.poll(gadgets).toBe(403)
  })
})
