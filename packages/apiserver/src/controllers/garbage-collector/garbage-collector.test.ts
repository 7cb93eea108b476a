import { VirtualClock } from '@skep/base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../../server.ts'
import { apiOf, type TestApi } from '../../test/api.ts'

let server: ApiServer
let api: TestApi
const clock = new VirtualClock()

beforeAll(async () => {
  server = await startApiServer({ clock })
  api = apiOf(server)
})
afterAll(() => server.close())

const MAPS = '/api/v1/namespaces/default/configmaps'

interface OwnerOptions {
  blockOwnerDeletion?: boolean
  finalizers?: string[]
}

async function create(name: string, owners: { name: string; uid: string }[] = [], options: OwnerOptions = {}) {
  const ownerReferences = owners.map((owner) => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: owner.name,
    uid: owner.uid,
    ...(options.blockOwnerDeletion ? { blockOwnerDeletion: true } : {}),
  }))
  const { body } = await api.post(MAPS, { metadata: { name, ownerReferences, finalizers: options.finalizers ?? [] } })
  return { name, uid: body.metadata.uid as string }
}

const exists = async (name: string): Promise<boolean> => (await api.get(`${MAPS}/${name}`)).status === 200

describe('garbage collection', () => {
  it('deletes what a deleted object owned, and what that owned', async () => {
    const root = await create('root')
    const child = await create('child', [root])
    await create('grandchild', [child])

    await api.delete(`${MAPS}/root`)
    await clock.settle()

    expect(await exists('child')).toBe(false)
    expect(await exists('grandchild')).toBe(false)
  })

  it('keeps dependents that are to be orphaned, without the reference', async () => {
    const owner = await create('leaving')
    await create('orphan', [owner])

    await api.delete(`${MAPS}/leaving`, { propagationPolicy: 'Orphan' })
    await clock.settle()

    expect(await exists('leaving')).toBe(false)
    expect((await api.get(`${MAPS}/orphan`)).body.metadata.ownerReferences).toBeUndefined()
  })

  it('lets an owner go last in the foreground, when nothing blocks it any more', async () => {
    const owner = await create('last')
    await create('held', [owner], { blockOwnerDeletion: true, finalizers: ['example.com/hold'] })

    await api.delete(`${MAPS}/last`, { propagationPolicy: 'Foreground' })
    await clock.settle()
    expect(await exists('last')).toBe(true)
    expect((await api.get(`${MAPS}/held`)).body.metadata.deletionTimestamp).toBeDefined()

    await api.patch(`${MAPS}/held`, { metadata: { finalizers: null } })
    await clock.settle()
    expect(await exists('last')).toBe(false)
  })

  it('keeps what still has another owner, and drops the reference to the one that went', async () => {
    const first = await create('first')
    const second = await create('second')
    await create('shared', [first, second])

    await api.delete(`${MAPS}/first`)
    await clock.settle()

    const { body } = await api.get(`${MAPS}/shared`)
    expect(body.metadata.ownerReferences.map(({ name }: { name: string }) => name)).toEqual(['second'])
  })

  it('waits a moment for an owner that nobody has seen, then collects', async () => {
    await create('hopeful', [{ name: 'never', uid: 'no-such-uid' }])
    await clock.settle()
    expect(await exists('hopeful')).toBe(true)

    await clock.advance(3_000)

    expect(await exists('hopeful')).toBe(false)
  })

  it('does not take another object of the same name for the owner', async () => {
    const before = await create('renewed')
    await create('loyal', [before])
    await api.delete(`${MAPS}/renewed`)
    await create('renewed')
    await clock.settle()

    expect(await exists('loyal')).toBe(false)
    expect(await exists('renewed')).toBe(true)
  })

  it('resolves a circle of owners once one of them is deleted', async () => {
    const a = await create('circle-a')
    const b = await create('circle-b', [a])
    await api.patch(`${MAPS}/circle-a`, {
      metadata: { ownerReferences: [{ apiVersion: 'v1', kind: 'ConfigMap', name: b.name, uid: b.uid }] },
    })

    await api.delete(`${MAPS}/circle-a`, { propagationPolicy: 'Foreground' })
    await clock.advance(5_000)

    expect(await exists('circle-a')).toBe(false)
    expect(await exists('circle-b')).toBe(false)
  })
})
