import { describe, expect, it } from 'vitest'
import { Slab } from './slab.ts'

const HALF = 256 * 1024

/** Takes room as a write does that is not complete. */
function take(slab: Slab, size: number) {
  slab.ensure(size)
  slab.at += size
  slab.block.users++
  return slab.block
}

describe('the memory of answers', () => {
  it('is shared until a block is full', () => {
    const slab = new Slab()

    const [first, second, third] = [take(slab, HALF), take(slab, HALF), take(slab, HALF)]

    expect(second).toBe(first)
    expect(third).not.toBe(first)
  })

  it('is used again only when nobody needs it', () => {
    const slab = new Slab()
    const first = take(slab, HALF)
    take(slab, HALF)
    const second = take(slab, 2 * HALF)

    slab.release(first)
    expect(take(slab, 2 * HALF)).not.toBe(first)

    slab.release(first)
    expect(take(slab, 2 * HALF)).toBe(first)
    expect(second.users).toBe(1)
  })

  it('begins anew with the block at hand when all of it has gone', () => {
    const slab = new Slab()
    const block = take(slab, 2 * HALF)
    slab.release(block)

    expect(take(slab, 10)).toBe(block)
    expect(slab.at).toBe(10)
  })

  it('of an answer larger than a block is not kept', () => {
    const slab = new Slab()
    const large = take(slab, 5 * HALF)
    const next = take(slab, HALF)
    slab.release(large)

    expect(large.bytes.length).toBe(5 * HALF)
    expect([next, take(slab, 2 * HALF), take(slab, 2 * HALF)]).not.toContain(large)
  })
})
