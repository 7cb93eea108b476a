import { ConfigMap, Deployment, Namespace } from '@skep/api'
import { hasReason, StatusError } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { kindOf } from './kind.ts'
import { clientInProcess, clientOverNetwork, startServer } from './test/servers.ts'

const ways = [
  ['in process', async () => clientInProcess(await startServer({ controllers: false }))],
  ['over the network', async () => clientOverNetwork(await startServer({ controllers: false }))],
] as const

describe.each(ways)('a client %s', (_way, connect) => {
  it('creates, reads, updates and deletes an object', async () => {
    const client = await connect()

    const made = await client.create(ConfigMap, { metadata: { namespace: 'default', name: 'blue' }, data: { a: '1' } })
    const read = await client.get(ConfigMap, made.metadata)
    const updated = await client.update(ConfigMap, { ...made, data: { a: '2' } })
    const deleted = await client.delete(ConfigMap, { namespace: 'default', name: 'blue' })

    expect(read).toEqual(made)
    expect(made).toMatchObject({ apiVersion: 'v1', kind: 'ConfigMap', data: { a: '1' } })
    expect(updated.data).toEqual({ a: '2' })
    expect(deleted).toBe(true)
    expect(await client.get(ConfigMap, made.metadata)).toBeUndefined()
    expect(await client.delete(ConfigMap, made.metadata)).toBe(false)
  })

  it('creates an object only where there is none', async () => {
    const client = await connect()
    const wanted = { metadata: { namespace: 'default', name: 'blue' }, data: { a: '1' } }

    const first = await client.createIfMissing(ConfigMap, wanted)
    const second = await client.createIfMissing(ConfigMap, { ...wanted, data: { a: '2' } })
    const elsewhere = client.createIfMissing(ConfigMap, { metadata: { namespace: 'nowhere', name: 'blue' } })

    expect([first, second]).toEqual([true, false])
    expect((await client.get(ConfigMap, wanted.metadata))?.data).toEqual({ a: '1' })
    await expect(elsewhere).rejects.toThrow('namespaces "nowhere" not found')
  })

  it('rejects with the reason the server gives', async () => {
    const client = await connect()
    const made = await client.create(ConfigMap, { metadata: { namespace: 'default', name: 'blue' } })
    await client.patch(ConfigMap, made.metadata, { type: 'merge', body: { data: { a: '1' } } })

    const stale = await client.update(ConfigMap, { ...made, data: { a: '2' } }).catch((error: unknown) => error)

    expect(stale).toBeInstanceOf(StatusError)
    expect(stale).toMatchObject({ reason: 'Conflict', code: 409, details: { name: 'blue', kind: 'configmaps' } })
  })

  it('tells a kind that is not served from an object that is not there', async () => {
    const client = await connect()
    const unknown = kindOf({ apiVersion: 'orders.skep.dev/v1', kind: 'Order', plural: 'orders', namespaced: true })

    const error = await client.get(unknown, { namespace: 'default', name: 'blue' }).catch((thrown: unknown) => thrown)

    expect(hasReason(error, 'NotFound')).toBe(true)
  })

  it('lists page by page', async () => {
    const client = await connect()
    const labels = { set: 'many' }
    for (const name of ['a', 'b', 'c', 'd', 'e']) {
      await client.create(ConfigMap, { metadata: { namespace: 'default', name, labels } })
    }

    const { items } = await client.list(ConfigMap, { namespace: 'default', labelSelector: labels, pageSize: 2 })

    expect(items.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'ConfigMap a',
      'ConfigMap b',
      'ConfigMap c',
      'ConfigMap d',
      'ConfigMap e',
    ])
  })

  it('patches in all three forms', async () => {
    const client = await connect()
    const { metadata } = await client.create(Namespace, { metadata: { name: 'blue', labels: { a: '1' } } })

    await client.patch(Namespace, metadata, { type: 'merge', body: { metadata: { labels: { b: '2' } } } })
    await client.patch(Namespace, metadata, { type: 'strategic', body: { metadata: { labels: { c: '3' } } } })
    const last = await client.patch(Namespace, metadata, {
      type: 'json',
      operations: [{ op: 'remove', path: '/metadata/labels/a' }],
    })

    expect(last.metadata.labels).toEqual({ b: '2', c: '3', 'kubernetes.io/metadata.name': 'blue' })
  })

  it('patches without an answer', async () => {
    const client = await connect()
    const { metadata } = await client.create(Namespace, { metadata: { name: 'blue' } })
    const patch = { type: 'merge', body: { metadata: { labels: { a: '1' } } } } as const

    await client.patchUnread(Namespace, metadata, patch)

    expect((await client.get(Namespace, metadata))?.metadata.labels).toMatchObject({ a: '1' })
    await expect(client.patchUnread(Namespace, { name: 'red' }, patch)).rejects.toThrow('namespaces "red" not found')
  })

  it('applies as its own field manager, and takes from others only by force', async () => {
    const client = await connect()
    const manifest = { metadata: { namespace: 'default', name: 'blue' }, data: { a: '1' } }
    await client.apply(ConfigMap, manifest, { fieldManager: 'first' })

    const conflict = await client.apply(ConfigMap, { ...manifest, data: { a: '2' } }).catch((error: unknown) => error)
    const forced = await client.apply(ConfigMap, { ...manifest, data: { a: '3' } }, { force: true })

    expect(hasReason(conflict, 'Conflict')).toBe(true)
    expect(forced.data).toEqual({ a: '3' })
    expect(forced.metadata.managedFields).toMatchObject([{ manager: 'skep', operation: 'Apply' }])
  })

  it('writes only what changed in a status, and nothing when nothing did', async () => {
    const client = await connect()
    const before = await client.create(Deployment, { metadata: { namespace: 'default', name: 'web' }, spec: aSpec() })
    const after = structuredClone(before)
    after.status = { ...after.status, replicas: 2, observedGeneration: 1 }

    await client.patchStatus(Deployment, before, after)
    const stored = await client.get(Deployment, before.metadata)
    const version = after.metadata.resourceVersion
    await client.patchStatus(Deployment, after, structuredClone(after))

    expect(stored?.status).toEqual({ replicas: 2, observedGeneration: 1 })
    expect(stored?.metadata.resourceVersion).toBe(version)
    expect((await client.get(Deployment, before.metadata))?.metadata.resourceVersion).toBe(version)
  })

  it('leaves metadata alone that the status to write shares with an informer', async () => {
    const client = await connect()
    const before = await client.create(Deployment, { metadata: { namespace: 'default', name: 'web' }, spec: aSpec() })
    const { resourceVersion } = Object.freeze(before.metadata)
    const after = { ...before, status: { replicas: 2 } }

    await client.patchStatus(Deployment, before, after)

    expect(before.metadata.resourceVersion).toBe(resourceVersion)
    expect(after.metadata.resourceVersion).not.toBe(resourceVersion)
  })

  it('stores nothing on a dry run', async () => {
    const client = await connect()

    await client.create(ConfigMap, { metadata: { namespace: 'default', name: 'blue' } }, { dryRun: true })

    expect(await client.get(ConfigMap, { namespace: 'default', name: 'blue' })).toBeUndefined()
  })

  it('deletes what a selector selects', async () => {
    const client = await connect()
    await client.create(ConfigMap, { metadata: { namespace: 'default', name: 'blue', labels: { team: 'a' } } })
    await client.create(ConfigMap, { metadata: { namespace: 'default', name: 'red', labels: { team: 'b' } } })

    await client.deleteCollection(ConfigMap, { namespace: 'default', labelSelector: 'team=a' })

    expect(await client.get(ConfigMap, { namespace: 'default', name: 'blue' })).toBeUndefined()
    expect(await client.get(ConfigMap, { namespace: 'default', name: 'red' })).toBeDefined()
  })

  it('deletes an object only as long as it is the one that was meant', async () => {
    const client = await connect()
    await client.create(ConfigMap, { metadata: { namespace: 'default', name: 'blue' } })
    const another = { preconditions: { uid: '7f4c2a52-0000-4000-8000-000000000000' } }

    const refused = await client
      .delete(ConfigMap, { namespace: 'default', name: 'blue' }, another)
      .catch((e: unknown) => e)

    expect(hasReason(refused, 'Conflict')).toBe(true)
  })

  it('answers raw requests', async () => {
    const client = await connect()

    const { status, body } = await client.raw({ path: '/version' })

    expect(status).toBe(200)
    expect(JSON.parse(body.toString())).toMatchObject({ major: '1' })
  })

  it('gives up when its signal aborts', async () => {
    const client = await connect()
    const controller = new AbortController()
    const watching = client.watch(ConfigMap, { signal: controller.signal })[Symbol.asyncIterator]()
    for (let initial = 0; initial < 1; initial++) await watching.next()

    controller.abort(new Error('enough'))

    await expect(
      (async () => {
        for (;;) if ((await watching.next()).done) return 'ended'
      })(),
    ).rejects.toThrow('enough')
  })
})

describe('a client over the network', () => {
  it('reads many large lists at once', async () => {
    const server = await startServer({ controllers: false })
    const admin = clientInProcess(server)
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      await admin.create(ConfigMap, { metadata: { namespace: 'default', name }, data: { large: 'x'.repeat(500_000) } })
    }
    const client = await clientOverNetwork(server)

    const lists = await Promise.all(
      Array.from({ length: 20 }, () => client.list(ConfigMap, { labelSelector: '!none' })),
    )

    expect(lists.map(({ items }) => items.filter(({ data }) => data?.['large']).length)).toEqual(Array(20).fill(6))
  })
})

const aSpec = () => ({
  replicas: 1,
  selector: { matchLabels: { app: 'web' } },
  template: { metadata: { labels: { app: 'web' } }, spec: { containers: [{ name: 'web', image: 'web' }] } },
})
