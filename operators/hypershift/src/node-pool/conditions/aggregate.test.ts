import { describe, expect, it } from 'vitest'
import { aggregateProblems } from './aggregate.ts'

const problems = (count: number, reason: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => ({
    machine: `m${String(index).padStart(3, '0')}`,
    reason: reason(index),
    message: 'it does not work',
  }))

describe('what is said of many machines', () => {
  it('names so many of those with the same problem', () => {
    const { reason, message } = aggregateProblems(
      problems(100, () => 'Broken'),
      100,
      'ready',
    )

    expect(reason).toBe('Broken')
    expect(message).toMatch(/^100 of 100 machines are not ready\nMachine m000: Broken: it does not work\n/)
    expect(message).toMatch(/\.\.\. too many similar errors\n$/)
    expect(message?.length).toBeLessThan(1_100)
  })

  it('has limits for reasons and for all of it', () => {
    const { reason, message } = aggregateProblems(
      problems(200, (index) => `Reason${index}`),
      200,
      'healthy',
    )

    expect(reason).toMatch(/^Reason0,Reason1,.*,ReasonsTruncated$/)
    expect(reason?.length).toBeLessThanOrEqual(1024)
    expect(message).toMatch(/\.\.\. message truncated\n$/)
    expect(message?.length).toBeLessThanOrEqual(3_000)
  })
})
