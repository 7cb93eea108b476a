import { Pod, ServiceAccount } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { threeWayPatch } from './three-way-patch.ts'

describe('threeWayPatch', () => {
  it('is nothing when the server has it all, whatever else it has', () => {
    const patch = threeWayPatch({
      original: { a: 1 },
      modified: { a: 1, b: { c: 2 } },
      current: { a: 1, b: { c: 2, d: 3 } },
    })

    expect(patch).toBeUndefined()
  })

  it('takes away what was applied before and no longer is, and nothing else', () => {
    const patch = threeWayPatch({
      original: { a: 1, gone: 2 },
      modified: { a: 1 },
      current: { a: 1, gone: 2, theirs: 3 },
    })

    expect(patch).toEqual({ gone: null })
  })

  it('replaces lists of which nobody says how they are merged', () => {
    const patch = threeWayPatch({ original: undefined, modified: { list: [1] }, current: { list: [1, 2] } })

    expect(patch).toEqual({ list: [1] })
  })

  it('deletes items of keyed lists that were applied before', () => {
    const containers = (...names: string[]) => ({
      spec: { containers: names.map((name) => ({ name, image: `${name}:1` })) },
    })

    const patch = threeWayPatch(
      { original: containers('a', 'b'), modified: containers('a'), current: containers('a', 'b', 'c') },
      Pod.schema.node,
    )

    expect(patch).toEqual({
      spec: { containers: [{ $patch: 'delete', name: 'b' }], '$setElementOrder/containers': [{ name: 'a' }] },
    })
  })

  it('names the keys to retain where the server would mix two choices', () => {
    const volume = (source: object) => ({ spec: { volumes: [{ name: 'data', ...source }] } })

    const patch = threeWayPatch(
      {
        original: volume({}),
        modified: volume({ configMap: { name: 'a' } }),
        current: volume({ emptyDir: {} }),
      },
      Pod.schema.node,
    )

    expect(patch).toEqual({
      spec: {
        volumes: [{ name: 'data', configMap: { name: 'a' }, $retainKeys: ['configMap', 'name'] }],
        '$setElementOrder/volumes': [{ name: 'data' }],
      },
    })
  })

  it('removes plain values from lists that are merged', () => {
    const finalizers = (...names: string[]) => ({ metadata: { finalizers: names } })

    const patch = threeWayPatch(
      { original: finalizers('a', 'b'), modified: finalizers('a', 'c'), current: finalizers('a', 'b', 'theirs') },
      ServiceAccount.schema.node,
    )

    expect(patch).toEqual({
      metadata: {
        finalizers: ['c'],
        '$deleteFromPrimitiveList/finalizers': ['b'],
        '$setElementOrder/finalizers': ['a', 'c'],
      },
    })
  })
})
