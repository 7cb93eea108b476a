import { type KubeObject, type ManagedFieldsEntry, s } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { compileFieldManager } from './field-manager.ts'
import type { UpdateRequest } from './requests.ts'

const condition = s.object({ type: s.string(), status: s.optional(s.string()) })
const schema = s.object({
  data: s.optional(s.map(s.string())),
  spec: s.optional(
    s.object({
      n: s.optional(s.int32()),
      list: s.optional(s.array(condition, { listType: 'map', listMapKeys: ['type'] })),
    }),
  ),
  status: s.optional(s.object({ phase: s.optional(s.string()) })),
}).node
const fieldManager = compileFieldManager(schema)

const T1 = '2026-01-01T00:00:01Z'
const T2 = '2026-01-01T00:00:02Z'

type Members = Record<string, unknown>
const thing = (members: Members, managedFields?: ManagedFieldsEntry[]): KubeObject =>
  ({
    apiVersion: 'v1',
    kind: 'Thing',
    metadata: { name: 'a', uid: 'u1', ...(managedFields === undefined ? {} : { managedFields }) },
    ...members,
  }) as KubeObject

const entry = (manager: string, fieldsV1: ManagedFieldsEntry['fieldsV1'], changes: Partial<ManagedFieldsEntry> = {}) =>
  ({
    manager,
    operation: 'Update',
    apiVersion: 'v1',
    time: T1,
    fieldsType: 'FieldsV1',
    fieldsV1,
    ...changes,
  }) as ManagedFieldsEntry

const update = (request: Partial<UpdateRequest> & Pick<UpdateRequest, 'live' | 'next'>) =>
  fieldManager.update({ manager: 'm', apiVersion: 'v1', subresource: '', now: T1, ...request })

describe('creating an object', () => {
  it('makes its creator own everything in it but what is the server’s', () => {
    const next = thing({ data: { b: '1', a: '2' }, spec: { n: 1 } })
    next.metadata.labels = { app: 'x' }
    next.metadata.resourceVersion = '7'

    expect(update({ live: undefined, next })).toEqual([
      entry('m', {
        'f:data': { '.': {}, 'f:a': {}, 'f:b': {} },
        'f:metadata': { 'f:labels': { '.': {}, 'f:app': {} } },
        'f:spec': { '.': {}, 'f:n': {} },
      }),
    ])
  })

  it('leaves out what the write cannot set', () => {
    const next = thing({ data: { a: '1' }, status: { phase: 'Ready' } })

    expect(update({ live: undefined, next, resetFields: { 'f:status': {} } })).toEqual([
      entry('m', { 'f:data': { '.': {}, 'f:a': {} } }),
    ])
  })

  it('tracks nothing where there is nothing to own', () => {
    expect(update({ live: undefined, next: thing({}) })).toEqual([])
  })

  it('names a client that does not name itself', () => {
    expect(update({ live: undefined, next: thing({ data: { a: '1' } }), manager: '' })[0]?.manager).toBe('unknown')
  })

  it.each<[string, ManagedFieldsEntry[]]>([
    ['a wrong operation', [entry('x', {}, { operation: 'Wrong' as 'Update' })]],
    ['a wrong type', [entry('x', {}, { fieldsType: 'FieldsV2' })]],
    ['fields that the creation takes over', [entry('x', { 'f:data': { 'f:a': {} } })]],
    ['a reset', []],
  ])('does not keep managedFields with %s', (_, sent) => {
    expect(update({ live: undefined, next: thing({ data: { a: '1' } }, sent) })).toEqual([
      entry('m', { 'f:data': { '.': {}, 'f:a': {} } }),
    ])
  })

  it('does not fail for lists that cannot be tracked', () => {
    expect(update({ live: undefined, next: thing({ spec: { list: [{}] } }) })).toEqual([])
  })
})

