import { describe, expect, it } from 'vitest'
import { DroppedPrefixes } from './dropped-prefixes.ts'

describe('DroppedPrefixes', () => {
  it('knows the newest drop that a bucket was part of', () => {
    const dropped = new DroppedPrefixes([{ prefix: 'a/', revision: 3 }])
    dropped.add('a/b/', 5)
    dropped.add('c/', 7)

    expect(dropped.floorOf('a/x')).toBe(3)
    expect(dropped.floorOf('a/b/x')).toBe(5)
    expect(dropped.floorOf('c/x')).toBe(7)
    expect(dropped.floorOf('d/x')).toBe(0)
  })

  it('forgets a drop that a later and larger one covers', () => {
    const dropped = new DroppedPrefixes([])
    dropped.add('a/b/', 3)
    dropped.add('a/', 5)

    expect(dropped.all).toEqual([{ prefix: 'a/', revision: 5 }])
  })

  it('stays small, and errs on the safe side for what it no longer tells apart', () => {
    const dropped = new DroppedPrefixes([])
    for (let i = 1; i <= 1_500; i++) dropped.add(`tenant-${i}/`, i)

    expect(dropped.all).toHaveLength(1_000)
    for (const i of [1, 400, 501, 502, 1_500]) {
      expect(dropped.floorOf(`tenant-${i}/pods`)).toBeGreaterThanOrEqual(i)
    }
    expect(dropped.floorOf('tenant-1500/pods')).toBe(1_500)
    expect(dropped.floorOf('other/pods')).toBe(501)
  })
})
