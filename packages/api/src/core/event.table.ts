import { ageSince } from '@skep/base'
import { defineTable, nameColumn } from '../rules/table.ts'
import type { Event } from './event.ts'

const firstSeen = ({ firstTimestamp, eventTime }: Event, now: number): string =>
  ageSince(firstTimestamp ?? eventTime ?? undefined, now)

function lastSeen(event: Event, now: number): string {
  if (event.series) return ageSince(event.series.lastObservedTime ?? undefined, now)
  return event.lastTimestamp ? ageSince(event.lastTimestamp, now) : firstSeen(event, now)
}

function formatSource({ source, reportingComponent, reportingInstance }: Event): string {
  const component = source?.component || reportingComponent || ''
  const instance = source?.host || reportingInstance || ''
  return instance === '' ? component : `${component}, ${instance}`
}

/** What `kubectl get events` shows. */
export const eventTable = defineTable<Event>(
  {
    name: 'Last Seen',
    description: 'The time at which the most recent occurrence of this event was recorded.',
    cell: lastSeen,
  },
  {
    name: 'Type',
    description: 'Type of this event (Normal, Warning), new types could be added in the future',
    cell: ({ type }) => type ?? '',
  },
  {
    name: 'Reason',
    description:
      "This should be a short, machine understandable string that gives the reason for the transition into the object's current status.",
    cell: ({ reason }) => reason ?? '',
  },
  {
    name: 'Object',
    description: 'The object that this event is about.',
    cell: ({ involvedObject: { kind = '', name } }) => (name ? `${kind.toLowerCase()}/${name}` : kind.toLowerCase()),
  },
  {
    name: 'Subobject',
    priority: 1,
    description:
      'If referring to a piece of an object instead of an entire object, this string should contain a valid JSON/Go field access statement, such as desiredState.manifest.containers[2]. For example, if the object reference is to a container within a pod, this would take on a value like: "spec.containers{name}" (where "name" refers to the name of the container that triggered the event) or if no container name is specified "spec.containers[2]" (container with index 2 in this pod). This syntax is chosen only to have some well-defined way of referencing a part of an object.',
    cell: ({ involvedObject }) => involvedObject.fieldPath ?? '',
  },
  {
    name: 'Source',
    priority: 1,
    description: 'The component reporting this event. Should be a short machine understandable string.',
    cell: formatSource,
  },
  {
    name: 'Message',
    description: 'A human-readable description of the status of this operation.',
    cell: ({ message }) => (message ?? '').trim(),
  },
  {
    name: 'First Seen',
    priority: 1,
    description: 'The time at which the event was first recorded. (Time of server receipt is in TypeMeta.)',
    cell: firstSeen,
  },
  {
    name: 'Count',
    priority: 1,
    description: 'The number of times this event has occurred.',
    cell: ({ series, count }) => series?.count ?? (count || 1),
  },
  { ...nameColumn, priority: 1 },
)
