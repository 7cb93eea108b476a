import { describe, expect, it } from 'vitest'
import { eventRules } from '../core/event.rules.ts'
import { eventTable } from '../core/event.table.ts'
import type { Event } from '../core/event.ts'
import { printed } from '../test/printed.ts'
import { toCoreEvent, toEventsV1 } from './convert.ts'
import { eventsV1EventRules } from './event.rules.ts'
import type { EventsV1Event } from './event.ts'

function anEvent(more: Partial<Event> = {}): Event {
  const event: Event = {
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: 'e', namespace: 'ns' },
    involvedObject: { kind: 'Pod', name: 'p', namespace: 'ns' },
    reason: 'Started',
    message: 'm',
    type: 'Normal',
    reportingComponent: '',
    reportingInstance: '',
    source: {},
    ...more,
  }
  eventRules.defaults?.(event)
  return event
}

const fresh: EventsV1Event = {
  apiVersion: 'events.k8s.io/v1',
  kind: 'Event',
  metadata: { name: 'new', namespace: 'ns' },
  eventTime: '2026-01-02T03:04:05.000000Z',
  reportingController: 'example.com/c',
  reportingInstance: 'i',
  action: 'Act',
  reason: 'Reason',
  type: 'Normal',
  regarding: { kind: 'Pod', name: 'p', namespace: 'ns' },
  note: 'n',
}

describe('the two shapes of an event', () => {
  it('shows a core event through events.k8s.io', () => {
    expect(toEventsV1(anEvent({ count: 2 }))).toEqual({
      apiVersion: 'events.k8s.io/v1',
      kind: 'Event',
      metadata: { name: 'e', namespace: 'ns' },
      regarding: { kind: 'Pod', name: 'p', namespace: 'ns' },
      reason: 'Started',
      note: 'm',
      type: 'Normal',
      deprecatedSource: {},
      deprecatedCount: 2,
      eventTime: null,
      deprecatedFirstTimestamp: null,
      deprecatedLastTimestamp: null,
    })
  })

  it('is the same event after going there and back', () => {
    const event = anEvent({ count: 2, source: { component: 'c' }, related: { kind: 'Node', name: 'n' } })

    expect(toCoreEvent(toEventsV1(event))).toEqual(event)
  })
})

describe('validating events', () => {
  it('wants old events in the namespace of what they are about', () => {
    expect(printed(eventRules.validate?.(anEvent({ metadata: { name: 'e', namespace: 'other' } })) ?? [])).toEqual([
      'involvedObject.namespace: Invalid value: "ns": does not match event.namespace',
    ])
    expect(
      eventRules.validate?.(
        anEvent({ metadata: { name: 'e', namespace: 'default' }, involvedObject: { kind: 'Node', name: 'n' } }),
      ),
    ).toEqual([])
  })

  it('wants events with a time to be complete, naming the reporter as its API does', () => {
    const event = anEvent({ eventTime: '2026-01-02T03:04:05.000000Z', reason: '' })

    expect(printed(eventRules.validate?.(event) ?? []).filter((each) => each.endsWith('Required value'))).toEqual([
      'reportingComponent: Required value',
      'reportingInstance: Required value',
      'action: Required value',
      'reason: Required value',
    ])
    expect(printed(eventsV1EventRules.validate?.({ ...fresh, reportingController: '' }) ?? [])[0]).toBe(
      'reportingController: Required value',
    )
  })

  it('accepts a complete one and refuses what only old events have', () => {
    expect(eventsV1EventRules.validate?.(fresh)).toEqual([])
    expect(eventsV1EventRules.validateCreate?.(fresh)).toEqual([])
    expect(
      printed(
        eventsV1EventRules.validateCreate?.({
          ...fresh,
          type: 'Loud',
          deprecatedCount: 1,
          series: { count: 1, lastObservedTime: '2026-01-02T03:04:05.000000Z' },
        }) ?? [],
      ),
    ).toEqual([
      'series.count: Invalid value: "": should be at least 2',
      'type: Invalid value: "": has invalid value: Loud',
      'count: Invalid value: "": needs to be unset',
    ])
  })

  it('lets only the series of an event go on', () => {
    const series = { count: 2, lastObservedTime: '2026-01-02T04:00:00.000000Z' }
    const errorsOf = (event: EventsV1Event) =>
      printed(eventsV1EventRules.validateUpdate?.(event, fresh, { subresource: '' }) ?? [])

    expect(errorsOf({ ...fresh, series })).toEqual([])
    expect(errorsOf({ ...fresh, note: 'other', type: 'Warning' })).toEqual([
      'message: Invalid value: "other": field is immutable',
      'type: Invalid value: "Warning": field is immutable',
    ])
  })
})

describe('kubectl get events', () => {
  const NOW = Date.parse('2026-01-02T03:14:05Z')

  it('shows when, what and about whom', () => {
    const event = anEvent({
      firstTimestamp: '2026-01-02T03:04:05Z',
      lastTimestamp: '2026-01-02T03:13:05Z',
      count: 4,
      source: { component: 'kubelet', host: 'n' },
    })

    expect(eventTable.cells(event, NOW)).toEqual([
      '60s',
      'Normal',
      'Started',
      'pod/p',
      '',
      'kubelet, n',
      'm',
      '10m',
      4,
      'e',
    ])
  })

  it('counts an event without a count once', () => {
    expect(eventsV1EventRules.cells?.(fresh, NOW)).toEqual([
      '10m',
      'Normal',
      'Reason',
      'pod/p',
      '',
      'example.com/c, i',
      'n',
      '10m',
      1,
      'new',
    ])
  })

  it('is selected by what it is about, whichever API it came through', () => {
    expect(eventsV1EventRules.selectableFields?.(fresh)).toMatchObject({
      'involvedObject.name': 'p',
      source: 'example.com/c',
      type: 'Normal',
    })
  })
})
