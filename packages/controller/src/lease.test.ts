import { Lease } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { LeadershipLost, lead } from './lease.ts'
import { type Hub, runInBackground, startHub } from './test/hub.ts'

/** A process that wants to lead; `log` notes when it begins and ends. */
function contend({ client, clock, random }: Hub, identity: string, log: string[]) {
  const work = async (leading: AbortSignal) => {
    log.push(`${identity} leads`)
    await new Promise<void>((resolve) => leading.addEventListener('abort', () => resolve()))
    log.push(`${identity} stops: ${leading.reason.name}`)
  }
  const options = { namespace: 'default', name: 'boss', identity }
  return runInBackground((signal) => lead({ client, clock, random }, options, signal, work))
}

const theLease = ({ client }: Hub) => client.get(Lease, { namespace: 'default', name: 'boss' })

describe('lead', () => {
  it('lets one of several work at a time', async () => {
    const hub = await startHub()
    const log: string[] = []
    contend(hub, 'a', log)
    contend(hub, 'b', log)

    await hub.clock.advance(600_000)

    expect(log).toHaveLength(1)
    expect((await theLease(hub))?.spec).toMatchObject({ leaseDurationSeconds: 15, leaseTransitions: 0 })
  })

  it('hands the lease over within a few seconds when its holder stops', async () => {
    const hub = await startHub()
    const log: string[] = []
    const first = contend(hub, 'a', log)
    await hub.clock.settle()
    contend(hub, 'b', log)
    await hub.clock.advance(60_000)

    await first.stop()
    await hub.clock.advance(2_000 * 2.2)

    expect(log).toEqual(['a leads', 'a stops: AbortError', 'b leads'])
    expect((await theLease(hub))?.spec).toMatchObject({ holderIdentity: 'b', leaseTransitions: 1 })
  })

  it('waits for a holder that vanished until its lease has expired', async () => {
    const hub = await startHub()
    await hub.client.create(Lease, {
      metadata: { namespace: 'default', name: 'boss' },
      spec: { holderIdentity: 'vanished', leaseDurationSeconds: 15, renewTime: '2020-01-01T00:00:00.000000Z' },
    })
    const log: string[] = []
    contend(hub, 'a', log)

    await hub.clock.advance(14_999)
    expect(log).toEqual([])
    await hub.clock.advance(2_000 * 2.2)
    expect(log).toEqual(['a leads'])
  })

  it('stops work when the lease cannot be renewed for ten seconds', async () => {
    const hub = await startHub()
    const log: string[] = []
    let broken = false
    const client: typeof hub.client = {
      ...hub.client,
      get: (...args) => (broken ? Promise.reject(new Error('cut off')) : hub.client.get(...args)),
    }
    const { ended } = contend({ ...hub, client }, 'a', log)
    await hub.clock.advance(60_000)

    broken = true
    await hub.clock.advance(7_999)
    expect(log).toEqual(['a leads'])
    await hub.clock.advance(4_001)

    expect(log).toEqual(['a leads', 'a stops: LeadershipLost'])
    expect(await ended).toBeInstanceOf(LeadershipLost)
  })

  it('stops work at once when somebody else has taken the lease', async () => {
    const hub = await startHub()
    const log: string[] = []
    const { ended } = contend(hub, 'a', log)
    await hub.clock.advance(60_000)
    const lease = await theLease(hub)

    await hub.client.update(Lease, { ...lease!, spec: { ...lease!.spec, holderIdentity: 'usurper' } })
    await hub.clock.advance(2_000)

    expect(await ended).toBeInstanceOf(LeadershipLost)
    expect((await theLease(hub))?.spec.holderIdentity).toBe('usurper')
  })

  it('returns when it is stopped before it ever led', async () => {
    const hub = await startHub()
    const log: string[] = []
    contend(hub, 'a', log)
    await hub.clock.settle()
    const second = contend(hub, 'b', log)
    await hub.clock.settle()

    await second.stop()

    expect(await second.ended).toBeUndefined()
    expect(log).toEqual(['a leads'])
  })
})
