import { Secret } from '@skep/api'
import { VirtualClock } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { byLabel, byOwner } from './indexes.ts'
import { Informer, type InformerOptions } from './informer.ts'
import { Informers } from './informers.ts'
import { metadataOf } from './kind.ts'
import { at, event, expired, scriptedClient, told } from './test/scripted-client.ts'
import { clientInProcess, startServer, testSignal } from './test/servers.ts'

/** An informer of Secrets on a server, in virtual time. */
async function startInformer(options: InformerOptions<Secret> = {}) {
  const clock = new VirtualClock()
  const client = clientInProcess(await startServer({ clock, controllers: false }), { clock })
  const informer = new Informer<Secret>(client, Secret, { clock, ...options })
  return { clock, client, informer }
}

const named = (name: string, labels: Record<string, string> = {}) => ({
  metadata: { namespace: 'default', name, labels },
})

const names = (objects: readonly { metadata: { name: string } }[]) => objects.map(({ metadata }) => metadata.name)

describe('an informer', () => {
  it('knows what there is and follows it', async () => {
    const { clock, client, informer } = await startInformer()
    await client.create(Secret, named('before'))
    void informer.run(testSignal())
    await informer.waitForSync(testSignal())
    expect(names(informer.list())).toEqual(['before'])

    await client.create(Secret, named('after'))
    await client.delete(Secret, { namespace: 'default', name: 'before' })
    await clock.settle()

    expect(names(informer.list('default'))).toEqual(['after'])
    expect(informer.list('elsewhere')).toEqual([])
    expect(informer.get({ namespace: 'default', name: 'before' })).toBeUndefined()
  })

  it('follows the metadata alone of a kind whose contents nobody needs', async () => {
    const { clock, client } = await startInformer()
    const informer = new Informer(client, metadataOf(Secret), { clock })
    await client.create(Secret, { ...named('before'), stringData: { password: 'x' } })
    void informer.run(testSignal())
    await informer.waitForSync(testSignal())
    await client.create(Secret, { ...named('after', { set: 'a' }), stringData: { password: 'x' } })
    await clock.settle()

    expect(names(informer.list())).toEqual(['before', 'after'])
    expect(informer.get({ namespace: 'default', name: 'after' })?.metadata.labels).toEqual({ set: 'a' })
    expect(informer.list().filter((object) => 'data' in object)).toEqual([])
  })

  it.each([
    [false, [0, 0]],
    [true, [1, 1]],
  ])('keeps who wrote which field only where that is asked for: %s', async (managedFields, entries) => {
    const { clock, client, informer } = await startInformer({ managedFields })
    await client.create(Secret, named('before'))
    void informer.run(testSignal())
    await informer.waitForSync(testSignal())
    await client.create(Secret, named('after'))
    await clock.settle()

    expect(informer.list().map(({ metadata }) => metadata.managedFields?.length ?? 0)).toEqual(entries)
  })

  it('is not shared by who wants to know who wrote which field and asks too late', async () => {
    const { client } = await startInformer()
    const informers = new Informers(client)
    informers.of(Secret)

    expect(() => informers.of(Secret, { managedFields: true })).toThrow('ask for them first')
    expect(informers.of(metadataOf(Secret), { managedFields: true }).keepsManagedFields).toBe(true)
  })

  it('tells its handlers in order, and a late one of what there is', async () => {
    const { clock, client, informer } = await startInformer()
    const first: string[] = []
    const late: string[] = []
    const note = (log: string[]) => (change: Parameters<typeof told>[0]) =>
      void log.push(told(change).replace(/ \d+$/, ''))
    informer.onChange(note(first))
    void informer.run(testSignal())
    await client.create(Secret, named('a'))
    await clock.settle()

    const stop = informer.onChange(note(late))
    await client.patch(Secret, { namespace: 'default', name: 'a' }, { type: 'merge', body: { data: { x: 'MQ==' } } })
    await clock.settle()
    stop()
    await client.delete(Secret, { namespace: 'default', name: 'a' })
    await clock.settle()

    expect(first).toEqual(['added a', 'updated a', 'deleted a'])
    expect(late).toEqual(['added a', 'updated a'])
  })

  it('finds objects by label and owner, wherever they move', async () => {
    const { clock, client, informer } = await startInformer({ indexes: { team: byLabel('team'), owner: byOwner } })
    const { metadata } = await client.create(Secret, named('owner'))
    const owner = { apiVersion: 'v1', kind: 'Secret', name: 'owner', uid: metadata.uid }
    await client.create(Secret, named('a', { team: 'blue' }))
    await client.create(Secret, { metadata: { namespace: 'default', name: 'b', ownerReferences: [owner] } })
    void informer.run(testSignal())
    await informer.waitForSync(testSignal())
    expect(names(informer.find('team', 'blue'))).toEqual(['a'])
    expect(names(informer.find('owner', metadata.uid))).toEqual(['b'])

    const body = { metadata: { labels: { team: 'red' } } }
    await client.patch(Secret, { namespace: 'default', name: 'a' }, { type: 'merge', body })
    await clock.settle()

    expect(informer.find('team', 'blue')).toEqual([])
    expect(names(informer.find('team', 'red'))).toEqual(['a'])
    expect(() => informer.find('nothing', 'x')).toThrow('the informer of secrets has no index "nothing"')
  })

  it('forgets in its indexes what vanished while nobody looked', async () => {
    const script = scriptedClient([
      { list: [at('a', '1'), at('b', '2')], version: '2' },
      { watch: [event('MODIFIED', 'a', '3')], end: expired },
      { list: [at('b', '2')], version: '4' },
    ])
    const clock = new VirtualClock()
    const informer = new Informer(script.client, Secret, { clock })

    void informer.run(testSignal())
    await clock.settle()

    expect(names(informer.find('namespace', 'default'))).toEqual(['b'])
  })

  it('does not let anybody change its objects', async () => {
    const { client, informer } = await startInformer()
    await client.create(Secret, { ...named('a'), data: { colour: 'Ymx1ZQ==' } })
    void informer.run(testSignal())
    await informer.waitForSync(testSignal())

    const object = informer.get({ namespace: 'default', name: 'a' })

    expect(() => Object.assign(object?.data ?? {}, { colour: 'cmVk' })).toThrow(TypeError)
  })

  it('tells of everything again now and then, if asked to', async () => {
    const { clock, client, informer } = await startInformer({ resyncMs: 60_000 })
    await client.create(Secret, named('a'))
    const types: string[] = []
    informer.onChange(({ type }) => types.push(type))
    void informer.run(testSignal())

    await clock.advance(180_000)

    expect(types).toEqual(['added', 'updated', 'updated', 'updated'])
  })

  it('stops waiting for the first list when the signal aborts', async () => {
    const { informer } = await startInformer()

    await expect(informer.waitForSync(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
  })
})

describe('informers', () => {
  it('are shared by all who ask for the same objects', async () => {
    const { client, clock } = await startInformer()
    const informers = new Informers(client, { clock })

    const all = informers.of(Secret)

    expect(informers.of(Secret, { indexes: { team: byLabel('team') } })).toBe(all)
    expect(informers.of(Secret, { namespace: 'default' })).not.toBe(all)
    expect(all.find('team', 'blue')).toEqual([])
  })

  it('start one that is asked for while they run', async () => {
    const { client, clock } = await startInformer()
    await client.create(Secret, named('a'))
    const informers = new Informers(client, { clock })
    const stop = new AbortController()
    const running = informers.run(stop.signal)

    const late = informers.of(Secret, { namespace: 'default' })
    await informers.waitForSync(testSignal())
    stop.abort()
    await running

    expect(names(late.list())).toEqual(['a'])
    expect(late.state).toBe('idle')
  })

  it('of the same objects share one watch, whoever comes later or leaves before', async () => {
    const { client, clock, informer: first } = await startInformer()
    const requests: string[] = []
    client.observe(({ method }) => requests.push(method))
    const [second, other] = [new Informer(client, Secret, { clock }), new Informer(client, Secret, { clock })]
    const told: string[] = []
    second.onChange(({ type, object }) => told.push(`${type} ${object.metadata.name}`))
    const stop = new AbortController()
    const running = first.run(stop.signal)
    await first.waitForSync(testSignal())
    await client.create(Secret, named('a'))
    await clock.settle()

    void second.run(testSignal())
    await second.waitForSync(testSignal())
    stop.abort()
    await running
    await client.create(Secret, named('b'))
    await clock.settle()
    void other.run(testSignal())
    await other.waitForSync(testSignal())

    expect(told).toEqual(['added a', 'added b'])
    expect([first, second, other].map((informer) => names(informer.list()))).toEqual([['a'], ['a', 'b'], ['a', 'b']])
    expect(first.state).toBe('idle')
    expect(second.get({ namespace: 'default', name: 'b' })).toBe(other.get({ namespace: 'default', name: 'b' }))
    expect(requests.filter((method) => method === 'GET')).toHaveLength(2)
  })

  it('of which one cannot bear what it is told leave the others alone', async () => {
    const { client, clock, informer } = await startInformer()
    const broken = new Informer(client, Secret, { clock })
    broken.onChange(() => {
      throw new Error('no secrets, please')
    })
    const failed = broken.run(testSignal()).catch((error: unknown) => error)
    void informer.run(testSignal())
    await informer.waitForSync(testSignal())

    await client.create(Secret, named('a'))
    await clock.settle()

    expect(await failed).toMatchObject({ message: 'no secrets, please' })
    expect(names(informer.list())).toEqual(['a'])
    await client.create(Secret, named('b'))
    await clock.settle()
    expect(names(informer.list())).toEqual(['a', 'b'])
  })

  it('tell what changed while they did not run', async () => {
    const { client, clock, informer } = await startInformer()
    const told: string[] = []
    informer.onChange(({ type, object }) => told.push(`${type} ${object.metadata.name}`))
    await client.create(Secret, named('a'))
    const stop = new AbortController()
    const running = informer.run(stop.signal)
    await informer.waitForSync(testSignal())
    const other = new Informer(client, Secret, { clock })
    void other.run(testSignal())
    await other.waitForSync(testSignal())
    stop.abort()
    await running
    await client.delete(Secret, { namespace: 'default', name: 'a' })
    await client.create(Secret, named('b'))
    await clock.settle()

    void informer.run(testSignal())
    await clock.settle()

    expect(told).toEqual(['added a', 'deleted a', 'added b'])
  })
})
