import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom, VirtualClock } from '@skep/base'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type ApiServer, type ApiServerOptions, startApiServer } from '../server.ts'
import { TestClient } from '../test/client.ts'

const MAPS = '/api/v1/namespaces/default/configmaps'
const HOUR_MS = 3_600_000

const clientOf = (server: ApiServer, id: string) => new TestClient(server, { prefix: `/clusters/${id}` })

async function start(options: ApiServerOptions = {}) {
  const clock = new VirtualClock()
  const server = await startApiServer({ clock, random: createRandom(1), ...options })
  let open = true
  const stop = async () => {
    if (open) await server.close()
    open = false
  }
  onTestFinished(stop)
  return { server, clock, stop }
}

/** Clusters that begin with one ConfigMap that owns another: blue is made an hour after that was, green two. */
async function startInherited(options: ApiServerOptions = {}) {
  const started = await start(options)
  const { server, clock } = started
  const { clusters } = server
  await clusters.create('workshop')
  const workshop = clientOf(server, 'workshop')
  const { body: owner } = await workshop.post(MAPS, { metadata: { name: 'owner', labels: { role: 'owner' } } })
  const { uid } = owner.metadata
  const ownerReferences = [{ apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid }]
  await workshop.post(MAPS, { metadata: { name: 'owned', ownerReferences } })
  const snapshot = clusters.snapshot('workshop')
  await clusters.saveTemplate('sort', snapshot)
  await clock.advance(HOUR_MS)
  await clusters.create('blue', undefined, { template: 'sort', serviceNetwork: '172.31.0.0/16' })
  await clock.advance(HOUR_MS)
  await clusters.create('green', undefined, { template: 'sort' })
  return { ...started, snapshot, blue: clientOf(server, 'blue'), green: clientOf(server, 'green'), uid: String(uid) }
}

const metadataOf = async (client: TestClient, path: string) => (await client.get(path)).body.metadata

