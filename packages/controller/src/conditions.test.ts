import type { Condition } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { findCondition, isConditionTrue, removeCondition, setCondition, summarizeConditions } from './conditions.ts'

const NOON = Date.UTC(2030, 0, 1, 12)
const LATER = NOON + 60_000

describe('setCondition', () => {
  it('adds a condition with the time at which it came to be', () => {
    const conditions: Condition[] = []

    expect(setCondition(conditions, { type: 'Ready', status: 'True', reason: 'Up', message: 'all up' }, NOON)).toBe(
      true,
    )
    expect(conditions).toEqual([
      { type: 'Ready', status: 'True', reason: 'Up', message: 'all up', lastTransitionTime: '2030-01-01T12:00:00Z' },
    ])
  })

  it('moves the time only when the status changes', () => {
    const conditions: Condition[] = []
    setCondition(conditions, { type: 'Ready', status: 'False', reason: 'Starting' }, NOON)

    setCondition(conditions, { type: 'Ready', status: 'False', reason: 'Waiting', observedGeneration: 2 }, LATER)
    expect(findCondition(conditions, 'Ready')).toEqual({
      type: 'Ready',
      status: 'False',
      reason: 'Waiting',
      message: '',
      observedGeneration: 2,
      lastTransitionTime: '2030-01-01T12:00:00Z',
    })
    setCondition(conditions, { type: 'Ready', status: 'True', reason: 'Up' }, LATER)
    expect(findCondition(conditions, 'Ready')?.lastTransitionTime).toBe('2030-01-01T12:01:00Z')
  })

  it('changes nothing when the condition says all of it already', () => {
    const conditions: Condition[] = []
    setCondition(conditions, { type: 'Ready', status: 'True', reason: 'Up' }, NOON)
    const [before] = conditions

    expect(setCondition(conditions, { type: 'Ready', status: 'True', reason: 'Up' }, LATER)).toBe(false)
    expect(conditions[0]).toBe(before)
  })
})

describe('a message that is longer than servers take', () => {
  it('is cut off, and says so', () => {
    const conditions: Condition[] = []

    setCondition(conditions, { type: 'Ready', status: 'False', reason: 'Error', message: 'x'.repeat(40_000) }, NOON)

    expect(conditions[0]?.message).toBe(`${'x'.repeat(32_767)}…`)
  })
})

describe('removeCondition', () => {
  it('takes a condition back', () => {
    const conditions: Condition[] = []
    setCondition(conditions, { type: 'Ready', status: 'True', reason: 'Up' }, NOON)

    expect(removeCondition(conditions, 'Ready')).toBe(true)
    expect(removeCondition(conditions, 'Ready')).toBe(false)
    expect(isConditionTrue(conditions, 'Ready')).toBe(false)
  })
})

describe('summarizeConditions', () => {
  const given = (...all: [type: string, status: Condition['status'], reason: string, message?: string][]) => {
    const conditions: Condition[] = []
    for (const [type, status, reason, message = ''] of all)
      setCondition(conditions, { type, status, reason, message }, NOON)
    return conditions
  }

  it('is True when all is as it should be', () => {
    const conditions = given(['Deployed', 'True', 'Done'], ['Degraded', 'False', 'Fine'])

    const summary = summarizeConditions(conditions, { good: ['Deployed'], bad: ['Degraded'], observedGeneration: 3 })

    expect(summary).toEqual({ type: 'Ready', status: 'True', reason: 'AsExpected', observedGeneration: 3 })
  })

  it('is False with the reason of the first that is wrong, and the words of all', () => {
    const conditions = given(
      ['Deployed', 'Unknown', 'Asking', 'no answer yet'],
      ['Exposed', 'False', 'NoAddress', 'no address left'],
      ['Degraded', 'True', 'Slow', 'answers take long'],
    )

    expect(summarizeConditions(conditions, { good: ['Deployed', 'Exposed'], bad: ['Degraded'] })).toEqual({
      type: 'Ready',
      status: 'False',
      reason: 'NoAddress',
      message: 'Deployed: no answer yet; Exposed: no address left; Degraded: answers take long',
    })
  })

  it('is Unknown while something has not been reported', () => {
    expect(summarizeConditions(given(['Deployed', 'True', 'Done']), { good: ['Deployed', 'Exposed'] })).toMatchObject({
      status: 'Unknown',
      reason: 'NotYetReported',
      message: 'Exposed: not yet reported',
    })
  })
})
