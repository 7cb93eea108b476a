import { type FieldError, fieldError, type Json, type KindRules } from '@skep/schema'
import { selectableFieldsOfEvent, validateEvent } from '../core/event.rules.ts'
import { eventTable } from '../core/event.table.ts'
import type { Event } from '../core/event.ts'
import { validateImmutable } from '../meta/validation.ts'
import { showUnsetTimes } from '../meta/wire.ts'
import { toCoreEvent } from './convert.ts'
import type { EventsV1Event } from './event.ts'

/** What events of events.k8s.io do beyond their schema. Errors name fields as core does: so does Kubernetes. */
export const eventsV1EventRules: KindRules<EventsV1Event> = {
  defaults: (event) => showUnsetTimes(event, 'eventTime', 'deprecatedFirstTimestamp', 'deprecatedLastTimestamp'),
  validate: (event) => validateEvent(toCoreEvent(event), 'reportingController'),
  validateCreate: (event) => validateStrictly(toCoreEvent(event)),
  validateUpdate: (event, stored) => validateKept(toCoreEvent(event), toCoreEvent(stored)),
  cells: (event, now) => eventTable.cells(toCoreEvent(event), now),
  selectableFields: (event) => selectableFieldsOfEvent(toCoreEvent(event)),
}

const TYPES = ['Normal', 'Warning']
const UNSET = ['firstTimestamp', 'lastTimestamp', 'count'] as const

function validateStrictly(event: Event): FieldError[] {
  const { type = '', source, eventTime } = event
  return [
    ...validateSeries(event),
    ...(eventTime ? [] : [fieldError.required('eventTime')]),
    ...(TYPES.includes(type) ? [] : [fieldError.invalid('type', '', `has invalid value: ${type}`)]),
    ...UNSET.filter((field) => event[field]).map((field) => fieldError.invalid(field, '', 'needs to be unset')),
    ...(source?.component || source?.host ? [fieldError.invalid('source', '', 'needs to be unset')] : []),
  ]
}

const validateSeries = ({ series }: Event): FieldError[] => [
  ...(series && (series.count ?? 0) < 2 ? [fieldError.invalid('series.count', '', 'should be at least 2')] : []),
  ...(series && !series.lastObservedTime ? [fieldError.required('series.lastObservedTime')] : []),
]

const KEPT = [
  'involvedObject',
  'reason',
  'message',
  'source',
  'firstTimestamp',
  'lastTimestamp',
  'count',
  'type',
  'eventTime',
  'action',
  'related',
] as const

/** Only the series of an event goes on. */
function validateKept(event: Event, stored: Event): FieldError[] {
  const hasNewSeries = validateImmutable(event.series, stored.series, 'series').length > 0
  // Absent and null are the same moment: never.
  const value = (of: Event, field: (typeof KEPT)[number]): Json | undefined => of[field] ?? undefined
  return [
    ...(hasNewSeries ? validateSeries(event) : []),
    ...KEPT.flatMap((field) => validateImmutable(value(event, field), value(stored, field), field)),
    ...validateImmutable(event.reportingComponent, stored.reportingComponent, 'reportingController'),
    ...validateImmutable(event.reportingInstance, stored.reportingInstance, 'reportingInstance'),
  ]
}
