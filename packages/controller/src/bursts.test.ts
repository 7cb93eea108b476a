import { type Clock, VirtualClock } from '@skep/base'
import type { ObjectRef, Stored } from '@skep/client'
import { describe, expect, it } from 'vitest'
import { inBursts } from './bursts.ts'
import { ownKey, watchOf } from './sources.ts'
import { Note } from './test/hub.ts'

const note = (name: string, resourceVersion: string): Stored => ({
  apiVersion: 'test.skep.dev/v2',
  kind: 'Note',
  metadata: { namespace: 'default', name, uid: name, resourceVersion },
})

describe('inBursts', () => {
  it('brings an object to work once for all changes within a moment, and again for later ones', async () => {
    const clock = new VirtualClock()
    const brought: string[] = []
    const [handler] = handlersOf(clock, brought)

    handler?.({ type: 'added', object: note('blue', '1') })
    handler?.({ type: 'added', object: note('red', '2') })
    handler?.({ type: 'updated', previous: note('blue', '1'), object: note('blue', '3') })
    expect(brought).toEqual([])

    await clock.advance(100)
    expect(brought).toEqual(['blue', 'red'])

    handler?.({ type: 'deleted', previous: note('blue', '3'), object: note('blue', '4') })
    await clock.advance(100)
    expect(brought).toEqual(['blue', 'red', 'blue'])
  })

  it('brings an object to work once for changes of several sources', async () => {
    const clock = new VirtualClock()
    const brought: string[] = []
    const [handler, another] = handlersOf(clock, brought)

    handler?.({ type: 'added', object: note('blue', '1') })
    another?.({ type: 'added', object: note('blue', '2') })
    await clock.advance(100)

    expect(brought).toEqual(['blue'])
  })

  it('gathers for longer while timers are late, but not for ever', () => {
    const { clock, fireTimer } = lateClock(50)
    const brought: string[] = []
    const [handler] = handlersOf(clock, brought)
    handler?.({ type: 'added', object: note('blue', '1') })

    let fired = 0
    for (; brought.length === 0; fired++) fireTimer()

    expect(fired).toBe(7)
  })
})

/** Handlers of two sources that note what they bring to work. */
const handlersOf = (clock: Clock, brought: string[]) =>
  inBursts(clock, watchOf(Note, ownKey), watchOf(Note, ownKey)).map((source) =>
    source.handler(({ name }: ObjectRef) => void brought.push(name)),
  )

/** A clock whose timers fire by hand, each so many milliseconds late. */
function lateClock(lateMs: number) {
  let now = 0
  let timers: (() => void)[] = []
  const setTimer: Clock['setTimer'] = (ms, fn) => {
    timers.push(() => {
      now += ms + lateMs
      fn()
    })
    return { cancel: () => {} }
  }
  const clock: Clock = Object.assign(new VirtualClock(), { now: () => now, setTimer })
  const fireTimer = () => {
    const [first, ...others] = timers
    timers = others
    first?.()
  }
  return { clock, fireTimer }
}
