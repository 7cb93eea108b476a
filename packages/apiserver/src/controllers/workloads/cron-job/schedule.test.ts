import { parseCronSchedule } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { missedTimes, nextTime } from './schedule.ts'
import { wallClock } from './wall-clock.ts'

const at = (text: string): number => Date.parse(text)
const show = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString().slice(0, 16)
const next = (schedule: string, after: string, zone?: string): string | undefined =>
  show(nextTime(parseCronSchedule(schedule), wallClock(zone), at(after)))

describe('nextTime', () => {
  it.each([
    ['* * * * *', '2030-01-01T00:00:00Z', '2030-01-01T00:01'],
    ['*/15 9-17 * * 1-5', '2030-01-04T17:45:00Z', '2030-01-07T09:00'],
    ['0 0 1 * *', '2030-01-31T12:00:00Z', '2030-02-01T00:00'],
    ['0 0 29 2 *', '2030-01-01T00:00:00Z', '2032-02-29T00:00'],
    ['0 12 13 * 5', '2030-09-01T00:00:00Z', '2030-09-06T12:00'],
    ['@daily', '2030-01-01T00:00:00Z', '2030-01-02T00:00'],
    ['@every 1h30m', '2030-01-01T00:10:00Z', '2030-01-01T01:40'],
  ])('of %s after %s is %s', (schedule, after, expected) => {
    expect(next(schedule, after)).toBe(expected)
  })

  it('does not come for a day that never does', () => {
    expect(next('0 0 30 2 *', '2030-01-01T00:00:00Z')).toBeUndefined()
  })

  it('follows the clocks of a time zone', () => {
    expect(next('30 8 * * *', '2030-01-01T00:00:00Z', 'Europe/Prague')).toBe('2030-01-01T07:30')
    expect(next('30 8 * * *', '2030-07-01T00:00:00Z', 'Europe/Prague')).toBe('2030-07-01T06:30')
    expect(next('0 0 * * *', '2030-01-01T00:00:00Z', 'America/New_York')).toBe('2030-01-01T05:00')
  })

  it('leaves out a time that clocks skip, and comes twice at one that they repeat', () => {
    expect(next('30 2 * * *', '2030-03-31T00:00:00Z', 'Europe/Prague')).toBe('2030-04-01T00:30')
    expect(next('30 2 * * *', '2030-10-27T00:00:00Z', 'Europe/Prague')).toBe('2030-10-27T00:30')
    expect(next('30 2 * * *', '2030-10-27T00:30:00Z', 'Europe/Prague')).toBe('2030-10-27T01:30')
  })

  it('refuses a zone that there is not', () => {
    expect(() => wallClock('Nowhere/City')).toThrow(RangeError)
  })
})

describe('missedTimes', () => {
  const missed = (schedule: string, since: string, now: string) => {
    const found = missedTimes(parseCronSchedule(schedule), wallClock(undefined), at(since), at(now))
    return found && { latest: show(found.latest), count: found.count }
  }

  it('finds the last of many at once', () => {
    expect(missed('*/5 9 * * *', '2029-01-01T00:00:00Z', '2030-01-01T15:00:00Z')).toMatchObject({
      latest: '2030-01-01T09:55',
    })
    expect(missed('* * * * *', '2030-01-01T00:00:00Z', '2030-01-01T02:00:30Z')).toEqual({
      latest: '2030-01-01T02:00',
      count: 120,
    })
    expect(missed('@every 10m', '2030-01-01T00:00:00Z', '2030-01-01T00:35:00Z')).toEqual({
      latest: '2030-01-01T00:30',
      count: 3,
    })
  })

  it('finds nothing when the time has not come', () => {
    expect(missed('0 12 * * *', '2030-01-01T00:00:00Z', '2030-01-01T11:59:59Z')).toBeUndefined()
  })
})
