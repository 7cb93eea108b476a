import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { eventSelectableFields } from '../core/event.rules.ts'
import { eventTable } from '../core/event.table.ts'
import { EventSource } from '../core/event.ts'
import { ObjectReference } from '../core/references.ts'
import { eventsV1EventRules } from './event.rules.ts'

export const EventSeries = s.object(
  {
    count: s.int32({ description: 'Occurrences up to the last heartbeat.', default: 0 }),
    lastObservedTime: s.microTime({ description: 'When it was last seen.' }),
  },
  { description: 'How often an event has been repeated.', component: 'io.k8s.api.events.v1.EventSeries' },
)
export type EventSeries = TypeOf<typeof EventSeries>

const schema = s.object(
  {
    ...kubeObject,
    action: s.optional(s.string({ omitEmpty: true, description: 'What was done or failed.' })),
    deprecatedCount: s.optional(s.int32({ omitEmpty: true, description: 'Count as core/v1 tells it.' })),
    deprecatedFirstTimestamp: s.optional(s.time({ description: 'First time as core/v1 tells it.' })),
    deprecatedLastTimestamp: s.optional(s.time({ description: 'Last time as core/v1 tells it.' })),
    deprecatedSource: s.optional(s.with(EventSource, { description: 'Reporter as core/v1 tells it.', default: {} })),
    eventTime: s.microTime({ description: 'When it was first observed.' }),
    note: s.optional(s.string({ omitEmpty: true, description: 'What happened, for people; at most 1 kB.' })),
    reason: s.optional(s.string({ omitEmpty: true, description: 'Why it was done, as one short word for programs.' })),
    regarding: s.optional(s.with(ObjectReference, { description: 'The object it is about.', default: {} })),
    related: s.optional(s.with(ObjectReference, { description: 'A second object that plays a part.' })),
    reportingController: s.optional(
      s.string({
        omitEmpty: true,
        description: 'Name of the controller that reports it, such as kubernetes.io/kubelet.',
      }),
    ),
    reportingInstance: s.optional(s.string({ omitEmpty: true, description: 'Which instance of that controller.' })),
    series: s.optional(s.with(EventSeries, { description: 'Set when the event stands for a series of equal ones.' })),
    type: s.optional(s.string({ omitEmpty: true, description: 'Normal or Warning.' })),
  },
  {
    description: 'Something that happened to an object, kept for a while for people to read.',
    component: 'io.k8s.api.events.v1.Event',
  },
)

export const EventsV1Event = defineKind({
  group: 'events.k8s.io',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  scope: 'Namespaced',
  shortNames: ['ev'],
  schema,
  columns: eventTable.columns,
  selectableFields: eventSelectableFields,
  createOnUpdate: true,
  rules: eventsV1EventRules,
})
export type EventsV1Event = TypeOf<typeof schema>
