import { type FieldError, fieldError, type KindRules } from '@skep/schema'
import { checkQualifiedName } from '../meta/names.ts'
import { invalid } from '../meta/validation.ts'
import { showUnsetTimes } from '../meta/wire.ts'
import { eventTable } from './event.table.ts'
import type { Event } from './event.ts'

/** The field selectors of events. */
export const eventSelectableFields = [
  'involvedObject.kind',
  'involvedObject.namespace',
  'involvedObject.name',
  'involvedObject.uid',
  'involvedObject.apiVersion',
  'involvedObject.resourceVersion',
  'involvedObject.fieldPath',
  'reason',
  'reportingComponent',
  'source',
  'type',
] as const

/** What events do beyond their schema. */
export const eventRules: KindRules<Event> = {
  defaults: (event) => showUnsetTimes(event, 'eventTime', 'firstTimestamp', 'lastTimestamp'),
  validate: (event) => validateEvent(event, 'reportingComponent'),
  cells: eventTable.cells,
  selectableFields: selectableFieldsOfEvent,
}

/** Values of the field selectors, whichever API the event came through. */
export function selectableFieldsOfEvent(event: Event): Record<string, string> {
  const { involvedObject = {}, reason = '', reportingComponent = '', source, type = '' } = event
  return {
    'involvedObject.kind': involvedObject.kind ?? '',
    'involvedObject.namespace': involvedObject.namespace ?? '',
    'involvedObject.name': involvedObject.name ?? '',
    'involvedObject.uid': involvedObject.uid ?? '',
    'involvedObject.apiVersion': involvedObject.apiVersion ?? '',
    'involvedObject.resourceVersion': involvedObject.resourceVersion ?? '',
    'involvedObject.fieldPath': involvedObject.fieldPath ?? '',
    reason,
    reportingComponent,
    source: source?.component || reportingComponent,
    type,
  }
}

/** Everything wrong with an event. The two APIs name the reporter differently. */
export function validateEvent(event: Event, reporterField: 'reportingComponent' | 'reportingController'): FieldError[] {
  const namespace = event.metadata.namespace ?? ''
  const about = event.involvedObject?.namespace ?? ''
  if (event.eventTime) {
    const agrees = about !== '' || namespace === 'default' || namespace === 'kube-system'
    return [...(agrees ? [] : [wrongNamespace(about)]), ...validateNewStyle(event, reporterField)]
  }
  const agrees = about === '' ? namespace === '' || namespace === 'default' : about === namespace
  return agrees ? [] : [wrongNamespace(about)]
}

const wrongNamespace = (namespace: string): FieldError =>
  fieldError.invalid('involvedObject.namespace', namespace, 'does not match event.namespace')

/** Events that say when they happened must say the rest, too. */
function validateNewStyle(event: Event, reporterField: string): FieldError[] {
  const { reportingComponent = '', reportingInstance = '', action = '', reason = '', message = '' } = event
  return [
    ...(reportingComponent === '' ? [fieldError.required(reporterField)] : []),
    ...invalid(reporterField, reportingComponent, checkQualifiedName(reportingComponent)),
    ...validateText(reportingInstance, 'reportingInstance', 128),
    ...validateText(action, 'action', 128),
    ...validateText(reason, 'reason', 128),
    ...validateLength(message, 'message', 1024),
  ]
}

const validateText = (text: string, path: string, max: number): FieldError[] =>
  text === '' ? [fieldError.required(path)] : validateLength(text, path, max)

const validateLength = (text: string, path: string, max: number): FieldError[] =>
  Buffer.byteLength(text) > max ? [fieldError.invalid(path, '', `can have at most ${max} characters`)] : []
