import { describe, expect, it } from 'vitest'
import { leanObject, RecentReadings } from './recent-readings.ts'

const read = (bytes: Buffer): { text: string } => ({ text: bytes.toString() })

describe('recent readings', () => {
  it('are of the very bytes, not of others that say the same', () => {
    const readings = new RecentReadings<{ text: string }>()
    const bytes = Buffer.from('a')
    const first = readings.of(bytes, read)

    expect(readings.of(bytes, read)).toBe(first)
    expect(readings.of(Buffer.from('a'), read)).not.toBe(first)
  })

  it('may be told by who wrote the bytes', () => {
    const readings = new RecentReadings<{ text: string }>()
    const bytes = Buffer.from('a')
    const told = { text: 'a' }
    readings.note(bytes, told)

    expect(readings.get(bytes)).toBe(told)
    expect(readings.get(Buffer.from('a'))).toBeUndefined()
  })

  it('are forgotten after some hundreds of others', () => {
    const readings = new RecentReadings<{ text: string }>()
    const bytes = Buffer.from('first')
    readings.of(bytes, read)
    for (let others = 0; others < 512; others++) readings.of(Buffer.from('other'), read)

    expect(readings.get(bytes)).toBeUndefined()
  })
})

describe('a lean object', () => {
  it('does not say who wrote which field', () => {
    const whole = { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a', managedFields: [{ manager: 'kubectl' }] } }

    expect(leanObject(whole)).toEqual({ apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } })
    expect(whole.metadata.managedFields).toHaveLength(1)
  })
})
