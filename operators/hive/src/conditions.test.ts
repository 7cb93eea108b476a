import { describe, expect, it } from 'vitest'
import { type HiveCondition, initializeHiveConditions, setHiveCondition, sortHiveConditions } from './conditions.ts'

const NOON = Date.UTC(2030, 0, 1, 12)
const failed = { type: 'ProvisionFailed', status: 'True', reason: 'UnknownError', message: 'log' } as const

describe('conditions of Hive objects', () => {
  it('move their transition time with the status only', () => {
    const conditions: HiveCondition[] = []
    setHiveCondition(conditions, failed, NOON)
    expect(setHiveCondition(conditions, { ...failed, message: 'other log' }, NOON + 60_000)).toBe(true)
    expect(conditions[0]).toEqual({
      ...failed,
      message: 'other log',
      lastTransitionTime: '2030-01-01T12:00:00Z',
      lastProbeTime: '2030-01-01T12:01:00Z',
    })
    setHiveCondition(conditions, { ...failed, status: 'False' }, NOON + 120_000)
    expect(conditions[0]?.lastTransitionTime).toBe('2030-01-01T12:02:00Z')
  })

  it('are not written again when nothing changed, or only the wording where that does not count', () => {
    const conditions: HiveCondition[] = []
    setHiveCondition(conditions, failed, NOON)
    expect(setHiveCondition(conditions, failed, NOON + 1_000)).toBe(false)
    expect(setHiveCondition(conditions, { ...failed, reason: 'Other' }, NOON + 1_000, 'if-status-changed')).toBe(false)
    expect(conditions[0]?.reason).toBe('UnknownError')
  })

  it('start as Unknown, those that are there being left alone', () => {
    const conditions: HiveCondition[] = []
    setHiveCondition(conditions, failed, NOON)
    expect(initializeHiveConditions(conditions, ['ProvisionFailed', 'Provisioned'], NOON)).toBe(true)
    expect(conditions.map(({ type, status, reason }) => [type, status, reason])).toEqual([
      ['ProvisionFailed', 'True', 'UnknownError'],
      ['Provisioned', 'Unknown', 'Initialized'],
    ])
    expect(initializeHiveConditions(conditions, ['ProvisionFailed', 'Provisioned'], NOON)).toBe(false)
  })

  it('are listed by what needs attention: known before unknown, undesired before desired, then by name', () => {
    const of = (type: string, status: string): HiveCondition => ({ type, status })
    const sorted = sortHiveConditions([
      of('Unreachable', 'False'),
      of('AuthenticationFailure', 'Unknown'),
      of('Ready', 'False'),
      of('Provisioned', 'True'),
      of('ProvisionStopped', 'True'),
      of('DNSNotReady', 'Unknown'),
    ])
    expect(sorted.map(({ type }) => type)).toEqual([
      'ProvisionStopped',
      'Ready',
      'Provisioned',
      'Unreachable',
      'AuthenticationFailure',
      'DNSNotReady',
    ])
  })
})
