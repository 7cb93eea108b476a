import { type Clock, formatTime, VirtualClock } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { Sightings } from './sightings.ts'
import { anHourAheadOf } from './test/ahead.ts'

function startClocks(): { outside: VirtualClock; clock: Clock } {
  const outside = new VirtualClock()
  return { outside, clock: anHourAheadOf(outside) }
}

const madeAt = (time: number) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { uid: 'u1', name: 'a', resourceVersion: '1', creationTimestamp: formatTime(time) },
})

describe('sightings', () => {
  it('take the time of the server as it is where nothing is simulated', () => {
    const clock = new VirtualClock()

    expect(new Sightings(clock).createdAt(madeAt(clock.now() - 60_000))).toBe(clock.now() - 60_000)
  })

  it('let an object be as old as it is on the server when it is first seen', () => {
    const { outside, clock } = startClocks()

    expect(new Sightings(clock).createdAt(madeAt(outside.now() - 60_000))).toBe(clock.now() - 60_000)
  })

  it('let ages grow by the own clock from then on', () => {
    const { outside, clock } = startClocks()
    let leapMs = 0
    const leaping = { ...clock, now: () => clock.now() + leapMs }
    const sightings = new Sightings(leaping)
    const object = madeAt(outside.now())
    sightings.createdAt(object)

    leapMs = 10 * 60_000

    expect(leaping.now() - sightings.createdAt(object)).toBe(600_000)
  })

  it('tell what became so again from what was so before', () => {
    const { outside, clock } = startClocks()
    const sightings = new Sightings(clock)
    const [former, present] = [outside.now() - 60_000, outside.now()].map(formatTime)

    expect(sightings.since(`ready ${former}`, former)).toBe(clock.now() - 60_000)
    expect(sightings.since(`ready ${present}`, present)).toBe(clock.now())
  })

  it('take what nobody wrote a time of for new', () => {
    const clock = new VirtualClock()

    expect(new Sightings(clock).since('ready', undefined)).toBe(clock.now())
  })
})
