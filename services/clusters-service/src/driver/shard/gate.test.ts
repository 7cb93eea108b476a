import { VirtualClock } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { Gate } from './gate.ts'

describe('Gate', () => {
  it('lets any amount of work through to a quick shard', () => {
    const gate = new Gate(new VirtualClock(), 2)

    expect([gate.enter(), gate.enter(), gate.enter()].every((leave) => leave !== undefined)).toBe(true)
  })

  it('lets only a part through to a slow one, until some of it is done', async () => {
    const clock = new VirtualClock()
    const gate = new Gate(clock, 2)
    const leave = gate.enter()
    gate.enter()
    await clock.advance(2_001)
    expect(gate.enter()).toBeUndefined()

    leave?.()
    expect(gate.enter()).toBeDefined()
  })
})
