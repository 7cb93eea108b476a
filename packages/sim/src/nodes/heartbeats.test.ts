import { type Clock, silentLogger, VirtualClock } from '@skep/base'
import type { ClientKind } from '@skep/client'
import { describe, expect, it } from 'vitest'
import { startHeartbeats } from './heartbeats.ts'
import type { SimulatedNode } from './simulated-node.ts'

/** A clock that stands still until somebody moves it, however long its timers have been due. */
function busyClock() {
  let now = 0
  let due: (() => void) | undefined
  const setTimer: Clock['setTimer'] = (_ms, fn) => {
    due = fn
    return { cancel: () => {} }
  }
  const clock: Clock = Object.assign(new VirtualClock(), { now: () => now, setTimer })
  const passTime = async (ms: number) => {
    now += ms
    const fire = due
    due = undefined
    fire?.()
    await new Promise(setImmediate)
  }
  return { clock, passTime }
}

function aNode(written: string[], busy: () => Promise<void> = async () => {}): SimulatedNode {
  const patch = async ({ kind }: ClientKind) => {
    await busy()
    written.push(kind)
    return {}
  }
  // As much of a node as heartbeats look at.
  return {
    object: { metadata: { name: 'node-1' } },
    client: { patch, patchUnread: patch, get: async () => undefined },
    conditions: () => [],
  } as unknown as SimulatedNode
}

describe('heartbeats', () => {
  it('say how nodes are as soon as a process that was too busy to say anything comes to it', async () => {
    const { clock, passTime } = busyClock()
    const written: string[] = []
    const { signal } = new AbortController()
    const nodes = [aNode(written)]
    startHeartbeats({ clock, log: silentLogger, signal, nodes: () => nodes, onGone: () => {} })

    await passTime(10_000)
    expect(written).toEqual(['Lease'])

    await passTime(60_000)
    expect(written).toEqual(['Lease', 'Lease', 'Node'])

    await passTime(10_000)
    expect(written).toEqual(['Lease', 'Lease', 'Node', 'Lease'])
  })

  it('of many clusters come at the same moments, so that they are written together', async () => {
    const clock = new VirtualClock()
    const { signal } = new AbortController()
    const times = new Set<number>()
    for (let cluster = 0; cluster < 5; cluster++) {
      await clock.advance(10)
      const nodes = [aNode([], async () => void times.add(clock.now()))]
      startHeartbeats({ clock, log: silentLogger, signal, nodes: () => nodes, onGone: () => {} })
    }

    const start = clock.now() - 50
    await clock.advance(20_000)

    expect([...times].map((time) => time - start)).toEqual([10_000, 20_000])
  })

  it('say how nodes are after leases that took long to renew, one after the other', async () => {
    const { clock, passTime } = busyClock()
    const written: string[] = []
    let answer = () => {}
    const busy = () => new Promise<void>((resolve) => (answer = resolve))
    const nodes = [aNode(written, busy)]
    const { signal } = new AbortController()
    startHeartbeats({ clock, log: silentLogger, signal, nodes: () => nodes, onGone: () => {} })
    const answered = async () => {
      answer()
      await new Promise(setImmediate)
    }
    await passTime(10_000)
    await passTime(15_000)
    await answered()
    expect(written).toEqual(['Lease'])

    // Others learn of this one forty seconds after the time that the one before says.
    await passTime(10_000)
    await passTime(15_000)
    await answered()
    await answered()

    expect(written).toEqual(['Lease', 'Lease', 'Node'])
  })
})
