import { describe, expect, it } from 'vitest'
import type { ConditionRule, SpokeObject } from '../types.ts'
import { createConditionReader } from './condition-rules.ts'

const object = (kind: string, apiVersion: string, status?: object): SpokeObject => ({
  apiVersion,
  kind,
  metadata: { name: 'it', uid: 'u1', resourceVersion: '1' },
  ...(status ? { status } : {}),
})
const ready = object('Widget', 'example.com/v1', { conditions: [{ type: 'Ready', status: 'True' }], size: 3 })

const evaluate = (rule: Partial<ConditionRule>, of: SpokeObject = ready) =>
  createConditionReader()(of, [{ condition: 'Fine', type: 'CEL', ...rule }])

describe('condition rules in CEL', () => {
  it('hold when all of their expressions do', () => {
    expect(evaluate({ celExpressions: ['object.status.size > 2', 'object.metadata.name == "it"'] })).toEqual([
      { type: 'Fine', status: 'True', reason: 'ConditionRuleEvaluated', message: 'Manifest is Fine' },
    ])
    expect(evaluate({ celExpressions: ['object.status.size > 2', 'object.status.size > 3'] })).toEqual([
      { type: 'Fine', status: 'False', reason: 'ConditionRuleEvaluated', message: 'Manifest is not Fine' },
    ])
  })

  it('can ask whether there are conditions', () => {
    const celExpressions = ['hasConditions(object.status) && object.status.conditions.exists(c, c.type == "Ready")']

    expect(evaluate({ celExpressions })).toMatchObject([{ status: 'True' }])
    expect(evaluate({ celExpressions }, object('Widget', 'example.com/v1', {}))).toMatchObject([{ status: 'False' }])
  })

  it('say what they are told to say', () => {
    const celExpressions = ['object.status.size > 2']

    expect(evaluate({ celExpressions, message: 'as it should be' })).toMatchObject([{ message: 'as it should be' }])
    expect(
      evaluate({
        celExpressions,
        messageExpression: 'string(object.status.size) + (result ? " is" : " is not") + " enough"',
      }),
    ).toMatchObject([{ message: '3 is enough' }])
  })

  it.each([
    ['does not compile', 'object.status.size >'],
    ['fails', 'object.status.missing > 1'],
    ['gives something else than a truth', 'object.status.size'],
  ])('do not hold when an expression %s', (_problem, expression) => {
    expect(evaluate({ celExpressions: [expression] })).toMatchObject([
      { status: 'False', reason: 'ConditionRuleExpressionError', message: expect.stringMatching(/./) },
    ])
  })
})

describe('well-known condition rules', () => {
  const complete = (of: SpokeObject, rule: Partial<ConditionRule> = {}) =>
    createConditionReader()(of, [{ condition: 'Complete', type: 'WellKnownConditions', ...rule }])

  it('know when a Job is finished', () => {
    const finished = object('Job', 'batch/v1', { conditions: [{ type: 'Failed', status: 'True' }] })

    expect(complete(finished)).toMatchObject([{ status: 'True', message: 'Job is finished' }])
    expect(complete(object('Job', 'batch/v1'))).toMatchObject([{ status: 'False', message: 'Job is not finished' }])
  })

  it('know when a Pod is finished, and say it as they are told', () => {
    expect(complete(object('Pod', 'v1', { phase: 'Running' }))).toMatchObject([
      { status: 'False', message: 'Pod is in phase Running' },
    ])
    expect(
      complete(object('Pod', 'v1', { phase: 'Succeeded' }), { message: 'done', messageExpression: '""' }),
    ).toMatchObject([{ status: 'True', message: 'done' }])
  })

  it('say nothing of other kinds and conditions', () => {
    expect(complete(ready)).toEqual([])
    expect(complete(object('Pod', 'v1', { phase: 'Succeeded' }), { condition: 'Degraded' })).toEqual([])
  })
})
