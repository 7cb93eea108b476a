import type { KubeObject } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { apply, applyAll, config, entry, failure, fieldManager, membersOf, T1, T2 } from './test/things.ts'

describe('applying a configuration', () => {
  it('creates the object and owns what it mentions', () => {
    const { object, managedFields } = apply(undefined, 'one', config({ data: { k: 'v' } }, { labels: { l: 'm' } }))

    expect(managedFields).toEqual([
      entry('one', { 'f:data': { 'f:k': {} }, 'f:metadata': { 'f:labels': { 'f:l': {} } } }),
    ])
    expect(object).toEqual({
      apiVersion: 'v1',
      kind: 'Thing',
      metadata: { name: 'a', labels: { l: 'm' }, managedFields },
      data: { k: 'v' },
    })
  })

  it('changes what it owns, and only then the time', () => {
    const live = applyAll(['one', { data: { k: 'v' } }])

    const same = apply(live, 'one', config({ data: { k: 'v' } }), { now: T2 })
    const changed = apply(live, 'one', config({ data: { k: 'w', more: 'x' } }), { now: T2 })

    expect(same.managedFields).toEqual([entry('one', { 'f:data': { 'f:k': {} } })])
    expect(changed.managedFields).toEqual([entry('one', { 'f:data': { 'f:k': {}, 'f:more': {} } }, { time: T2 })])
  })

  it('shares a field with others as long as they agree, and gets no time for that', () => {
    const live = applyAll(['first', { data: { k: 'v', x: '1' } }])

    const { object, managedFields } = apply(live, 'second', config({ data: { k: 'v' } }), { now: T2 })

    const { time: _, ...untimed } = entry('second', { 'f:data': { 'f:k': {} } })
    expect(managedFields).toEqual([untimed, entry('first', { 'f:data': { 'f:k': {}, 'f:x': {} } })])
    expect(membersOf(object)).toEqual({ data: { k: 'v', x: '1' } })
  })

  it('removes what it no longer mentions', () => {
    const live = applyAll(['one', { data: { mine: '1', kept: '2' } }])

    expect(membersOf(apply(live, 'one', config({ data: { kept: '2' } })).object)).toEqual({ data: { kept: '2' } })
    const emptied = apply(live, 'one', config({}))
    expect(emptied.managedFields).toEqual([])
    expect(emptied.object).toEqual({ apiVersion: 'v1', kind: 'Thing', metadata: { name: 'a' } })
  })

  it('does not remove what others own, too', () => {
    const live = applyAll(['first', { data: { mine: '1', shared: '2' } }], ['second', { data: { shared: '2' } }])

    const { object, managedFields } = apply(live, 'first', config({}))

    expect(membersOf(object)).toEqual({ data: { shared: '2' } })
    expect(managedFields.map(({ manager }) => manager)).toEqual(['second'])
  })

  it('does not remove what an update has taken over', () => {
    const live = applyAll(['applier', { data: { a: '1', b: '2' } }])
    const next = { ...live, data: { a: '1', b: '3' } } as KubeObject
    next.metadata = { ...live.metadata }
    next.metadata.managedFields = fieldManager.update({
      live,
      next,
      manager: 'updater',
      apiVersion: 'v1',
      subresource: '',
      now: T1,
    })

    const { object, managedFields } = apply(next, 'applier', config({ data: { a: '1' } }))

    expect(membersOf(object)).toEqual({ data: { a: '1', b: '3' } })
    expect(managedFields).toEqual([
      entry('applier', { 'f:data': { 'f:a': {} } }),
      entry('updater', { 'f:data': { 'f:b': {} } }, { operation: 'Update' }),
    ])
  })

  it('does not change its inputs', () => {
    const live = applyAll(['one', { data: { k: 'v' }, spec: { set: ['a', 'b'] } }])
    const applied = config({ data: { k: 'w' }, spec: { set: ['c'] } })
    const before = structuredClone({ live, applied })

    apply(live, 'one', applied)

    expect({ live, applied }).toEqual(before)
  })

  it('owns metadata member by member, owners as a whole', () => {
    const owner = (uid: string) => ({ apiVersion: 'v1', kind: 'ConfigMap', name: 'o', uid })
    const first = apply(
      undefined,
      'first',
      config({}, { labels: { a: '1' }, finalizers: ['x/a'], ownerReferences: [owner('u1')] }),
    )

    const second = apply(
      first.object,
      'second',
      config({}, { annotations: { b: '2' }, finalizers: ['x/b'], ownerReferences: [owner('u2')] }),
    )

    expect(second.object.metadata).toMatchObject({
      labels: { a: '1' },
      annotations: { b: '2' },
      finalizers: ['x/a', 'x/b'],
      ownerReferences: [owner('u1'), owner('u2')],
    })
    expect(second.managedFields[1]?.fieldsV1).toEqual({
      'f:metadata': {
        'f:annotations': { 'f:b': {} },
        'f:finalizers': { 'v:"x/b"': {} },
        'f:ownerReferences': { 'k:{"uid":"u2"}': {} },
      },
    })
    const left = apply(second.object, 'first', config({})).object.metadata
    expect(left).not.toHaveProperty('labels')
    expect(left.finalizers).toEqual(['x/b'])
    expect(left.ownerReferences).toEqual([owner('u2')])
  })

  it('keeps the identity of an applier that goes on to another version', () => {
    const live = applyAll(['one', { data: { a: '1', b: '2' } }])

    const { object, managedFields } = apply(
      live,
      'one',
      { ...config({ data: { a: '1' } }), apiVersion: 'v2' },
      { apiVersion: 'v2' },
    )

    expect(managedFields).toEqual([entry('one', { 'f:data': { 'f:a': {} } }, { apiVersion: 'v2' })])
    expect(membersOf(object)).toEqual({ data: { a: '1' } })
  })

  it('ignores what its resource resets', () => {
    const reset = { resetFields: { 'f:status': {} } }

    const { managedFields } = apply(undefined, 'one', config({ spec: { n: 1 }, status: { phase: 'x' } }), reset)

    expect(managedFields).toEqual([entry('one', { 'f:spec': { 'f:n': {} } })])
  })

  it('through a subresource is another manager', () => {
    const live = applyAll(['one', { spec: { n: 1 } }])

    const { managedFields } = apply(live, 'one', config({ status: { phase: 'Ready' } }), { subresource: 'status' })

    expect(managedFields).toEqual([
      entry('one', { 'f:spec': { 'f:n': {} } }),
      entry('one', { 'f:status': { 'f:phase': {} } }, { subresource: 'status' }),
    ])
  })
})

