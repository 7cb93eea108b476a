import type { ManifestCondition } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { aggregateConditions } from './aggregate.ts'

type Status = 'True' | 'False' | 'Unknown'

/** An object that says these things; conditions of rules are told by their reason. */
const manifest = (said: Record<string, Status>, message = ''): ManifestCondition => ({
  resourceMeta: { ordinal: 0 },
  conditions: Object.entries(said).map(([type, status]) => ({
    type,
    status,
    reason: type === 'Available' ? 'ResourceAvailable' : 'ConditionRuleEvaluated',
    message,
    lastTransitionTime: '2030-01-01T00:00:00Z',
  })),
})

const statusOf = (type: string, ...statuses: Status[]) =>
  aggregateConditions(statuses.map((status) => manifest({ [type]: status }))).find((each) => each.type === type)

describe('what is said of a whole work', () => {
  it.each([
    [['True', 'True'], 'True', 'ResourcesAvailable', 'All resources are available'],
    [['True', 'False', 'Unknown'], 'False', 'ResourcesNotAvailable', '1 of 3 resources are not available'],
    [['True', 'Unknown'], 'Unknown', 'ResourcesStatusUnknown', '1 of 2 resources have unknown status'],
  ] as [Status[], Status, string, string][])('is for %j available: %s', (statuses, status, reason, message) => {
    expect(statusOf('Available', ...statuses)).toEqual({ type: 'Available', status, reason, message })
  })

  it.each([
    ['Complete', ['True', 'True'], 'True'],
    ['Complete', ['True', 'Unknown'], 'Unknown'],
    ['Complete', ['True', 'Unknown', 'False'], 'False'],
    ['Progressing', ['False', 'True', 'Unknown'], 'True'],
    ['Progressing', ['False', 'Unknown'], 'Unknown'],
    ['Progressing', ['False', 'False'], 'False'],
  ] as [string, Status[], Status][])('is for %s of %j: %s', (type, statuses, status) => {
    expect(statusOf(type, ...statuses)).toEqual({
      type,
      status,
      reason: 'ConditionRulesAggregated',
      message: `Aggregated from ${statuses.length} manifest conditions`,
    })
  })

  it('is in the words of the object when there is only one', () => {
    expect(aggregateConditions([manifest({ Complete: 'True' }, 'Job is finished')])).toContainEqual({
      type: 'Complete',
      status: 'True',
      reason: 'ConditionRulesAggregated',
      message: 'Job is finished',
    })
  })

  it('leaves out what is about applying and feedback', () => {
    const applied = manifest({})
    applied.conditions = [
      { type: 'Applied', status: 'True', reason: 'AppliedManifestComplete', message: '', lastTransitionTime: '' },
    ]

    expect(aggregateConditions([applied]).map(({ type }) => type)).toEqual(['Available'])
  })
})
