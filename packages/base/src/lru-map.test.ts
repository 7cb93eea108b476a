import { describe, expect, it } from 'vitest'
import { LruMap } from './lru-map.ts'

describe('LruMap', () => {
  it('forgets what was not used for longest', () => {
    const map = new LruMap<number>(2)
    map.set('a', 1)
    map.set('b', 2)
    map.get('a')

    map.set('c', 3)

    expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3])
  })

  it('forgets what it is told to', () => {
    const map = new LruMap<number>(2)
    map.set('a', 1)

    map.delete('a')

    expect(map.get('a')).toBeUndefined()
  })
})
