import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VirtualClock } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { createSimulationClock } from '../clock/simulation-clock.ts'
import { MACHINE, MACHINE_KIND } from '../test/machines.ts'
import { createBehaviours } from './behaviours.ts'
import type { BehaviourChange } from './contracts.ts'

const fire = { condition: 'Broken', reason: 'Fire', message: 'it burns' }
const blue = { namespace: 'default', name: 'blue', uid: 'u1' }
const machines = (config: unknown = {}, others = {}) =>
  createBehaviours({ kinds: [MACHINE_KIND], config, clock: new VirtualClock(), ...others })
const lasting = (config: unknown, object = blue) =>
  machines(config)
    .timeline('Machine', object)
    .map(({ name, durationMs }) => [name, durationMs])

describe('how long states last', () => {
  it('is their own duration when they add up to the total', () => {
    expect(lasting({})).toEqual([
      ['Off', 1_000],
      ['Booting', 3_000],
      ['Up', 1_000],
    ])
  })

  it('is their share of the total', () => {
    expect(lasting({ machine: { defaultDelaySeconds: 20 } })).toEqual([
      ['Off', 4_000],
      ['Booting', 12_000],
      ['Up', 4_000],
    ])
  })

  it('is their own duration when there is no total', () => {
    expect(lasting({ machine: { defaultDelaySeconds: 0, states: [{ name: 'Up', durationSeconds: 7 }] } })).toEqual([
      ['Up', 7_000],
    ])
  })

  it('is an even share when they have no duration', () => {
    const states = [{ name: 'Off' }, { name: 'Up' }]
    expect(lasting({ machine: { defaultDelaySeconds: 6, states } })).toEqual([
      ['Off', 3_000],
      ['Up', 3_000],
    ])
  })

  it('is nothing when nothing takes time', () => {
    expect(lasting({ machine: { defaultDelaySeconds: 0, states: [{ name: 'Off' }, { name: 'Up' }] } })).toEqual([
      ['Off', 0],
      ['Up', 0],
    ])
  })

  it.each([
    { distribution: 'uniform', min: 10, max: 20 },
    { distribution: 'normal', mean: 15, deviation: 1 },
    { distribution: 'exponential', mean: 15 },
  ])('is drawn for each object from a $distribution distribution, and stays', (delay) => {
    const behaviours = machines({ seed: 7, machine: { defaultDelaySeconds: delay } })
    const total = (name: string) =>
      behaviours
        .timeline('Machine', { namespace: 'default', name })
        .reduce((sum, { durationMs }) => sum + durationMs, 0)
    const totals = Array.from({ length: 500 }, (_, number) => total(`m${number}`))
    const mean = totals.reduce((sum, each) => sum + each, 0) / totals.length

    expect(mean).toBeGreaterThan(13_000)
    expect(mean).toBeLessThan(17_000)
    expect(new Set(totals).size).toBeGreaterThan(300)
    expect(total('m0')).toBe(totals[0])
  })

  it('is what somebody decided for the object, for each state', () => {
    const behaviours = machines()
    behaviours.setDelay('machines', blue, { delaySeconds: 30 })

    expect(behaviours.timeline('Machine', blue).map(({ durationMs }) => durationMs)).toEqual([30_000, 30_000, 30_000])
    expect(behaviours.timeline('Machine', { name: 'other' })[0]?.durationMs).toBe(1_000)
  })
})

