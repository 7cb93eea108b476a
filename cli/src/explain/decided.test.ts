import type { Override } from '@skep/sim'
import { describe, expect, it } from 'vitest'
import { answerOf, describeActor } from './answer.ts'
import { asDecided } from './decided.ts'
import { failing, good, KUBELET, operator, user, waiting } from './model.ts'
import { scenariosOf } from './simulation.ts'
import { part, sample } from './test/judged.ts'

const WAITS = waiting({ state: 'EtcdWaitingForQuorum', waitsFor: 'etcd', nextActor: operator('hypershift') })
const RED = sample('hypershift.openshift.io/v1beta1', 'HostedCluster', { metadata: { name: 'red' } })

const simulationWith = (override: Override, others = {}) => ({
  url: 'http://localhost:8080',
  time: { now: '2026-01-02T05:00:00Z', speed: 60 },
  overrides: [{ kind: 'HostedCluster', namespace: 'clusters', name: 'red', override }],
  ...others,
})
const FAILS = simulationWith({
  failure: { condition: 'Broken', reason: 'NoDisk', message: 'the disk is full', state: 'Etcd' },
})

describe('an object that was made to fail', () => {
  it('says why, and how to take that back', () => {
    const { health, state, waitsFor, nextActor } = asDecided(WAITS, RED, FAILS)

    expect({ health, state, waitsFor }).toEqual({
      health: 'failing',
      state: 'NoDisk',
      waitsFor: 'the disk is full (made to fail at Etcd by `skep sim fail`)',
    })
    expect(describeActor(nextActor)).toBe('user: `skep sim clear hostedcluster clusters/red` lets it go on')
  })

  it('says where the simulation is, if that is not the usual place', () => {
    const { nextActor } = asDecided(WAITS, RED, { ...FAILS, url: 'http://127.0.0.1:4711' })

    expect(nextActor.action).toContain('skep sim clear hostedcluster clusters/red --url http://127.0.0.1:4711')
  })

  it('says what else has to be done first', () => {
    const needsSecret = waiting({ state: 'Missing', waitsFor: 'a Secret', nextActor: user('create it') })

    expect(asDecided(needsSecret, RED, FAILS)).toBe(needsSecret)
  })

  it('is fine if it has not failed yet, or is on its way out', () => {
    const fine = good('Available')
    const leaving = { ...RED, metadata: { ...RED.metadata, deletionTimestamp: '2026-01-02T03:04:05Z' } }

    expect(asDecided(fine, RED, FAILS)).toBe(fine)
    expect(asDecided(WAITS, leaving, FAILS)).toBe(WAITS)
  })

  it('is another one if it has another name', () => {
    expect(asDecided(WAITS, sample(RED.apiVersion, RED.kind, {}), FAILS)).toBe(WAITS)
  })
})

describe('an object whose failure is what is said of it already', () => {
  const IMPORT = { condition: 'Broken', reason: '', message: 'no such host', state: 'Importing' }

  it('is not for a person to correct otherwise than by taking the decision back', () => {
    const failed = failing({ state: 'ImportFailed', waitsFor: 'no such host', nextActor: user('correct it') })
    const { state, waitsFor, nextActor } = asDecided(failed, RED, simulationWith({ failure: IMPORT }))

    expect({ state, waitsFor }).toEqual({
      state: 'ImportFailed',
      waitsFor: 'no such host (made to fail at Importing by `skep sim fail`)',
    })
    expect(nextActor.action).toBe('`skep sim clear hostedcluster clusters/red` lets it go on')
  })

  it('is taken back by whoever asked for an agent to fall silent, of which only the hub tells', () => {
    const failure = { condition: 'Broken', reason: '', message: 'asked for', state: 'Agent' }
    const silent = failing({
      state: 'ManagedClusterLeaseUpdateStopped',
      waitsFor: 'Registration agent stopped updating its lease.',
      nextActor: user('see why'),
    })

    expect(asDecided(silent, RED, simulationWith({ failure })).nextActor.action).toBe(
      '`skep sim clear hostedcluster clusters/red` lets it go on',
    )
  })
})

describe('an object of a type that was made to fail', () => {
  const FULL = { condition: 'Broken', reason: 'NoDisk', message: 'the disk is full', state: 'Etcd' }
  const simulationOf = (scenario: object) => ({
    ...FAILS,
    overrides: [],
    scenarios: scenariosOf({ seed: 1, hostedCluster: { failureScenarios: [{ ...FULL, ...scenario }] } }),
  })

  it.each([{}, { probability: 1 }, { objects: ['clusters/red'] }])('says so when it is chosen by %j', (scenario) => {
    const { state, waitsFor, nextActor } = asDecided(WAITS, RED, simulationOf(scenario))

    expect({ state, waitsFor }).toEqual({
      state: 'NoDisk',
      waitsFor: 'the disk is full (made to fail at Etcd by `skep sim set hostedcluster`)',
    })
    expect(describeActor(nextActor)).toBe('user: `skep sim reset` lets it go on')
  })

  it.each([{ objects: ['clusters/blue'] }, { labels: { tier: 'gold' } }])('is another one than %j', (scenario) => {
    expect(asDecided(WAITS, RED, simulationOf(scenario))).toBe(WAITS)
  })

  it.each([{ probability: 0.5 }, { count: 1 }])('may be spared by %j, unless it says the same itself', (scenario) => {
    const failed = { ...WAITS, waitsFor: 'etcd: the disk is full' }

    expect(asDecided(WAITS, RED, simulationOf(scenario))).toBe(WAITS)
    expect(asDecided(failed, RED, simulationOf(scenario)).state).toBe('NoDisk')
  })

  it('fails as was decided for it alone, if something was', () => {
    const spared = { ...simulationOf({}), overrides: simulationWith({ success: true }).overrides }

    expect(asDecided(WAITS, RED, spared)).toBe(WAITS)
  })
})

describe('an object that was made slow', () => {
  it('says so', () => {
    expect(asDecided(WAITS, RED, simulationWith({ delaySeconds: 30 })).waitsFor).toBe(
      'etcd (each of its states takes 30 s, by `skep sim delay`)',
    )
  })
})

describe('a simulation that is paused', () => {
  it('is for a person to let go on', () => {
    const tree = part('Pod', 'web', { health: 'waiting', waitsFor: 'its start', nextActor: KUBELET })
    const simulation = simulationWith({ success: true }, { time: { now: '2026-01-02T05:00:00Z', speed: 0 } })

    expect(describeActor(answerOf({ tree, at: 0, simulation }).next)).toBe(
      'user: time is paused: `skep sim clock --speed real` lets it go on',
    )
  })
})
