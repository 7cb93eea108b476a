import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../server.ts'
import { TestClient } from '../test/client.ts'

let server: ApiServer
let root: TestClient
let blue: TestClient
let green: TestClient
const MAPS = '/api/v1/namespaces/default/configmaps'
const ROLES = '/apis/rbac.authorization.k8s.io/v1/clusterroles'

beforeAll(async () => {
  server = await startApiServer({ controllers: false })
  await server.clusters.create('blue')
  await server.clusters.create('green')
  root = new TestClient(server)
  blue = new TestClient(server, { prefix: '/clusters/blue' })
  green = new TestClient(server, { prefix: '/clusters/green' })
})
afterAll(() => server.close())

describe('logical clusters', () => {
  it('have their own objects', async () => {
    await blue.post(MAPS, { metadata: { name: 'mine' } })

    expect((await blue.get(`${MAPS}/mine`)).status).toBe(200)
    expect((await green.get(`${MAPS}/mine`)).status).toBe(404)
    expect((await root.get(`${MAPS}/mine`)).status).toBe(404)
    expect((await green.get('/api/v1/configmaps?fieldSelector=metadata.name%3Dmine')).body.items).toEqual([])
  })

  it('do not hear of each other’s changes', async () => {
    const watch = await green.watch(`${MAPS}?watch=true&resourceVersion=${server.store.revision}`)
    await blue.post(MAPS, { metadata: { name: 'whisper' } })
    await green.post(MAPS, { metadata: { name: 'heard' } })

    expect((await watch.next())?.object.metadata.name).toBe('heard')
    watch.close()
  })

  it('tell whoever follows all of them of every write, and no longer once they do not', async () => {
    const writes: object[] = []
    const ignore = server.clusters.onWrite(({ resourceVersion: _, ...write }) => writes.push(write))
    await green.post(MAPS, { metadata: { name: 'told' } })
    await blue.delete(`${ROLES}/admin`)
    ignore()
    await green.delete(`${MAPS}/told`)

    expect(writes).toEqual([
      { clusterId: 'green', group: '', resource: 'configmaps', namespace: 'default', name: 'told' },
      {
        clusterId: 'blue',
        group: 'rbac.authorization.k8s.io',
        resource: 'clusterroles',
        namespace: '',
        name: 'admin',
      },
    ])
  })

  it('start with the same system objects, and change only their own', async () => {
    await blue.mergePatch(`${ROLES}/view`, { metadata: { labels: { changed: 'yes' } } })
    await blue.delete(`${ROLES}/edit`)

    expect((await blue.get(`${ROLES}/view`)).body.metadata.labels).toMatchObject({ changed: 'yes' })
    expect((await blue.get(`${ROLES}/edit`)).status).toBe(404)
    expect((await green.get(`${ROLES}/view`)).body.metadata.labels).not.toHaveProperty('changed')
    expect((await green.get(`${ROLES}/edit`)).status).toBe(200)
    expect((await green.get('/api/v1/namespaces/kube-system')).body.status.phase).toBe('Active')
  })

  it('have their own permissions', async () => {
    const user = { name: 'jane', groups: ['system:authenticated'] }
    const binding = {
      metadata: { name: 'jane' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'User', apiGroup: 'rbac.authorization.k8s.io', name: 'jane' }],
    }
    await blue.post('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', binding)

    expect((await new TestClient(server, { prefix: '/clusters/blue', user }).get(MAPS)).status).toBe(200)
    expect(await new TestClient(server, { prefix: '/clusters/green', user }).get(MAPS)).toMatchObject({
      status: 403,
      body: {
        message:
          'configmaps is forbidden: User "jane" cannot list resource "configmaps" in API group "" in the namespace "default"',
      },
    })
  })

  it.each(['/clusters/nobody/api/v1/pods', '/clusters/blue/../green/api/v1/pods', '/clusters/blue%2f..%2fgreen/api'])(
    'are not reached by %s',
    async (path) => {
      expect((await root.get(path)).status).toBe(404)
    },
  )

  it('are made once, listed, and gone with all they had', async () => {
    const red = await server.clusters.create('red')
    await red.objects.create({ group: '', resource: 'configmaps' }, 'default', {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'secret-plan' },
    })
    await expect(server.clusters.create('red')).rejects.toThrow('already exists')
    expect(server.clusters.list()).toEqual(['blue', 'green', 'red'])

    expect(await server.clusters.delete('red')).toBe(true)
    expect(await server.clusters.delete('red')).toBe(false)

    expect(server.clusters.get('red')).toBeUndefined()
    expect(server.store.buckets('red/')).toEqual([])
    const again = await server.clusters.create('red')
    expect(again.objects.get({ group: '', resource: 'configmaps' }, 'default', 'secret-plan')).toBeUndefined()
    await server.clusters.delete('red')
  })

  it('can be made like another one, custom resources and all', async () => {
    const definition = {
      metadata: { name: 'boxes.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Cluster',
        names: { plural: 'boxes', kind: 'Box' },
        versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
      },
    }
    await blue.post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', definition)
    await blue.post('/apis/example.com/v1/boxes', {
      apiVersion: 'example.com/v1',
      kind: 'Box',
      metadata: { name: 'a' },
    })
    const snapshot = server.clusters.snapshot('blue')
    await blue.delete('/apis/example.com/v1/boxes/a')

    await server.clusters.create('copy', snapshot)

    const copy = new TestClient(server, { prefix: '/clusters/copy' })
    const { status, body } = await copy.get('/apis/example.com/v1/boxes/a')
    expect(status).toBe(200)
    expect(Number(body.metadata.resourceVersion)).toBeGreaterThan(0)
    expect((await copy.mergePatch('/apis/example.com/v1/boxes/a', { metadata: { labels: { x: 'y' } } })).status).toBe(
      200,
    )
    expect((await blue.get('/apis/example.com/v1/boxes/a')).status).toBe(404)
    await server.clusters.delete('copy')
  })

  it('end the watches of one that is deleted', async () => {
    await server.clusters.create('brief')
    const watch = await new TestClient(server, { prefix: '/clusters/brief' }).watch(
      `${MAPS}?watch=true&resourceVersion=${server.store.revision}`,
    )

    await server.clusters.delete('brief')

    expect(await watch.next()).toBeUndefined()
  })

  it.each(['', 'UPPER', 'a/b', '..', 'system'])('cannot be called %j', async (id) => {
    await expect(server.clusters.create(id)).rejects.toThrow('is no id of a logical cluster')
  })

  it('cost next to nothing until they are used', async () => {
    const before = server.store.revision
    for (let index = 0; index < 100; index++) await server.clusters.create(`idle-${index}`)

    expect(server.store.revision - before).toBe(100)
    expect(server.store.buckets('idle-')).toEqual([])
  })
})
