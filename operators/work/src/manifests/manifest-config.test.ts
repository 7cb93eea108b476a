import { describe, expect, it } from 'vitest'
import type { ManifestConfig } from '../types.ts'
import { configOf } from './manifest-config.ts'

const demo = { ordinal: 0, group: 'hypershift.openshift.io', resource: 'hostedclusters', namespace: 'c1', name: 'demo' }
const config = (identifier: object, rest: Partial<ManifestConfig>): ManifestConfig => ({
  resourceIdentifier: { group: 'hypershift.openshift.io', resource: 'hostedclusters', name: 'demo', ...identifier },
  feedbackScrapeType: 'Poll',
  ...rest,
})
const createOnly = { updateStrategy: { type: 'CreateOnly' as const } }

describe('the configuration of an object', () => {
  it.each([
    [{ namespace: 'c1', name: 'demo' }, true],
    [{ namespace: 'c1', name: '*' }, true],
    [{ namespace: '*', name: 'd*o' }, true],
    [{ namespace: 'c*', name: '*em*' }, true],
    [{ namespace: 'c1', name: 'd*x*o' }, false],
    [{ namespace: 'c1', name: 'demo*demo' }, false],
    [{ namespace: 'c2', name: 'demo' }, false],
    [{ name: 'demo' }, false],
    [{ namespace: 'c1', resource: 'nodepools' }, false],
    [{ namespace: 'c1', group: '' }, false],
  ])('is that of %j: %s', (identifier, matches) => {
    const { strategy } = configOf(demo, [config(identifier, createOnly)])

    expect(strategy.type).toBe(matches ? 'CreateOnly' : 'Update')
  })

  it('is the first that matches, separately for each matter', () => {
    const feedback = { feedbackRules: [{ type: 'WellKnownStatus' as const }], feedbackScrapeType: 'Watch' as const }
    const rules = { conditionRules: [{ condition: 'Complete', type: 'WellKnownConditions' as const }] }
    const all = { namespace: '*', name: '*' }

    const found = configOf(demo, [
      config(all, feedback),
      config(all, createOnly),
      config(all, { updateStrategy: { type: 'ReadOnly' }, ...rules, feedbackRules: [] }),
    ])

    expect(found).toEqual({
      feedbackRules: feedback.feedbackRules,
      conditionRules: rules.conditionRules,
      strategy: { type: 'CreateOnly' },
      watched: true,
    })
  })
})
