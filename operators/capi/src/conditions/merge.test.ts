import { describe, expect, it } from 'vitest'
import { type Conditioned, isFalse, isTrue, isUnknown, type Statement, setCondition } from './conditions.ts'
import { aggregate, mirror, summary } from './merge.ts'

const NOW = Date.parse('2030-01-01T00:00:00Z')

const having = (...statements: Statement[]): Conditioned => {
  const target: Conditioned = {}
  for (const statement of statements) setCondition(target, statement, NOW)
  return target
}

describe('summary', () => {
  it('takes the worst', () => {
    const from = having(isFalse('A', 'Slow', 'Info'), isFalse('B', 'Broken', 'Error', 'no disk'), isTrue('C'))

    expect(summary(from, ['A', 'B', 'C'])).toEqual({
      type: 'Ready',
      status: 'False',
      severity: 'Error',
      reason: 'Broken',
      message: 'no disk',
    })
  })

  it('takes the first of those that are equally bad', () => {
    const from = having(isFalse('A', 'Later', 'Info'), isFalse('B', 'First', 'Info'))

    expect(summary(from, ['B', 'A'])?.reason).toBe('First')
  })

  it('prefers what is known to what is not', () => {
    expect(summary(having(isTrue('A'), isUnknown('B', 'NotHeardOf')), ['A', 'B'])).toEqual({
      type: 'Ready',
      status: 'True',
    })
  })

  it('counts steps', () => {
    const from = having(isTrue('A'), isFalse('B', 'Waiting', 'Info', 'for something'))

    expect(summary(from, ['A', 'B'], 2)?.message).toBe('1 of 2 completed')
  })

  it('says nothing where nothing is said', () => {
    expect(summary({}, ['A'])).toBeUndefined()
  })
})

describe('aggregate', () => {
  it('names the object that it is about', () => {
    const objects = [
      { metadata: { name: 'a' }, status: having(isTrue('Ready')) },
      { metadata: { name: 'c' }, status: having(isFalse('Ready', 'Broken', 'Warning')) },
      { metadata: { name: 'b' }, status: having(isFalse('Ready', 'Broken', 'Warning')) },
      { metadata: { name: 'd' } },
    ]

    expect(aggregate('MachinesReady', 'Machine', objects)).toEqual({
      type: 'MachinesReady',
      status: 'False',
      severity: 'Warning',
      reason: 'Broken @ Machine/b',
      message: '1 of 4 completed',
    })
  })
})

describe('mirror', () => {
  it('says what the other object says, or what else there is to say', () => {
    const from = having(isFalse('Ready', 'Quota', 'Error', 'none left'))

    expect(mirror('InfrastructureReady', from, isTrue('InfrastructureReady'))).toEqual({
      type: 'InfrastructureReady',
      status: 'False',
      severity: 'Error',
      reason: 'Quota',
      message: 'none left',
    })
    expect(mirror('InfrastructureReady', {}, isTrue('InfrastructureReady'))).toEqual({
      type: 'InfrastructureReady',
      status: 'True',
    })
  })
})

describe('setCondition', () => {
  it('moves the time when anything is said that was not before, and keeps Ready first', () => {
    const target = having(isTrue('Available'), isFalse('Ready', 'Waiting', 'Info'))

    setCondition(target, isTrue('Available'), NOW + 60_000)
    setCondition(target, isFalse('Ready', 'Waiting', 'Info', 'for more'), NOW + 60_000)

    expect(target.conditions?.map(({ type, lastTransitionTime }) => [type, lastTransitionTime])).toEqual([
      ['Ready', '2030-01-01T00:01:00Z'],
      ['Available', '2030-01-01T00:00:00Z'],
    ])
  })
})
