import type { ClusterRole, LabelSelector, PolicyRule } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { aggregateRules } from './aggregate.ts'

const rule = (resource: string): PolicyRule => ({ apiGroups: [''], resources: [resource], verbs: ['get'] })
const part = (name: string, labels: Record<string, string>, ...rules: PolicyRule[]): ClusterRole => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind: 'ClusterRole',
  metadata: { name, labels },
  rules,
})
const sum = (...clusterRoleSelectors: LabelSelector[]): ClusterRole => ({
  ...part('sum', { team: 'a' }, rule('secrets')),
  aggregationRule: { clusterRoleSelectors },
})

describe('aggregateRules', () => {
  it('gathers each rule once, in order of the roles’ names', () => {
    const roles = [part('b', { team: 'a' }, rule('nodes'), rule('pods')), part('a', { team: 'a' }, rule('pods'))]

    expect(aggregateRules(sum({ matchLabels: { team: 'a' } }), roles)).toEqual([rule('pods'), rule('nodes')])
  })

  it('leaves out itself and roles that no selector matches', () => {
    const self = sum({ matchLabels: { team: 'a' } })

    expect(aggregateRules(self, [self, part('b', { team: 'b' }, rule('pods'))])).toEqual([])
  })

  it.each<[NonNullable<LabelSelector['matchExpressions']>[number], string[]]>([
    [{ key: 'team', operator: 'In', values: ['a', 'c'] }, ['pods']],
    [{ key: 'team', operator: 'NotIn', values: ['a'] }, ['nodes', 'events']],
    [{ key: 'team', operator: 'Exists' }, ['pods', 'nodes']],
    [{ key: 'team', operator: 'DoesNotExist' }, ['events']],
    [{ key: 'constructor', operator: 'Exists' }, []],
  ])('understands %o', (expression, expected) => {
    const roles = [
      part('a', { team: 'a' }, rule('pods')),
      part('b', { team: 'b' }, rule('nodes')),
      part('c', {}, rule('events')),
    ]

    const rules = aggregateRules(sum({ matchExpressions: [expression] }), roles)

    expect(rules.flatMap(({ resources }) => resources)).toEqual(expected)
  })
})
