import { StatusError } from '@skep/base'
import { type Json, type JsonObject, type KubeObject, kubeObject, type ManagedFieldsEntry, s } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { compileFieldManager } from './field-manager.ts'
import type { ApplyRequest } from './requests.ts'

const port = s.object({
  name: s.optional(s.string()),
  port: s.int32(),
  protocol: s.optional(s.string({ default: 'TCP' })),
  targetPort: s.optional(s.intOrString()),
})
const item = s.object({ name: s.string(), port: s.optional(s.integer({ default: 80 })), value: s.optional(s.string()) })
const schema = s.object({
  ...kubeObject,
  data: s.optional(s.map(s.string())),
  spec: s.optional(
    s.object({
      clusterIP: s.optional(s.string()),
      ports: s.optional(s.array(port, { listType: 'map', listMapKeys: ['port', 'protocol'] })),
      atomic: s.optional(s.array(s.string())),
      set: s.optional(s.array(s.string(), { listType: 'set' })),
      map: s.optional(s.array(item, { listType: 'map', listMapKeys: ['name', 'port'] })),
      atomicObject: s.optional(
        s.object({ a: s.optional(s.string()), b: s.optional(s.string()) }, { mapType: 'atomic' }),
      ),
      granular: s.optional(s.object({ a: s.optional(s.string()), b: s.optional(s.string()) })),
      free: s.optional(s.anyObject()),
      n: s.optional(s.int32()),
    }),
  ),
  status: s.optional(s.object({ phase: s.optional(s.string()) })),
}).node
const fieldManager = compileFieldManager(schema)

const T1 = '2026-01-01T00:00:01Z'
const T2 = '2026-01-01T00:00:02Z'

const config = (members: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { name: 'a', ...metadata },
  ...members,
})
const apply = (
  live: KubeObject | undefined,
  manager: string,
  applied: JsonObject,
  changes: Partial<ApplyRequest> = {},
) =>
  fieldManager.apply({
    live,
    config: applied,
    manager,
    kind: 'Thing',
    apiVersion: 'v1',
    subresource: '',
    force: false,
    now: T1,
    ...changes,
  })
/** Applies one configuration after the other. */
const applyAll = (...steps: [manager: string, members: JsonObject][]): KubeObject =>
  steps.reduce<KubeObject | undefined>(
    (live, [manager, members]) => apply(live, manager, config(members)).object,
    undefined,
  )!

const entry = (manager: string, fieldsV1: ManagedFieldsEntry['fieldsV1'], changes: Partial<ManagedFieldsEntry> = {}) =>
  ({
    manager,
    operation: 'Apply',
    apiVersion: 'v1',
    time: T1,
    fieldsType: 'FieldsV1',
    fieldsV1,
    ...changes,
  }) as ManagedFieldsEntry
const membersOf = (object: KubeObject): Json => {
  const { apiVersion: _, kind: __, metadata: ___, ...members } = object as unknown as JsonObject
  return members
}

function failure(act: () => unknown): StatusError {
  try {
    act()
  } catch (thrown) {
    if (thrown instanceof StatusError) return thrown
    throw thrown
  }
  throw new Error('nothing failed')
}

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

describe('a conflict under apply', () => {
  const live = applyAll(['first', { data: { k: 'v', x: '1' } }])

  it('is refused, with a cause per field', () => {
    const error = failure(() => apply(live, 'second', config({ data: { k: 'w', x: '2' } })))

    expect(error).toMatchObject({ reason: 'Conflict', code: 409 })
    expect(error.message).toBe('Apply failed with 2 conflicts: conflicts with "first":\n- .data.k\n- .data.x')
    expect(error.details).toEqual({
      causes: [
        { reason: 'FieldManagerConflict', message: 'conflict with "first"', field: '.data.k' },
        { reason: 'FieldManagerConflict', message: 'conflict with "first"', field: '.data.x' },
      ],
    })
  })

  it('is won by force', () => {
    const { object, managedFields } = apply(live, 'second', config({ data: { k: 'w' } }), { force: true, now: T2 })

    expect(membersOf(object)).toEqual({ data: { k: 'w', x: '1' } })
    expect(managedFields).toEqual([
      entry('first', { 'f:data': { 'f:x': {} } }),
      entry('second', { 'f:data': { 'f:k': {} } }, { time: T2 }),
    ])
  })

  it('arises with the same manager’s updates, too', () => {
    const next = { ...live, metadata: { ...live.metadata }, data: { k: 'v', x: '1', b: '2' } } as KubeObject
    next.metadata.managedFields = fieldManager.update({
      live,
      next,
      manager: 'first',
      apiVersion: 'v1',
      subresource: '',
      now: T1,
    })

    expect(failure(() => apply(next, 'first', config({ data: { k: 'v', x: '1', b: '3' } }))).message).toBe(
      'Apply failed with 1 conflict: conflict with "first" using v1: .data.b',
    )
  })

  it('arises with whoever wrote an object that nobody tracked', () => {
    const { managedFields: _, ...metadata } = live.metadata
    const untracked = { ...live, metadata } as KubeObject

    expect(failure(() => apply(untracked, 'second', config({ data: { k: 'w' } }))).message).toBe(
      'Apply failed with 1 conflict: conflict with "before-first-apply" using v1: .data.k',
    )
    expect(apply(untracked, 'second', config({ data: { z: '1' } })).managedFields).toEqual([
      entry('second', { 'f:data': { 'f:z': {} } }),
      entry('before-first-apply', { 'f:data': { '.': {}, 'f:k': {}, 'f:x': {} } }, { operation: 'Update' }),
    ])
  })
})