describe('an object that clusters begin with', () => {
  it.each([`${MAPS}/owner`, '/api/v1/namespaces/default', '/apis/rbac.authorization.k8s.io/v1/clusterroles/view'])(
    'is as old as each of them, and another one in each: %s',
    async (path) => {
      const { blue, green } = await startInherited()

      const [inBlue, inGreen] = [await metadataOf(blue, path), await metadataOf(green, path)]

      expect(inBlue.creationTimestamp).toBe('2030-01-01T01:00:00Z')
      expect(inGreen.creationTimestamp).toBe('2030-01-01T02:00:00Z')
      expect(inBlue.uid).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
      expect(inGreen.uid).not.toBe(inBlue.uid)
    },
  )

  it('says what operators say of it since each of them was made, by their clock', async () => {
    const { server } = await start()
    const { clusters } = server
    await clusters.create('workshop')
    const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'
    const GEARS = '/apis/example.com/v1/gears'
    const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
    const workshop = clientOf(server, 'workshop')
    await workshop.post(CRDS, {
      metadata: { name: 'gears.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Cluster',
        names: { kind: 'Gear', plural: 'gears' },
        versions: [{ name: 'v1', served: true, storage: true, schema }],
      },
    })
    const told = ['2029-01-01T00:00:00Z', '2029-01-02T00:00:00Z']
    const conditions = told.map((lastTransitionTime, index) => ({ type: `C${index}`, lastTransitionTime }))
    const gear = { apiVersion: 'example.com/v1', kind: 'Gear', metadata: { name: 'one' }, status: { conditions } }
    await workshop.post(GEARS, gear)
    await clusters.saveTemplate('sort', clusters.snapshot('workshop'))
    await clusters.create('blue', undefined, { template: 'sort', statedAt: '2033-03-03T03:03:03Z' })
    await clusters.create('green', undefined, { template: 'sort' })

    const timesIn = async (id: string, path: string): Promise<string[]> =>
      (await clientOf(server, id).get(path)).body.status.conditions.map(
        (condition: { lastTransitionTime: string }) => condition.lastTransitionTime,
      )
    expect(await timesIn('blue', `${GEARS}/one`)).toEqual(['2033-03-03T03:03:03Z', '2033-03-03T03:03:03Z'])
    expect(await timesIn('green', `${GEARS}/one`)).toEqual(told)
    expect(await timesIn('blue', `${CRDS}/gears.example.com`)).not.toContain('2033-03-03T03:03:03Z')
  })

  it('is so too where a setting changes it, or a cluster is a copy', async () => {
    const { server, blue, snapshot, uid } = await startInherited()
    await server.clusters.create('copy', snapshot)

    const service = await metadataOf(blue, '/api/v1/namespaces/default/services/kubernetes')
    const copied = await metadataOf(clientOf(server, 'copy'), `${MAPS}/owner`)

    expect(service.creationTimestamp).toBe('2030-01-01T01:00:00Z')
    expect(copied.creationTimestamp).toBe('2030-01-01T02:00:00Z')
    expect(copied.uid).not.toBe(uid)
  })

  it('is the same however one looks at it, and whoever changes it', async () => {
    const { server, blue } = await startInherited()
    const { uid } = await metadataOf(blue, `${MAPS}/owner`)
    const changes = await blue.watch(`${MAPS}?watch=true&resourceVersion=${server.store.revision}`)
    const state = await blue.watch(`${MAPS}?watch=true&fieldSelector=metadata.name%3Downer`)

    const { body: listed } = await blue.get(`${MAPS}?labelSelector=role%3Downer`)
    expect(listed.items[0].metadata.uid).toBe(uid)
    expect((await state.next())?.object.metadata.uid).toBe(uid)
    const { body: changed } = await blue.mergePatch(`${MAPS}/owner`, { metadata: { uid }, data: { a: 'b' } })
    expect(changed.metadata).toMatchObject({ uid, creationTimestamp: '2030-01-01T01:00:00Z' })
    expect(await changes.next()).toMatchObject({ type: 'MODIFIED', object: { metadata: { uid } } })
    expect((await metadataOf(blue, `${MAPS}/owner`)).uid).toBe(uid)
    changes.close()
    state.close()
  })

  it('is deleted only by those who mean this one', async () => {
    const { blue, green } = await startInherited({ controllers: false })
    const [{ uid }, { uid: other }] = [
      await metadataOf(blue, `${MAPS}/owned`),
      await metadataOf(green, `${MAPS}/owned`),
    ]

    expect((await blue.delete(`${MAPS}/owned`, { preconditions: { uid: other } })).status).toBe(409)
    expect((await blue.delete(`${MAPS}/owned`, { preconditions: { uid } })).status).toBe(200)
    expect((await blue.get(`${MAPS}/owned`)).status).toBe(404)
    expect((await green.get(`${MAPS}/owned`)).status).toBe(200)
  })

  it('goes with its owner, and stays with it', async () => {
    const { blue, green, clock } = await startInherited()
    const owners = (await metadataOf(blue, `${MAPS}/owned`)).ownerReferences
    expect(owners[0].uid).toBe((await metadataOf(blue, `${MAPS}/owner`)).uid)
    for (const client of [blue, green]) await client.mergePatch(`${MAPS}/owned`, { data: { seen: 'yes' } })
    await clock.advance(10_000)
    expect((await blue.get(`${MAPS}/owned`)).status).toBe(200)

    await blue.delete(`${MAPS}/owner`)
    await clock.advance(10_000)

    expect((await blue.get(`${MAPS}/owned`)).status).toBe(404)
    expect((await green.get(`${MAPS}/owned`)).status).toBe(200)
  })

  it('is the same after a restart', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'inherited-'))
    const before = await startInherited({ dataDir })
    const { uid } = await metadataOf(before.blue, `${MAPS}/owner`)
    await before.stop()

    const { server } = await start({ dataDir })

    expect((await metadataOf(clientOf(server, 'blue'), `${MAPS}/owner`)).uid).toBe(uid)
  })

  it('is another one in a cluster that takes the place of one that is gone', async () => {
    const { server, clock, blue } = await startInherited()
    const { uid } = await metadataOf(blue, `${MAPS}/owner`)

    await server.clusters.delete('blue')
    await clock.advance(1_000)
    await server.clusters.create('blue', undefined, { template: 'sort' })

    expect((await metadataOf(blue, `${MAPS}/owner`)).uid).not.toBe(uid)
  })
})
