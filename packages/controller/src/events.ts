import { Event } from '@skep/api'
import { type Clock, cryptoRandom, formatTime, type Logger, type Random, silentLogger } from '@skep/base'
import { type Client, type Draft, isObjectMissing } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import { EventLimits, type EventRate, rateLimit } from './event-limits.ts'

/** Something that happened to an object, for people to read in `kubectl describe`. */
export interface EventNote {
  readonly type: 'Normal' | 'Warning'
  /** One word for programs, such as `Created`. */
  readonly reason: string
  /** For people. */
  readonly message: string
  /** The part of the object that it is about, such as `spec.containers{web}`. */
  readonly fieldPath?: string
}

/** Records events on objects. It never fails and never waits: what cannot be written is logged and forgotten. */
export interface EventRecorder {
  record(object: KubeObject, note: EventNote): void
  /** Resolves when everything recorded so far has been written. */
  flush(): Promise<void>
}

/** In whose name events are recorded, and with what. */
export interface EventRecorderOptions {
  readonly client: Client
  readonly clock: Clock
  /** Where the ends of names come from; unpredictable unless given. */
  readonly random?: Random
  readonly log?: Logger
  /** Name of the controller that reports them. */
  readonly component: string
  /** Node on which it runs, if that matters. */
  readonly host?: string
  /** How many events it may record, about whatever, by the time outside of a simulation; any number unless given. */
  readonly rate?: EventRate
}

/** What is kept of an event that may happen again. */
interface Recorded {
  readonly name: string
  count: number
}

/** No more events than this wait to be written. */
const MAX_WAITING = 1_000

/** A recorder that counts an event that repeats instead of writing it again, and limits what one object may cause. */
export function createEventRecorder(options: EventRecorderOptions): EventRecorder {
  const { client, clock, random = cryptoRandom, log = silentLogger, component, host } = options
  const source = { component, ...(host === undefined ? {} : { host }) }
  const limits = new EventLimits<Recorded>(clock)
  // People see how long ago something happened by their own time.
  const calendar = clock.outside ?? clock
  const isWithinRate = options.rate ? rateLimit(options.rate, calendar) : () => true
  let waiting = 0
  let sequence = 0
  let written: Promise<unknown> = Promise.resolve()

  const write = async (object: KubeObject, note: EventNote, time: string): Promise<void> => {
    const key = JSON.stringify([object.metadata.uid, note])
    const recorded = limits.recorded(key)
    if (recorded && (await countAgain(client, object, recorded, time))) return
    const name = `${object.metadata.name}.${orderedHex(calendar.now(), sequence++, random)}`
    await client.createIfMissing(Event, eventOf(object, note, { name, source, time }))
    limits.remember(key, { name, count: 1 })
  }
  return {
    record: (object, note) => {
      if (waiting >= MAX_WAITING || !limits.allow(object.metadata.uid ?? '') || !isWithinRate()) return
      waiting++
      const time = formatTime(calendar.now())
      written = written
        .then(() => write(object, note, time))
        .catch((error: unknown) => log.info('Failed to record an event', { reason: note.reason, error }))
        .finally(() => waiting--)
    },
    flush: async () => {
      await written
    },
  }
}

/** Adds one to an event that is there; false when it has expired. */
async function countAgain(client: Client, object: KubeObject, recorded: Recorded, time: string): Promise<boolean> {
  const count = recorded.count + 1
  const ref = { namespace: eventNamespace(object), name: recorded.name }
  try {
    await client.patchUnread(Event, ref, { type: 'merge', body: { count, lastTimestamp: time } })
  } catch (error) {
    if (isObjectMissing(error)) return false
    throw error
  }
  recorded.count = count
  return true
}

function eventOf(
  object: KubeObject,
  { fieldPath, ...note }: EventNote,
  { name, source, time }: { name: string; source: { component: string; host?: string }; time: string },
): Draft<Event> {
  const { namespace, name: objectName, uid, resourceVersion } = object.metadata
  return {
    metadata: { namespace: eventNamespace(object), name },
    involvedObject: {
      apiVersion: object.apiVersion,
      kind: object.kind,
      ...(namespace === undefined ? {} : { namespace }),
      ...(objectName === undefined ? {} : { name: objectName }),
      ...(uid === undefined ? {} : { uid }),
      ...(resourceVersion === undefined ? {} : { resourceVersion }),
      ...(fieldPath === undefined ? {} : { fieldPath }),
    },
    ...note,
    count: 1,
    firstTimestamp: time,
    lastTimestamp: time,
    source,
    reportingComponent: source.component,
    reportingInstance: source.host ?? '',
  }
}

/** Events of cluster-wide objects are kept in `default`. */
const eventNamespace = ({ metadata }: KubeObject): string => metadata.namespace ?? 'default'

/** Names of events of one object sort by time, since that is the order in which people are shown those of a second. */
const orderedHex = (now: number, sequence: number, random: Random): string =>
  (BigInt(now) * 1_000_000n + BigInt((sequence % 1_000) * 1_000 + random.int(1_000))).toString(16)