describe('going from client-side to server-side apply', () => {
  const annotation = 'kubectl.kubernetes.io/last-applied-configuration'
  const text =
    '{"apiVersion":"v1","data":{"gone":"x","k":"v"},"kind":"Thing","metadata":{"annotations":{},"name":"a"}}\n'
  const created = config(
    { data: { k: 'v', gone: 'x', theirs: '1' } },
    { annotations: { [annotation]: text } },
  ) as unknown as KubeObject
  const managedFields = fieldManager.update({
    live: undefined,
    next: created,
    manager: 'kubectl-client-side-apply',
    apiVersion: 'v1',
    subresource: '',
    now: T1,
  })
  const live = { ...created, metadata: { ...created.metadata, managedFields } }

  it('takes over what was applied, and keeps the annotation up to date', () => {
    const result = apply(live, 'kubectl', config({ data: { k: 'w' } }))

    expect(membersOf(result.object)).toEqual({ data: { k: 'w', gone: 'x', theirs: '1' } })
    expect(result.object.metadata.annotations?.[annotation]).toBe(
      '{"apiVersion":"v1","data":{"k":"w"},"kind":"Thing","metadata":{"name":"a"}}\n',
    )
    expect(result.managedFields[0]).toEqual(entry('kubectl', { 'f:data': { 'f:k': {} } }))
  })

  it('does not take over what was not applied', () => {
    const error = failure(() => apply(live, 'kubectl', config({ data: { k: 'w', theirs: '2' } })))

    expect(error.message).toBe(
      'Apply failed with 1 conflict: conflict with "kubectl-client-side-apply" using v1: .data.theirs',
    )
  })

  it('is for kubectl only', () => {
    expect(failure(() => apply(live, 'other', config({ data: { k: 'w' } }))).code).toBe(409)
  })
})

describe('a configuration that cannot be applied', () => {
  it.each<[string, JsonObject, number, string]>([
    ['another kind', { ...config({}), kind: 'Secret' }, 400, 'invalid object type: /v1, Kind=Secret'],
    ['another version', { ...config({}), apiVersion: 'x.dev/v2' }, 400, 'invalid object type: x.dev/v2, Kind=Thing'],
    ['no kind at all', { metadata: { name: 'a' } }, 400, 'invalid object type: /, Kind='],
    ['managedFields', config({}, { managedFields: [] }), 400, 'metadata.managedFields must be nil'],
    [
      'an unknown field',
      config({ bogus: 1 }, { namespace: 'ns' }),
      500,
      'failed to create typed patch object (ns/a; /v1, Kind=Thing): .bogus: field not declared in schema',
    ],
    [
      'a value twice in a set',
      config({ spec: { set: ['a', 'a'] } }),
      500,
      'failed to create typed patch object (/a; /v1, Kind=Thing): .spec.set: duplicate entries for key [="a"]',
    ],
  ])('has %s', (_, applied, code, message) => {
    expect(failure(() => apply(undefined, 'm', applied))).toMatchObject({ code, message })
  })

  it('may have managedFields that are null', () => {
    expect(apply(undefined, 'm', config({ data: { k: 'v' } }, { managedFields: null })).object.metadata).toEqual({
      name: 'a',
      managedFields: [entry('m', { 'f:data': { 'f:k': {} } })],
    })
  })
})
