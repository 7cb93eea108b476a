import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../server.ts'
import { aPod, apiOf, type TestApi } from '../test/api.ts'

let server: ApiServer
let admin: TestApi
let kubelet: TestApi

beforeAll(async () => {
  server = await startApiServer({ controllers: false })
  admin = apiOf(server)
  kubelet = admin.as({ name: 'system:node:mine', groups: ['system:nodes', 'system:authenticated'] })
  for (const name of ['mine', 'other']) {
    await admin.post('/api/v1/nodes', { metadata: { name } })
    await admin.post('/api/v1/namespaces/default/pods', aPod(`on-${name}`, { nodeName: name }))
  }
})
afterAll(() => server.close())

const ready = { status: { conditions: [{ type: 'Ready', status: 'True' }] } }

describe('a kubelet', () => {
  it('reports on its own node and pods', async () => {
    expect((await kubelet.patch('/api/v1/nodes/mine/status', ready)).status).toBe(200)
    expect((await kubelet.patch('/api/v1/namespaces/default/pods/on-mine/status', ready)).status).toBe(200)
  })

  it('may not speak for another node', async () => {
    const { status, body } = await kubelet.patch('/api/v1/nodes/other/status', ready)

    expect(status).toBe(403)
    expect(body.message).toBe('nodes "other" is forbidden: node "mine" is not allowed to modify node "other"')
  })

  it('may not touch pods of another node', async () => {
    const { status, body } = await kubelet.patch('/api/v1/namespaces/default/pods/on-other/status', ready)

    expect(status).toBe(403)
    expect(body.message).toBe(
      'pods "on-other" is forbidden: node "mine" can only update pods with spec.nodeName set to itself',
    )
  })

  it('may not renew the lease of another node', async () => {
    const path = '/apis/coordination.k8s.io/v1/namespaces/kube-node-lease/leases'
    expect((await kubelet.post(path, { metadata: { name: 'mine' } })).status).toBe(201)

    expect((await kubelet.post(path, { metadata: { name: 'other' } })).status).toBe(403)
  })

  it('may not create pods of its own', async () => {
    expect((await kubelet.post('/api/v1/namespaces/default/pods', aPod('sneaky', { nodeName: 'mine' }))).status).toBe(
      403,
    )
  })
})
