import { describe, expect, it } from 'vitest'
import { ReceiveWindow, SendWindow } from './windows.ts'

describe('windows', () => {
  it('of clients cannot grow beyond what a number can say', () => {
    const window = new SendWindow(65_535)

    expect(window.grow(0x7fffffff - 65_535)).toBe(true)
    expect(window.grow(1)).toBe(false)
  })

  it('of ours are announced in portions', () => {
    const window = new ReceiveWindow(1_000)

    expect(window.take(1_000)).toBe(true)
    expect(window.release(400)).toBe(0)
    expect(window.release(100)).toBe(500)
    expect(window.take(500)).toBe(true)
    expect(window.take(1)).toBe(false)
  })
})
