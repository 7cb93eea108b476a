import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ApiServer, type ApiServerOptions, startApiServer } from '../server.ts'
import { TestClient } from '../test/client.ts'

const DEFINITIONS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
const THINGS = '/apis/example.net/v1/things'
const BINDINGS = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings'
const NAMESPACES = '/api/v1/namespaces'

const definition = {
  metadata: { name: 'things.example.net' },
  spec: {
    group: 'example.net',
    scope: 'Cluster',
    names: { plural: 'things', singular: 'thing', kind: 'Thing' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
}

const binding = {
  metadata: { name: 'jane' },
  roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'view' },
  subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'jane' }],
}

const clientOf = (server: ApiServer, id: string) => new TestClient(server, { prefix: `/clusters/${id}` })

async function start(options: ApiServerOptions = {}) {
  const server = await startApiServer(options)
  let open = true
  const stop = async () => {
    if (open) await server.close()
    open = false
  }
  onTestFinished(stop)
  return { server, stop }
}

/** A server on which clusters can begin with a kind, an object of it, a namespace and a binding. */
async function startWithTemplate(options: ApiServerOptions = {}) {
  const started = await start(options)
  const { clusters } = started.server
  await clusters.create('workshop')
  const workshop = clientOf(started.server, 'workshop')
  await workshop.post(DEFINITIONS, definition)
  const isServed = async () => (await workshop.get(`${DEFINITIONS}/things.example.net`)).body.status?.conditions?.length
  await expect.poll(isServed).toBeGreaterThan(1)
  await workshop.post(THINGS, { apiVersion: 'example.net/v1', kind: 'Thing', metadata: { name: 'first' }, size: 1 })
  await workshop.post(NAMESPACES, { metadata: { name: 'extra' } })
  await workshop.post(BINDINGS, binding)
  await clusters.saveTemplate('sort', clusters.snapshot('workshop'))
  await clusters.delete('workshop')
  for (const id of ['blue', 'green']) await clusters.create(id, undefined, { template: 'sort' })
  return { ...started, blue: clientOf(started.server, 'blue'), green: clientOf(started.server, 'green') }
}

describe('clusters of a template', () => {
  it('begin with what it holds, and with no record of their own', async () => {
    const { server, blue } = await startWithTemplate({ controllers: false })

    expect((await blue.get(`${THINGS}/first`)).body).toMatchObject({ kind: 'Thing', size: 1 })
    expect((await blue.get(`${NAMESPACES}/extra`)).status).toBe(200)
    expect((await blue.get(`${NAMESPACES}/kube-system`)).status).toBe(200)
    expect(server.store.buckets('blue/')).toEqual([])
  })

  it('change only their own', async () => {
    const { blue, green } = await startWithTemplate()

    await blue.mergePatch(`${THINGS}/first`, { size: 2 })
    await blue.delete(`${NAMESPACES}/extra`)

    expect((await blue.get(`${THINGS}/first`)).body.size).toBe(2)
    expect((await green.get(`${THINGS}/first`)).body.size).toBe(1)
    await expect.poll(async () => (await blue.get(`${NAMESPACES}/extra`)).status).toBe(404)
    expect((await green.get(`${NAMESPACES}/extra`)).status).toBe(200)
  })

  it('tell watchers of changes to what they began with', async () => {
    const { server, blue } = await startWithTemplate()
    const watch = await blue.watch(`${THINGS}?watch=true&resourceVersion=${server.store.revision}`)

    await blue.mergePatch(`${THINGS}/first`, { size: 2 })
    await blue.delete(`${THINGS}/first`)

    expect(await watch.next()).toMatchObject({ type: 'MODIFIED', object: { size: 2 } })
    expect(await watch.next()).toMatchObject({ type: 'DELETED', object: { size: 2 } })
    watch.close()
  })

  it('can give up a kind with all its objects, and define it again', async () => {
    const { blue, green } = await startWithTemplate()

    await blue.delete(`${DEFINITIONS}/things.example.net`)

    await expect.poll(async () => (await blue.get(THINGS)).status).toBe(404)
    expect((await green.get(`${THINGS}/first`)).status).toBe(200)
    await blue.post(DEFINITIONS, definition)
    await expect.poll(async () => (await blue.get(THINGS)).body.items?.length).toBe(0)
  })

  it('can define further kinds', async () => {
    const { blue, green } = await startWithTemplate()
    const { spec } = definition
    const names = { plural: 'others', singular: 'other', kind: 'Other' }

    await blue.post(DEFINITIONS, { metadata: { name: 'others.example.net' }, spec: { ...spec, names } })

    await expect.poll(async () => (await blue.get('/apis/example.net/v1/others')).status).toBe(200)
    expect((await blue.get(`${THINGS}/first`)).status).toBe(200)
    expect((await green.get('/apis/example.net/v1/others')).status).toBe(404)
  })

  it('let in those whom it lets in, until they say otherwise', async () => {
    const { server, blue } = await startWithTemplate()
    const user = { name: 'jane', groups: ['system:authenticated'] }
    const jane = (id: string) => new TestClient(server, { prefix: `/clusters/${id}`, user })
    expect((await jane('blue').get('/api/v1/configmaps')).status).toBe(200)

    await blue.delete(`${BINDINGS}/jane`)

    expect((await jane('blue').get('/api/v1/configmaps')).status).toBe(403)
    expect((await jane('green').get('/api/v1/configmaps')).status).toBe(200)
  })

  it('are as they were after a restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'templates-'))
    const before = await startWithTemplate({ dataDir })
    await before.blue.mergePatch(`${THINGS}/first`, { size: 2 })
    await before.green.delete(`${THINGS}/first`)
    await before.stop()

    const { server } = await start({ dataDir })

    expect(server.clusters.hasTemplate('sort')).toBe(true)
    expect((await clientOf(server, 'blue').get(`${THINGS}/first`)).body.size).toBe(2)
    expect((await clientOf(server, 'green').get(`${THINGS}/first`)).status).toBe(404)
    expect((await clientOf(server, 'green').get(`${NAMESPACES}/extra`)).status).toBe(200)
  })
})