describe('which objects fail', () => {
  const failing = (scenario: object, names: string[], labels: Record<string, string> = {}) => {
    const behaviours = machines({ seed: 1, machine: { failureScenarios: [{ ...fire, ...scenario }] } })
    return names.filter((name) => behaviours.failureOf('Machine', { namespace: 'default', name, labels }, 'Off'))
  }
  const many = Array.from({ length: 1_000 }, (_, number) => `m${number}`)

  it('are a share of them, by probability', () => {
    const failed = failing({ probability: 0.1 }, many).length
    expect(failed).toBeGreaterThan(70)
    expect(failed).toBeLessThan(130)
  })

  it('are the same ones for the same seed', () => {
    expect(failing({ probability: 0.1 }, many)).toEqual(failing({ probability: 0.1 }, many))
  })

  it('are decided once, however often somebody asks', () => {
    const behaviours = machines({ machine: { failureScenarios: [{ ...fire, probability: 0.5 }] } })
    const answers = Array.from({ length: 100 }, () => behaviours.failureOf('Machine', blue, 'Off')?.reason)
    expect(new Set(answers).size).toBe(1)
  })

  it('are the first ones, by count', () => {
    expect(failing({ count: 2 }, ['a', 'b', 'a', 'c', 'd'])).toEqual(['a', 'b', 'a'])
  })

  it('are those with the labels', () => {
    expect(failing({ labels: { zone: 'west' } }, ['a'], { zone: 'west', rack: '1' })).toEqual(['a'])
    expect(failing({ labels: { zone: 'west' } }, ['a'], { zone: 'east' })).toEqual([])
  })

  it('are those that are named', () => {
    expect(failing({ objects: ['default/b'] }, ['a', 'b'])).toEqual(['b'])
  })

  it('are none when a scenario says nothing of which', () => {
    expect(failing({}, many)).toEqual([])
    expect(failing({ probability: 0 }, many)).toEqual([])
  })

  it('fail at the state that the scenario names', () => {
    const failureScenarios = [{ ...fire, probability: 1, state: 'Up' }]
    const behaviours = machines({ machine: { failureScenarios } })
    expect(behaviours.failureOf('Machine', blue, 'Booting')).toBeUndefined()
    expect(behaviours.failureOf('Machine', blue, 'Up')?.message).toBe('it burns')
  })

  it('get another chance when they are made anew', () => {
    const behaviours = machines({ machine: { failureScenarios: [{ ...fire, count: 1 }] } })
    expect(behaviours.failureOf('Machine', blue, 'Off')).toBeDefined()
    expect(behaviours.failureOf('Machine', { ...blue, uid: 'u2' }, 'Off')).toBeUndefined()
  })

  it('are those for which somebody decided so, until that is taken back', () => {
    const behaviours = machines()
    behaviours.setFailure('MACHINE', blue, fire)
    expect(behaviours.failureOf('Machine', blue, 'Off')).toEqual(fire)

    behaviours.clearOverride('machine', blue)
    expect(behaviours.failureOf('Machine', blue, 'Off')).toBeUndefined()
  })

  it('are refused at a state that no object is ever in', () => {
    const kinds = [{ ...MACHINE_KIND, moreStates: ['Scrapped'] }]
    const behaviours = createBehaviours({ kinds, clock: new VirtualClock() })
    const misspelt = 'a Machine has no state "Bootin"; it has Off, Booting, Up, Scrapped'

    expect(() => behaviours.setFailure('machine', blue, { ...fire, state: 'Bootin' })).toThrow(misspelt)
    behaviours.setFailure('machine', blue, { ...fire, state: 'Scrapped' })
    expect(behaviours.failureOf('Machine', blue, 'Scrapped')?.message).toBe('it burns')
  })

  it('are not those that somebody wants to succeed', () => {
    const behaviours = machines({ machine: { failureScenarios: [{ ...fire, probability: 1 }] } })
    behaviours.setSuccess('machine', blue)
    expect(behaviours.failureOf('Machine', blue, 'Off')).toBeUndefined()
  })

  it('change with the scenarios', () => {
    const behaviours = machines({ machine: { failureScenarios: [{ ...fire, probability: 1 }] } })
    expect(behaviours.failureOf('Machine', blue, 'Off')).toBeDefined()

    behaviours.changeSection('machine', { failureScenarios: [] })
    expect(behaviours.failureOf('Machine', blue, 'Off')).toBeUndefined()
  })
})

describe('a configuration', () => {
  it('may name other states, unless the operator goes by those that there are', () => {
    const states = [{ name: 'Upp', durationSeconds: 1 }]
    const fixed = { ...MACHINE_KIND, hasFixedStates: true }

    expect(lasting({ machine: { states } })).toEqual([['Upp', 5_000]])
    expect(() => createBehaviours({ kinds: [fixed], config: { machine: { states } } })).toThrow(
      'a Machine has no state "Upp"; it has Off, Booting, Up',
    )
  })

  it.each([
    [{ machine: { defaultDelaySeconds: -1 } }, 'Machine defaultDelaySeconds must be >= 0'],
    [{ machine: { states: [{ name: 'Off', durationSeconds: -1 }] } }, 'Machine state Off duration must be >= 0'],
    [
      { machine: { failureScenarios: [{ condition: 'Broken', probability: 1.5 }] } },
      'Machine failure scenario 0 probability must be 0.0-1.0',
    ],
    [{ machine: { defaultDelaySeconds: 'long' } }, 'Machine defaultDelaySeconds must be a number'],
    [{ machine: { defaultDelaySeconds: { distribution: 'uniform', min: 5, max: 1 } } }, 'min must be <= max'],
    [{ machine: { defaultDelaySecond: 1 } }, 'Machine has no field "defaultDelaySecond"'],
    [{ machine: { needsPower: 'yes' } }, 'Machine needsPower must be true or false'],
    [{ machines: {} }, 'the configuration has no field "machines"'],
    [
      { machine: { states: [{ name: 'Off', conditions: [{ type: 'A', reasn: 'B' }] }] } },
      'Machine state Off condition 0 has no field "reasn"; it has type, status, reason, message',
    ],
    [
      { machine: { failureScenarios: [{ ...fire, state: 'Upp' }] } },
      'a Machine has no state "Upp"; it has Off, Booting, Up',
    ],
    [{ machine: { failureScenarios: [{}] } }, 'Machine failure scenario 0 must have a condition'],
    [{ speed: 'slow' }, 'speed must be real, instant or a number'],
    [{ clusterImageSets: [{}] }, 'clusterImageSets 0 must have a name'],
    [[], 'the configuration must be an object'],
  ])('that is wrong is refused: %j', (config, message) => {
    expect(() => machines(config)).toThrow(message)
  })

  it('that changes a field keeps the others', () => {
    const behaviours = machines()
    behaviours.changeSection('machines', { defaultDelaySeconds: 60 })

    expect(behaviours.of('Machine')).toEqual({ ...MACHINE, defaultDelaySeconds: 60 })
  })

  it('that is wrong changes nothing', () => {
    const behaviours = machines()
    expect(() => behaviours.changeSection('machine', { defaultDelaySeconds: 1, states: 7 })).toThrow('must be a list')
    expect(behaviours.of('Machine')).toEqual(MACHINE)
  })

  it('is as at the start after a reset, and no override is left', () => {
    const behaviours = machines({ seed: 3, machine: { defaultDelaySeconds: 9 } })
    behaviours.changeSection('machine', { defaultDelaySeconds: 60, needsPower: false })
    behaviours.setSuccess('machine', blue)
    behaviours.reseed(4)

    behaviours.reset()

    expect(behaviours.of('Machine')).toEqual({ ...MACHINE, defaultDelaySeconds: 9 })
    expect(behaviours.config.seed).toBe(3)
    expect(behaviours.overrides()).toEqual([])
  })

  it('sets the speed of the clock', () => {
    const clock = createSimulationClock({ base: new VirtualClock() })
    const behaviours = machines({ speed: 10 }, { clock })
    expect(clock.speed).toBe(10)

    behaviours.setSpeed('instant')
    expect(clock.speed).toBe('instant')
    expect(behaviours.config.speed).toBe('instant')
  })

  it('of a kind that is not simulated is not there', () => {
    expect(() => machines().of('Toaster')).toThrow('unknown resource type "Toaster": use one of machine')
  })
})

