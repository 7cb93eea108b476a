import { describe, expect, it } from 'vitest'
import { canonicalMicroTime, canonicalTime } from './time.ts'

describe('canonicalTime', () => {
  it.each([
    ['2024-05-06T07:08:09Z', '2024-05-06T07:08:09Z'],
    ['2024-05-06T07:08:09.999Z', '2024-05-06T07:08:09Z'],
    ['2024-05-06T07:08:09+02:00', '2024-05-06T05:08:09Z'],
    ['2024-02-29T23:30:00-01:00', '2024-03-01T00:30:00Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00Z'],
  ])('turns %s into %s', (given, wanted) => {
    expect(canonicalTime(given)).toBe(wanted)
  })

  it.each(['', 'yesterday', '2024-05-06', '2024-02-30T00:00:00Z', '2024-05-06T24:00:00Z', '2024-05-06 07:08:09Z'])(
    'refuses %j',
    (text) => {
      expect(canonicalTime(text)).toBeUndefined()
    },
  )
})

describe('canonicalMicroTime', () => {
  it('keeps six digits and moves to UTC', () => {
    expect(canonicalMicroTime('2024-05-06T07:08:09.123456+02:00')).toBe('2024-05-06T05:08:09.123456Z')
  })

  it('refuses any other precision', () => {
    expect(canonicalMicroTime('2024-05-06T07:08:09Z')).toBeUndefined()
    expect(canonicalMicroTime('2024-05-06T07:08:09.123Z')).toBeUndefined()
  })
})
