import { describe, expect, it } from 'vitest'
import { parseCronSchedule } from './cron-schedule.ts'

function fields(text: string) {
  const schedule = parseCronSchedule(text)
  if ('everyMs' in schedule) throw new Error('expected fields')
  return schedule
}

describe('parseCronSchedule', () => {
  it('understands lists, ranges, steps and names', () => {
    const { minutes, hours, daysOfMonth, months, daysOfWeek } = fields('1,2 9-17/4 */10 jan-mar MON')

    expect([...minutes.values]).toEqual([1, 2])
    expect([...hours.values]).toEqual([9, 13, 17])
    expect([...daysOfMonth.values]).toEqual([1, 11, 21, 31])
    expect([...months.values]).toEqual([1, 2, 3])
    expect([...daysOfWeek.values]).toEqual([1])
  })

  it('lets a start with a step go on to the end of its unit', () => {
    expect([...fields('50/4 * * * *').minutes.values]).toEqual([50, 54, 58])
  })

  it('tells a star from a list of every value', () => {
    expect(fields('* * * * *').daysOfWeek.isAny).toBe(true)
    expect(fields('* * * * 0-6').daysOfWeek.isAny).toBe(false)
    expect(fields('*/2 * * * *').minutes.isAny).toBe(false)
  })

  it.each([
    ['@daily', [0], [0]],
    ['@hourly', [0], Array.from({ length: 24 }, (_, hour) => hour)],
  ])('spells out %s', (text, minutes, hours) => {
    expect([...fields(text).minutes.values]).toEqual(minutes)
    expect([...fields(text).hours.values]).toEqual(hours)
  })

  it.each([
    ['@every 1h30m', 5_400_000],
    ['@every 90s', 90_000],
    ['@every 1ms', 1000],
  ])('counts the interval of %s', (text, everyMs) => {
    expect(parseCronSchedule(text)).toEqual({ everyMs })
  })

  it.each([
    ['nonsense', 'expected exactly 5 fields, found 1: [nonsense]'],
    ['* * * * * *', 'expected exactly 5 fields, found 6: [* * * * * *]'],
    ['60 * * * *', 'end of range (60) above maximum (59): 60'],
    ['* * 0 * *', 'beginning of range (0) below minimum (1): 0'],
    ['5-1 * * * *', 'beginning of range (5) beyond end of range (1): 5-1'],
    ['*/0 * * * *', 'step of range should be a positive number: */0'],
    ['1-2-3 * * * *', 'too many hyphens: 1-2-3'],
    ['1/2/3 * * * *', 'too many slashes: 1/2/3'],
    ['x * * * *', 'failed to parse int from x: strconv.Atoi: parsing "x": invalid syntax'],
    ['@fortnightly', 'unrecognized descriptor: @fortnightly'],
    ['@every soon', 'failed to parse duration @every soon: time: invalid duration "soon"'],
  ])('refuses %s', (text, message) => {
    expect(() => parseCronSchedule(text)).toThrow(message)
  })
})
