import { Event, Namespace } from '@skep/api'
import { createRandom } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { createEventRecorder, type EventNote, type EventRecorderOptions } from './events.ts'
import { anHourAheadOf } from './test/ahead.ts'
import { aNote, type Hub, Note, startHub } from './test/hub.ts'

const ready: EventNote = { type: 'Normal', reason: 'Ready', message: 'all is well' }

const recorderOn = ({ client, clock, random = createRandom(1) }: Omit<EventRecorderOptions, 'component'>) =>
  createEventRecorder({ client, clock, random, component: 'notes' })

const eventsOn = async ({ client }: Hub) => (await client.list(Event)).items

describe('an event recorder', () => {
  it('records an event on an object, as kubectl describe wants it', async () => {
    const hub = await startHub()
    const recorder = recorderOn(hub)
    const note = await hub.client.create(Note, aNote('note'))

    recorder.record(note, ready)
    await recorder.flush()

    expect(await eventsOn(hub)).toMatchObject([
      {
        metadata: { namespace: 'default', name: expect.stringMatching(/^note\.[0-9a-f]{16}$/) },
        involvedObject: { apiVersion: 'test.skep.dev/v1', kind: 'Note', name: 'note', uid: note.metadata.uid },
        type: 'Normal',
        reason: 'Ready',
        message: 'all is well',
        count: 1,
        firstTimestamp: '2030-01-01T00:00:00Z',
        lastTimestamp: '2030-01-01T00:00:00Z',
        source: { component: 'notes' },
      },
    ])
  })

  it('counts an event that repeats', async () => {
    const hub = await startHub()
    const recorder = recorderOn(hub)
    const note = await hub.client.create(Note, aNote('note'))

    for (let i = 0; i < 3; i++) {
      recorder.record(note, ready)
      await recorder.flush()
      await hub.clock.advance(60_000)
    }
    recorder.record(note, { ...ready, message: 'all is still well' })
    await recorder.flush()

    const events = (await eventsOn(hub)).map(({ message, count, lastTimestamp }) => [message, count, lastTimestamp])
    expect(events.sort()).toEqual([
      ['all is still well', 1, '2030-01-01T00:03:00Z'],
      ['all is well', 3, '2030-01-01T00:02:00Z'],
    ])
  })

  it('drops what is beyond the rate of its recorder, whatever it is about', async () => {
    const hub = await startHub()
    const recorder = createEventRecorder({ ...hub, component: 'notes', rate: { burst: 2, refillMs: 20 } })
    const notes = await Promise.all(['a', 'b', 'c', 'd'].map((name) => hub.client.create(Note, aNote(name))))

    for (const note of notes) recorder.record(note, ready)
    await hub.clock.advance(20)
    for (const note of notes) recorder.record(note, { ...ready, message: 'later' })
    await recorder.flush()

    const told = (await eventsOn(hub)).map(({ involvedObject, message }) => `${involvedObject.name}: ${message}`)
    expect(told.sort()).toEqual(['a: all is well', 'a: later', 'b: all is well'])
  })

  it('writes an event anew whose record has gone', async () => {
    const hub = await startHub()
    const recorder = recorderOn(hub)
    const note = await hub.client.create(Note, aNote('note'))
    recorder.record(note, ready)
    await recorder.flush()
    await hub.client.deleteCollection(Event, { namespace: 'default' })

    recorder.record(note, ready)
    await recorder.flush()

    expect(await eventsOn(hub)).toMatchObject([{ count: 1 }])
  })

  it('keeps events of cluster-wide objects in the default namespace', async () => {
    const hub = await startHub()
    const recorder = recorderOn(hub)
    const namespace = await hub.client.create(Namespace, { metadata: { name: 'blue' } })

    recorder.record(namespace, ready)
    await recorder.flush()

    expect((await eventsOn(hub)).map(({ metadata }) => metadata.namespace)).toEqual(['default'])
  })

  it('lets one object cause no more than a few events, and another one later', async () => {
    const hub = await startHub()
    const recorder = recorderOn(hub)
    const note = await hub.client.create(Note, aNote('note'))

    for (let i = 0; i < 100; i++) recorder.record(note, { ...ready, message: `number ${i}` })
    await recorder.flush()
    expect(await eventsOn(hub)).toHaveLength(25)
    await hub.clock.advance(300_000)
    recorder.record(note, { ...ready, message: 'later' })
    await recorder.flush()

    expect(await eventsOn(hub)).toHaveLength(26)
  })

  it('does not mind when an event cannot be written', async () => {
    const hub = await startHub()
    const lines: string[] = []
    const log = {
      info: (message: string) => void lines.push(message),
      error: () => {},
      debug: () => {},
      with: () => log,
    }
    const recorder = createEventRecorder({ ...hub, log, component: 'notes' })

    recorder.record({ apiVersion: 'v1', kind: 'Note', metadata: { namespace: 'nowhere', name: 'x' } }, ready)
    await recorder.flush()

    expect(lines).toEqual(['Failed to record an event'])
  })

  it('stamps events with the time that people have, however far simulated time is', async () => {
    const hub = await startHub()
    const recorder = recorderOn({ ...hub, clock: anHourAheadOf(hub.clock) })
    const note = await hub.client.create(Note, aNote('note'))

    recorder.record(note, ready)
    await recorder.flush()

    expect((await eventsOn(hub)).map(({ lastTimestamp }) => lastTimestamp)).toEqual(['2030-01-01T00:00:00Z'])
  })
})
