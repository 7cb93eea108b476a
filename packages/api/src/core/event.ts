import { defineKind, kubeObject, s, type TypeOf } from '@skep/schema'
import { eventRules, eventSelectableFields } from './event.rules.ts'
import { eventTable } from './event.table.ts'
import { ObjectReference } from './references.ts'

export const EventSeries = s.object(
  {
    count: s.optional(s.int32({ omitEmpty: true, description: 'Occurrences up to the last heartbeat.' })),
    lastObservedTime: s.optional(s.microTime({ description: 'When it was last seen.' })),
  },
  { description: 'How often an event has been repeated.', component: 'io.k8s.api.core.v1.EventSeries' },
)
export type EventSeries = TypeOf<typeof EventSeries>

export const EventSource = s.object(
  {
    component: s.optional(s.string({ omitEmpty: true, description: 'Component that reports it.' })),
    host: s.optional(s.string({ omitEmpty: true, description: 'Node on which the component runs.' })),
  },
  { description: 'Who reports an event.', component: 'io.k8s.api.core.v1.EventSource' },
)
export type EventSource = TypeOf<typeof EventSource>

const schema = s.object(
  {
    ...kubeObject,
    action: s.optional(s.string({ omitEmpty: true, description: 'What was done or failed.' })),
    count: s.optional(s.int32({ omitEmpty: true, description: 'How often it has happened.' })),
    eventTime: s.optional(s.microTime({ description: 'When it was first observed.' })),
    firstTimestamp: s.optional(s.time({ description: 'When it was first recorded.' })),
    involvedObject: s.with(ObjectReference, { description: 'The object it is about.', default: {} }),
    lastTimestamp: s.optional(s.time({ description: 'When it was last recorded.' })),
    message: s.optional(s.string({ omitEmpty: true, description: 'What happened, for people.' })),
    reason: s.optional(s.string({ omitEmpty: true, description: 'Why, as one short word for programs.' })),
    related: s.optional(s.with(ObjectReference, { description: 'A second object that plays a part.' })),
    reportingComponent: s.optional(
      s.string({
        description: 'Name of the controller that reports it, such as kubernetes.io/kubelet.',
        default: '',
      }),
    ),
    reportingInstance: s.optional(s.string({ description: 'Which instance of that controller.', default: '' })),
    series: s.optional(s.with(EventSeries, { description: 'Set when the event stands for a series of equal ones.' })),
    source: s.optional(s.with(EventSource, { description: 'Component that reports it.', default: {} })),
    type: s.optional(s.string({ omitEmpty: true, description: 'Normal or Warning.' })),
  },
  {
    description: 'Something that happened to an object, kept for a while for people to read.',
    component: 'io.k8s.api.core.v1.Event',
  },
)

export const Event = defineKind({
  group: '',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  scope: 'Namespaced',
  shortNames: ['ev'],
  schema,
  columns: eventTable.columns,
  selectableFields: eventSelectableFields,
  createOnUpdate: true,
  rules: eventRules,
})
export type Event = TypeOf<typeof schema>
