import type { JsonObject, KubeObject } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { apply, applyAll, config, entry, failure, fieldManager, membersOf, T1, T2 } from './test/things.ts'

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
