import type { Event } from '../core/event.ts'
import type { EventsV1Event } from './event.ts'

/** Fields that only changed their names between the two shapes of an event, old name first. */
const RENAMED = [
  ['involvedObject', 'regarding'],
  ['message', 'note'],
  ['source', 'deprecatedSource'],
  ['firstTimestamp', 'deprecatedFirstTimestamp'],
  ['lastTimestamp', 'deprecatedLastTimestamp'],
  ['count', 'deprecatedCount'],
  ['reportingComponent', 'reportingController'],
] as const

type Members = Record<string, unknown>

/** Copies an object with some members under other names. */
function rename(object: object, names: ReadonlyMap<string, string>): Members {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [names.get(name) ?? name, value]))
}

const TO_EVENTS = new Map<string, string>(RENAMED)
const TO_CORE = new Map<string, string>(RENAMED.map(([old, now]) => [now, old]))

/** A core event as events.k8s.io shows it. What core always writes and the other API leaves out when empty goes. */
export function toEventsV1(event: Event): EventsV1Event {
  const converted = { ...rename(event, TO_EVENTS), apiVersion: 'events.k8s.io/v1' }
  for (const name of ['reportingController', 'reportingInstance'] as const) {
    if ((converted as Members)[name] === '') delete (converted as Members)[name]
  }
  // The two shapes differ in the names above and in nothing else.
  return converted as unknown as EventsV1Event
}

/** An event of events.k8s.io as core, the shape in which events are stored. */
export function toCoreEvent(event: EventsV1Event): Event {
  const converted = { reportingComponent: '', reportingInstance: '', ...rename(event, TO_CORE), apiVersion: 'v1' }
  return converted as unknown as Event
}
