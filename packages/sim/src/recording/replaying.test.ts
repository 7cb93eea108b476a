import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type BehavioursOptions, createBehaviours } from '../behaviour/behaviours.ts'
import { MACHINE_KIND } from '../test/machines.ts'

const steps = [{ atSeconds: 1, state: 'Up' }]

const recordingOf = (name: string, more: object = {}) => ({
  apiVersion: 'sim.skep.dev/v1',
  kind: 'Recording',
  objects: [{ kind: 'Machine', namespace: 'lab', name, outcome: 'ready', steps, ...more }],
})

const machines = (options: Partial<BehavioursOptions> = {}) =>
  createBehaviours({ kinds: [MACHINE_KIND], recordedKinds: ['Machine'], config: { seed: 1 }, ...options })

const newFolder = () => mkdtempSync(join(tmpdir(), 'replaying-'))

const namesOf = (options: Partial<BehavioursOptions>) =>
  machines(options).replaying.recording?.objects.map(({ name }) => name)

describe('a recording that is replayed', () => {
  const blue = { namespace: 'lab', name: 'blue', uid: '1' }

  it('is where the states and failures of its objects come from', () => {
    const behaviours = machines({
      config: { machine: { failureScenarios: [{ probability: 1, condition: 'Broken' }] } },
    })
    behaviours.replaying.load(recordingOf('blue'))
    behaviours.replaying.begin('Machine', blue)

    expect(behaviours.timeline('machine', blue).map(({ name }) => name)).toEqual(['Created', 'Up'])
    expect(behaviours.failureOf('machine', blue, 'Up')).toBeUndefined()
    const green = { namespace: 'lab', name: 'green', uid: '2' }
    expect(behaviours.timeline('machine', green).map(({ name }) => name)).toEqual(['Off', 'Booting', 'Up'])
    expect(behaviours.failureOf('machine', green, 'Up')).toMatchObject({ condition: 'Broken' })
  })

  it('gives way to what somebody decides for one object', () => {
    const behaviours = machines({ recording: recordingOf('blue') })
    behaviours.replaying.begin('Machine', blue)

    behaviours.setDelay('machine', blue, { delaySeconds: 7 })

    expect(behaviours.timeline('machine', blue).map(({ durationMs }) => durationMs)).toEqual([7_000, 7_000, 7_000])
  })

  it('outlasts a restart, and so does that there is none any more', () => {
    const dataDir = newFolder()
    machines({ dataDir }).replaying.load(recordingOf('blue'))
    expect(namesOf({ dataDir })).toEqual(['blue'])

    machines({ dataDir }).replaying.stop()

    expect(namesOf({ dataDir })).toBeUndefined()
  })

  it('is the one of the start, if one is given, and is so again after a reset', () => {
    const dataDir = newFolder()
    machines({ dataDir }).replaying.load(recordingOf('blue'))
    const behaviours = machines({ dataDir, recording: recordingOf('green') })
    expect(behaviours.replaying.recording?.objects[0]?.name).toBe('green')

    behaviours.replaying.load(recordingOf('red'))
    behaviours.reset()

    expect(behaviours.replaying.recording?.objects[0]?.name).toBe('green')
  })

  it('is forgotten when another one is given at the start', () => {
    const dataDir = newFolder()
    machines({ dataDir }).replaying.load(recordingOf('blue'))
    machines({ dataDir, recording: recordingOf('green') })

    expect(namesOf({ dataDir })).toBeUndefined()
  })

  it('stays as it was when the next one is wrong', () => {
    const behaviours = machines({ recording: recordingOf('blue') })

    expect(() => behaviours.replaying.load(recordingOf('red', { outcome: 'failed' }))).toThrow(
      'objects[0] (Machine lab/red) failure is missing',
    )
    expect(behaviours.replaying.recording?.objects[0]?.name).toBe('blue')
  })

  it('is refused where no operator could replay it, also one that was kept', () => {
    const dataDir = newFolder()
    machines({ dataDir }).replaying.load(recordingOf('blue'))

    const behaviours = machines({ dataDir, recordedKinds: [] })

    expect(behaviours.replaying.recording).toBeUndefined()
    expect(() => behaviours.replaying.load(recordingOf('blue'))).toThrow('only a Hive of the engine simulator can')
  })

  it('is told of', () => {
    const behaviours = machines()
    let changes = 0
    behaviours.onChange(() => changes++)

    behaviours.replaying.load(recordingOf('blue'))
    behaviours.replaying.begin('Machine', blue)
    behaviours.replaying.stop()

    expect(changes).toBe(2)
    expect(behaviours.actions().map(({ action, object }) => [action, object])).toEqual([
      ['recording replayed', undefined],
      ['replays', 'Machine/lab/blue'],
      ['recording dropped', undefined],
    ])
  })
})