describe('updating an object', () => {
  const creator = entry('creator', { 'f:data': { '.': {}, 'f:k': {}, 'f:other': {} } })
  const live = thing({ data: { k: 'v', other: 'x' } }, [creator])

  it('moves what changes to who changes it', () => {
    const next = thing({ data: { k: 'v', other: 'y' } })

    expect(update({ live, next, manager: 'patcher', now: T2 })).toEqual([
      entry('creator', { 'f:data': { '.': {}, 'f:k': {} } }),
      entry('patcher', { 'f:data': { 'f:other': {} } }, { time: T2 }),
    ])
  })

  it('adds to what its manager has', () => {
    const next = thing({ data: { k: 'v', other: 'y', z: '1' } })

    expect(update({ live, next, manager: 'creator', now: T2 })).toEqual([
      entry('creator', { 'f:data': { '.': {}, 'f:k': {}, 'f:other': {}, 'f:z': {} } }, { time: T2 }),
    ])
  })

  it('takes from owners what is removed, and leaves their time', () => {
    expect(update({ live, next: thing({ data: { k: 'v' } }), manager: 'remover', now: T2 })).toEqual([
      entry('creator', { 'f:data': { '.': {}, 'f:k': {} } }),
    ])
  })

  it('forgets owners that own nothing any more', () => {
    expect(update({ live, next: thing({}), manager: 'remover' })).toEqual([])
  })

  it('keeps everything, times included, when nothing changes', () => {
    expect(update({ live, next: thing({ data: { other: 'x', k: 'v' } }), manager: 'other', now: T2 })).toEqual([
      creator,
    ])
  })

  it('takes fields from appliers, too', () => {
    const applied = thing({ data: { a: '1', b: '2' } }, [
      entry('applier', { 'f:data': { 'f:a': {}, 'f:b': {} } }, { operation: 'Apply' }),
    ])

    expect(update({ live: applied, next: thing({ data: { a: '1', b: '3' } }), manager: 'updater' })).toEqual([
      entry('applier', { 'f:data': { 'f:a': {} } }, { operation: 'Apply' }),
      entry('updater', { 'f:data': { 'f:b': {} } }),
    ])
  })

  it('is told apart per subresource', () => {
    const next = thing({ data: { k: 'v', other: 'x' }, status: { phase: 'Ready' } })

    expect(update({ live, next, manager: 'creator', subresource: 'status' })).toEqual([
      creator,
      entry('creator', { 'f:status': { '.': {}, 'f:phase': {} } }, { subresource: 'status' }),
    ])
  })

  it('cannot take what its resource resets', () => {
    const next = thing({ data: { k: 'v', other: 'x' }, status: { phase: 'Ready' } })

    expect(update({ live, next, resetFields: { 'f:status': {} } })).toEqual([creator])
  })

  it('merges the oldest of more than ten updaters', () => {
    let object = thing({ data: { k: 'v' } }, [entry('m00', { 'f:data': { 'f:k': {} } })])
    for (let index = 1; index <= 11; index++) {
      const next = thing({ data: { ...(object as unknown as { data: object }).data, [`k${index}`]: 'v' } })
      const now = `2026-01-01T00:01:${String(index).padStart(2, '0')}Z`
      next.metadata.managedFields = update({ live: object, next, manager: `m${index}`, now })
      object = next
    }

    expect(object.metadata.managedFields).toHaveLength(10)
    expect(object.metadata.managedFields?.[0]).toEqual(
      entry('ancient-changes', { 'f:data': { 'f:k': {}, 'f:k1': {}, 'f:k2': {} } }, { time: '2026-01-01T00:01:02Z' }),
    )
  })

  it('brings ownership in line with a schema that has become coarser', () => {
    const coarse = compileFieldManager({
      type: 'object',
      properties: {
        data: { type: 'object', 'x-kubernetes-map-type': 'atomic', additionalProperties: { type: 'string' } },
      },
    })
    const request = { live, next: live, manager: 'x', apiVersion: 'v1', subresource: '', now: T2 }

    expect(coarse.update(request)).toEqual([entry('creator', { 'f:data': {} })])
  })
})

describe('managedFields that a client sends', () => {
  const owner = entry('owner', { 'f:data': { '.': {}, 'f:k': {} } })
  const live = thing({ data: { k: 'v' } }, [owner])

  it.each<[string, ManagedFieldsEntry[]]>([
    ['an empty list', []],
    ['a list of one empty entry', [{}]],
  ])('reset ownership when they are %s', (_, sent) => {
    expect(update({ live, next: thing({ data: { k: 'changed' } }, sent) })).toEqual([])
  })

  it('are not tracked again by updates once they are reset', () => {
    expect(update({ live: thing({ data: { k: 'v' } }), next: thing({ data: { k: 'w' } }) })).toEqual([])
  })

  it('are the stored ones when they make no sense', () => {
    expect(update({ live, next: thing({ data: { k: 'v' } }, [{ manager: 'x' }]) })).toEqual([owner])
  })

  it('are taken when they do, in canonical form', () => {
    const sent = entry('renamed', { 'f:data': { 'f:k': {}, '.': {} } })

    const [taken] = update({ live, next: thing({ data: { k: 'v' } }, [sent]) })

    expect(taken).toEqual(sent)
    expect(JSON.stringify(taken?.fieldsV1)).toBe('{"f:data":{".":{},"f:k":{}}}')
  })

  it('count for nothing through a subresource', () => {
    expect(update({ live, next: thing({ data: { k: 'v' } }, []), subresource: 'status' })).toEqual([owner])
  })
})

describe('compileFieldManager', () => {
  it('makes one manager per schema', () => {
    expect(compileFieldManager(schema)).toBe(fieldManager)
  })
})