describe('those who wait', () => {
  it('are told at once of what changed', () => {
    const behaviours = machines()
    const changes: BehaviourChange[] = []
    const stop = behaviours.onChange((change) => changes.push(change))

    behaviours.setSuccess('machine', { namespace: 'default', name: 'blue' })
    behaviours.changeSection('machine', {})
    behaviours.reset()
    stop()
    behaviours.reset()

    expect(changes).toEqual([
      { kind: 'Machine', object: { namespace: 'default', name: 'blue' } },
      { kind: 'Machine' },
      {},
    ])
  })
})

describe('the log', () => {
  it('says what was done, in order and from where somebody left off', () => {
    const behaviours = machines()
    behaviours.setDelay('machine', blue, { delaySeconds: 1 })
    behaviours.note('entered state', 'Machine', blue, { state: 'Off' })

    expect(behaviours.actions()).toEqual([
      {
        sequence: 1,
        time: '2030-01-01T00:00:00.000Z',
        action: 'delay set',
        object: 'Machine/default/blue',
        detail: { delaySeconds: 1 },
      },
      {
        sequence: 2,
        time: '2030-01-01T00:00:00.000Z',
        action: 'entered state',
        object: 'Machine/default/blue',
        detail: { state: 'Off' },
      },
    ])
    expect(behaviours.actions(1).map(({ sequence }) => sequence)).toEqual([2])
  })

  it('forgets the oldest', () => {
    const behaviours = machines()
    for (let number = 0; number < 10_002; number++) behaviours.note('entered state', 'Machine', blue)

    const actions = behaviours.actions()
    expect(actions.length).toBe(10_000)
    expect(actions[0]?.sequence).toBe(3)
    expect(actions.at(-1)?.sequence).toBe(10_002)
  })
})

describe('a restart', () => {
  const broken = { condition: 'Broken', reason: 'Fire', message: '' }

  it('keeps overrides and changes when there is a folder for them', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'behaviours-'))
    const before = machines({ seed: 1 }, { dataDir })
    before.changeSection('machine', { defaultDelaySeconds: 60 })
    before.setFailure('machine', blue, broken)

    const after = machines({ seed: 1 }, { dataDir })

    expect(after.of('Machine').defaultDelaySeconds).toBe(60)
    expect(after.overrides()).toEqual([
      { kind: 'Machine', namespace: 'default', name: 'blue', override: { failure: broken } },
    ])
    after.reset()
    expect(after.of('Machine').defaultDelaySeconds).toBe(5)
    expect(machines({ seed: 1 }, { dataDir }).overrides()).toEqual([])
  })

  it('does not let a count begin again', () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'behaviours-'))
    const config = { machine: { failureScenarios: [{ ...broken, count: 1 }] } }
    machines(config, { dataDir }).failureOf('Machine', blue, 'Off')

    const after = machines(config, { dataDir })

    expect(after.failureOf('Machine', { name: 'other' }, 'Off')).toBeUndefined()
    expect(after.failureOf('Machine', blue, 'Off')?.reason).toBe('Fire')
  })
})
