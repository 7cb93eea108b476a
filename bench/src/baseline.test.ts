import { describe, expect, it } from 'vitest'
import { meanOf, RECORDED, ratio } from './baseline.ts'

describe('figures beside others', () => {
  it('are better when there are more per second, or fewer milliseconds and megabytes', () => {
    expect(ratio('createPerSecond', 5_220, RECORDED)).toBe(10)
    expect(ratio('listMs', 14.3, RECORDED)).toBe(10)
    expect(ratio('idleMb', 102, RECORDED)).toBe(3)
  })

  it('of several runs are their mean', () => {
    const runs = [RECORDED, { ...RECORDED, createPerSecond: 622, listMs: 43 }]

    expect(meanOf(runs)).toEqual({ ...RECORDED, createPerSecond: 572, listMs: 93 })
  })
})
