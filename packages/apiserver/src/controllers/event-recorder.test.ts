import type { ConfigMap, Event } from '@skep/api'
import { silentLogger, type VirtualClock } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { EventRecorder } from './event-recorder.ts'
import { CONFIG_MAPS } from './resources.ts'
import { startWorld, type World } from './test/world.ts'

const EVENTS = { group: '', resource: 'events' }
const aMap: ConfigMap = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } }

interface Stage {
  world: World
  about: ConfigMap
  record(message: string, rest?: { reason?: string; action?: string }): Promise<void>
}

async function stage(): Promise<Stage> {
  const world = await startWorld()
  const about = await world.create(CONFIG_MAPS, aMap)
  const recorder = new EventRecorder({ clock: world.clock as VirtualClock, log: silentLogger })
  const record: Stage['record'] = async (message, { reason = 'Said', action } = {}) => {
    const what = { component: 'tester', reason, message, ...(action && { action }) }
    recorder.record(world.server.clusters.root, about, what)
    await recorder.flush()
  }
  return { world, about, record }
}

const eventsOf = (world: World): Event[] => world.list<Event>(EVENTS)

describe('an event', () => {
  it('tells who said what about which object, and when', async () => {
    const { world, about, record } = await stage()

    await record('hello')

    const { resourceVersion, uid } = about.metadata
    expect(eventsOf(world)).toMatchObject([
      {
        type: 'Normal',
        reason: 'Said',
        message: 'hello',
        source: { component: 'tester' },
        reportingComponent: 'tester',
        involvedObject: { apiVersion: 'v1', kind: 'ConfigMap', namespace: 'default', name: 'a', uid, resourceVersion },
        firstTimestamp: '2030-01-01T00:00:00Z',
        lastTimestamp: '2030-01-01T00:00:00Z',
        count: 1,
      },
    ])
  })

  it('is counted up when it repeats', async () => {
    const { world, record } = await stage()
    await record('hello')
    await world.clock.advance(60_000)

    await record('hello')

    expect(eventsOf(world)).toMatchObject([
      { count: 2, firstTimestamp: '2030-01-01T00:00:00Z', lastTimestamp: '2030-01-01T00:01:00Z' },
    ])
  })

  it('becomes a series in the newer form', async () => {
    const { world, record } = await stage()

    await record('hello', { action: 'Greeting' })
    await record('hello', { action: 'Greeting' })

    expect(eventsOf(world)).toMatchObject([
      { action: 'Greeting', eventTime: '2030-01-01T00:00:00.000000Z', series: { count: 2 } },
    ])
  })

  it('stands for many that differ in their text alone', async () => {
    const { world, record } = await stage()

    for (let index = 0; index < 13; index++) await record(`number ${index}`)

    const messages = eventsOf(world).map(({ message, count }) => `${count} ${message}`)
    expect(messages).toHaveLength(11)
    expect(messages).toContain('1 number 9')
    expect(messages).toContain('3 (combined from similar events): number 12')
  })

  it('is not written when there have been too many about the object, until a while later', async () => {
    const { world, record } = await stage()
    for (let index = 0; index < 30; index++) await record('hello', { reason: `Reason${index}` })
    expect(eventsOf(world)).toHaveLength(25)

    await world.clock.advance(300_000)
    await record('hello', { reason: 'Later' })
    await record('hello', { reason: 'TooSoon' })

    expect(eventsOf(world).map(({ reason }) => reason)).toContain('Later')
    expect(eventsOf(world)).toHaveLength(26)
  })

  it('is written again when somebody removed it', async () => {
    const { world, record } = await stage()
    await record('hello')
    await world.delete(EVENTS, eventsOf(world)[0]!.metadata.name!)

    await record('hello')

    expect(eventsOf(world)).toMatchObject([{ count: 1, message: 'hello' }])
  })
})
