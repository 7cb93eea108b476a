import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../server.ts'
import { TestClient } from '../test/client.ts'

let server: ApiServer
let admin: TestClient
const ROLES = '/apis/rbac.authorization.k8s.io/v1'

beforeAll(async () => {
  server = await startApiServer({ controllers: false })
  admin = new TestClient(server)
})
afterAll(() => server.close())

describe('who may do what', () => {
  it('lets a kubelet read what its pods need, and nothing else', async () => {
    const secrets = '/api/v1/namespaces/default/secrets'
    for (const name of ['needed', 'private']) await admin.post(secrets, { metadata: { name } })
    const volumes = [{ name: 'v', secret: { secretName: 'needed' } }]
    const containers = [{ name: 'main', image: 'example/app:1' }]
    const spec = { nodeName: 'n1', containers, volumes }
    await admin.post('/api/v1/namespaces/default/pods', { metadata: { name: 'web' }, spec })
    const user = { name: 'system:node:n1', groups: ['system:nodes', 'system:authenticated'] }
    const kubelet = new TestClient(server, { user })

    expect((await kubelet.get(`${secrets}/needed`)).status).toBe(200)
    expect((await kubelet.get(`${secrets}/private`)).status).toBe(403)
  })

  it('follows roles and bindings as they come and go', async () => {
    const user = { name: 'reader', groups: ['system:authenticated'] }
    const reader = new TestClient(server, { user })
    const list = async () => (await reader.get('/api/v1/namespaces/default/secrets')).status
    const subjects = [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'reader' }]
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'read' }
    const inDefault = `${ROLES}/namespaces/default`
    expect(await list()).toBe(403)

    await admin.post(`${inDefault}/rolebindings`, { metadata: { name: 'read' }, roleRef, subjects })
    expect(await list()).toBe(403)

    const rules = [{ apiGroups: [''], resources: ['secrets'], verbs: ['list'] }]
    await admin.post(`${inDefault}/roles`, { metadata: { name: 'read' }, rules })
    expect(await list()).toBe(200)

    await admin.delete(`${inDefault}/rolebindings/read`)
    expect(await list()).toBe(403)
  })

  it('forgets what a built-in role allowed when it is deleted, and remembers when it is back', async () => {
    const user = { name: 'viewer', groups: ['system:authenticated'] }
    const subjects = [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'viewer' }]
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' }
    await admin.post(`${ROLES}/clusterrolebindings`, { metadata: { name: 'viewer' }, roleRef, subjects })
    const list = async () => (await new TestClient(server, { user }).get('/api/v1/pods')).status
    expect(await list()).toBe(200)

    const { body: view } = await admin.get(`${ROLES}/clusterroles/view`)
    await admin.delete(`${ROLES}/clusterroles/view`)
    expect(await list()).toBe(403)

    const { resourceVersion: _, ...metadata } = view.metadata
    await admin.post(`${ROLES}/clusterroles`, { ...view, metadata })
    expect(await list()).toBe(200)
  })
})
