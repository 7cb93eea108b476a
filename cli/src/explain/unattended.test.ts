import { describe, expect, it } from 'vitest'
import { describeActor } from './answer.ts'
import { good, operator, user, waiting } from './model.ts'
import { part, type Sample, sample, THEN } from './test/judged.ts'
import { unlessUnattended } from './unattended.ts'

const HYPERSHIFT = 'hypershift.openshift.io/v1beta1'
const at = (seconds: number): number => Date.parse(THEN) + seconds * 1_000
const WAITS = waiting({ state: 'New', waitsFor: 'its operator', nextActor: operator('hypershift') })
const pool = (said: Sample, apiVersion = HYPERSHIFT) => sample(apiVersion, 'NodePool', said)
const changedAfter = (seconds: number, observedGeneration: number) =>
  pool({
    metadata: {
      generation: 2,
      managedFields: [
        { manager: 'kubectl', time: new Date(at(seconds)).toISOString() },
        { manager: 'skep', subresource: 'status', time: new Date(at(seconds + 20)).toISOString() },
      ],
    },
    status: { conditions: [{ type: 'Ready', status: 'True', observedGeneration }] },
  })

describe('an object at which nobody looks', () => {
  it('was made while its operator does not run', () => {
    const verdict = unlessUnattended(WAITS, pool({}), [], at(60))

    expect(verdict).toMatchObject({
      health: 'failing',
      state: 'Unattended',
      waitsFor: 'operator hypershift, which has not looked at it since it was made: is it running?',
      since: THEN,
      sinceBy: 'server',
    })
    expect(describeActor(verdict.nextActor)).toBe(
      'user: see that operator hypershift runs: `skep up`, or `skep controllers --enable hypershift`',
    )
  })

  it('is given some time first', () => {
    expect(unlessUnattended(WAITS, pool({}), [], at(10))).toBe(WAITS)
  })

  it('was changed, although it looks fine as it was before', () => {
    const fine = good('Ready')

    expect(unlessUnattended(fine, changedAfter(0, 1), [], at(60)).waitsFor).toContain('since it was changed')
    expect(unlessUnattended(fine, changedAfter(50, 1), [], at(60))).toBe(fine)
    expect(unlessUnattended(fine, changedAfter(0, 2), [], at(60))).toBe(fine)
  })

  it('was deleted, and nothing happened since', () => {
    const metadata = { deletionTimestamp: THEN, finalizers: ['hypershift.openshift.io/finalizer'] }
    const leaving = pool({ metadata: { ...metadata, managedFields: [{ time: THEN }] } })
    const goes = part('Machine', 'm', { deletedAt: THEN })

    expect(unlessUnattended(WAITS, leaving, [], at(60)).waitsFor).toContain('since it was deleted')
    expect(unlessUnattended(WAITS, leaving, [goes], at(60))).toBe(WAITS)
  })

  it('is of an operator that only `skep up` has', () => {
    const { nextActor } = unlessUnattended(WAITS, pool({}, 'hive.openshift.io/v1'), [], at(60))

    expect(nextActor.action).toBe('see that operator hive runs: `skep up` without --disable hive')
  })

  it('is not one that waits for a person, or that nobody is known to look at', () => {
    const asks = waiting({ state: 'x', waitsFor: 'y', nextActor: user('do it') })

    expect(unlessUnattended(asks, pool({}), [], at(60))).toBe(asks)
    expect(unlessUnattended(WAITS, pool({}, 'example.com/v1'), [], at(60))).toBe(WAITS)
  })
})
