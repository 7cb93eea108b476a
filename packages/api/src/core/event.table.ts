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
  { name: 'Last Seen', description: 'How long ago it last happened.', cell: lastSeen },
  { name: 'Type', description: 'Normal or Warning.', cell: ({ type }) => type ?? '' },
  { name: 'Reason', description: 'Why, as one word.', cell: ({ reason }) => reason ?? '' },
  {
    name: 'Object',
    description: 'The object it is about.',
    cell: ({ involvedObject: { kind = '', name } }) => (name ? `${kind.toLowerCase()}/${name}` : kind.toLowerCase()),
  },
  {
    name: 'Subobject',
    priority: 1,
    description: 'The part of the object it is about.',
    cell: ({ involvedObject }) => involvedObject.fieldPath ?? '',
  },
  { name: 'Source', priority: 1, description: 'Who reports it.', cell: formatSource },
  { name: 'Message', description: 'What happened.', cell: ({ message }) => (message ?? '').trim() },
  { name: 'First Seen', priority: 1, description: 'How long ago it first happened.', cell: firstSeen },
  {
    name: 'Count',
    priority: 1,
    description: 'How often it has happened.',
    cell: ({ series, count }) => series?.count ?? (count || 1),
  },
  { ...nameColumn, priority: 1 },
)