describe('lists and maps under apply', () => {
  const first = {
    atomic: ['x'],
    set: ['a', 'b'],
    map: [{ name: 'm', value: '1' }],
    atomicObject: { a: '1' },
    granular: { a: '1' },
  }
  const live = applyAll(['first', { spec: first }])

  it('are owned as their types say', () => {
    expect(live.metadata.managedFields?.[0]?.fieldsV1).toEqual({
      'f:spec': {
        'f:atomic': {},
        'f:atomicObject': {},
        'f:granular': { 'f:a': {} },
        'f:map': { 'k:{"name":"m","port":80}': { '.': {}, 'f:name': {}, 'f:value': {} } },
        'f:set': { 'v:"a"': {}, 'v:"b"': {} },
      },
    })
  })

  it('merge what appliers bring', () => {
    const { object } = apply(
      live,
      'second',
      config({ spec: { set: ['c', 'b'], map: [{ name: 'n', port: 81 }], granular: { b: '2' } } }),
    )

    expect(membersOf(object)).toEqual({
      spec: {
        ...first,
        granular: { a: '1', b: '2' },
        map: [
          { name: 'm', value: '1' },
          { name: 'n', port: 81 },
        ],
        set: ['a', 'c', 'b'],
      },
    })
  })

  it.each([
    ['an atomic list', { atomic: ['x', 'y'] }, '.spec.atomic'],
    ['an atomic object', { atomicObject: { b: '2' } }, '.spec.atomicObject'],
    ['an item', { map: [{ name: 'm', port: 80, value: '2' }] }, '.spec.map[name="m",port=80].value'],
  ])('guard %s', (_, spec, path) => {
    expect(failure(() => apply(live, 'second', config({ spec }))).message).toBe(
      `Apply failed with 1 conflict: conflict with "first": ${path}`,
    )
  })

  it('lose what their applier drops, item by item', () => {
    const both = apply(live, 'second', config({ spec: { set: ['c', 'b'], granular: { b: '2' } } })).object

    const { object } = apply(both, 'first', config({ spec: { set: ['b'], map: [{ name: 'm', value: '1' }] } }))

    expect(membersOf(object)).toEqual({
      spec: { granular: { b: '2' }, map: [{ name: 'm', value: '1' }], set: ['c', 'b'] },
    })
  })

  it('drop items of an emptied list, with what nobody set in them', () => {
    const ports = applyAll(['first', { spec: { clusterIP: 'None', ports: [{ port: 80, name: 'http' }] } }])
    const defaulted = {
      ...ports,
      spec: { clusterIP: 'None', ports: [{ port: 80, name: 'http', protocol: 'TCP', targetPort: 80 }] },
    }
    const both = apply(
      defaulted as KubeObject,
      'second',
      config({ spec: { ports: [{ port: 443, protocol: 'TCP' }] } }),
    ).object

    const { object, managedFields } = apply(both, 'first', config({ spec: { clusterIP: 'None', ports: [] } }))

    expect(membersOf(object)).toEqual({ spec: { clusterIP: 'None', ports: [{ port: 443, protocol: 'TCP' }] } })
    expect(managedFields[0]?.fieldsV1).toEqual({ 'f:spec': { 'f:clusterIP': {} } })
  })

  it('are deduced where the schema says nothing', () => {
    const { managedFields } = apply(undefined, 'third', config({ spec: { free: { any: { thing: [1, 2] } } } }))

    expect(managedFields[0]?.fieldsV1).toEqual({ 'f:spec': { 'f:free': { 'f:any': { '.': {}, 'f:thing': {} } } } })
  })
})
