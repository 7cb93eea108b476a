import { describe, expect, it } from 'vitest'
import { describeActor } from './answer.ts'
import { good, operator, user, waiting } from './model.ts'
import { part, type Sample, sample, THEN } from './test/judged.ts'
import { unlessUnattended } from './unattended.ts'

const HYPERSHIFT = 'hypershift.openshift.io/v1beta1'
const SIMULATION = { url: 'http://localhost:8080', time: { now: THEN, speed: 'real' as const }, overrides: [] }
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
    const verdict = unlessUnattended(WAITS, pool({}), [], { now: at(60) })

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
    expect(unlessUnattended(WAITS, pool({}), [], { now: at(10) })).toBe(WAITS)
  })

  it('was changed, although it looks fine as it was before', () => {
    const fine = good('Ready')

    expect(unlessUnattended(fine, changedAfter(0, 1), [], { now: at(60) }).waitsFor).toContain('since it was changed')
    expect(unlessUnattended(fine, changedAfter(50, 1), [], { now: at(60) })).toBe(fine)
    expect(unlessUnattended(fine, changedAfter(0, 2), [], { now: at(60) })).toBe(fine)
  })

  it('was deleted, and nothing happened since', () => {
    const metadata = { deletionTimestamp: THEN, finalizers: ['hypershift.openshift.io/finalizer'] }
    const leaving = pool({ metadata: { ...metadata, managedFields: [{ time: THEN }] } })
    const goes = part('Machine', 'm', { deletedAt: THEN })

    expect(unlessUnattended(WAITS, leaving, [], { now: at(60) }).waitsFor).toContain('since it was deleted')
    expect(unlessUnattended(WAITS, leaving, [goes], { now: at(60) })).toBe(WAITS)
  })

  it('is of an operator that only `skep up` has', () => {
    const { nextActor } = unlessUnattended(WAITS, pool({}, 'hive.openshift.io/v1'), [], { now: at(60) })

    expect(nextActor.action).toBe('see that operator hive runs: `skep up` without --disable hive')
  })

  it('is not one that operators only read, such as a release', () => {
    const fine = good('Present')
    const release = sample('hive.openshift.io/v1', 'ClusterImageSet', {})

    expect(unlessUnattended(fine, release, [], { now: at(60) })).toBe(fine)
  })

  it('is as it should be where the simulator engine keeps it as it is', () => {
    const machines = sample('hive.openshift.io/v1', 'MachinePool', {})
    const surroundings = { now: at(60), simulation: { ...SIMULATION, engine: 'simulator' } }

    expect(unlessUnattended(WAITS, machines, [], surroundings)).toMatchObject({ health: 'good', state: 'NotSimulated' })
    expect(
      unlessUnattended(WAITS, machines, [], { ...surroundings, simulation: { ...SIMULATION, engine: 'full' } }).state,
    ).toBe('Unattended')
  })

  it('stays when the simulator engine is to remove what it leaves alone', () => {
    const metadata = { deletionTimestamp: THEN, finalizers: ['hive.openshift.io/remotemachineset'] }
    const machines = sample('hive.openshift.io/v1', 'MachinePool', { metadata })
    const surroundings = { now: at(60), simulation: { ...SIMULATION, engine: 'simulator' } }

    expect(unlessUnattended(WAITS, machines, [], surroundings)).toMatchObject({
      waitsFor: 'finalizers hive.openshift.io/remotemachineset, which the simulator engine of Hive leaves alone',
      nextActor: { role: 'user', action: 'remove these finalizers, or start Hive with --engine full' },
    })
  })

  it('is not one that waits for a person, or that nobody is known to look at', () => {
    const asks = waiting({ state: 'x', waitsFor: 'y', nextActor: user('do it') })

    expect(unlessUnattended(asks, pool({}), [], { now: at(60) })).toBe(asks)
    expect(unlessUnattended(WAITS, pool({}, 'example.com/v1'), [], { now: at(60) })).toBe(WAITS)
  })
})
