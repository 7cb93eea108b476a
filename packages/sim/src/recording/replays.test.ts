import { describe, expect, it } from 'vitest'
import type { RecordedObject } from './contracts.ts'
import { Replays } from './replays.ts'

const recorded = (name: string, more: Partial<RecordedObject> = {}): RecordedObject => ({
  kind: 'Machine',
  namespace: 'lab',
  name,
  platform: 'aws',
  outcome: 'ready',
  steps: [{ atSeconds: 1, state: 'Up', conditions: [], removes: [], sets: [] }],
  ...more,
})

const machine = (uid: string, more: object = {}) => ({ namespace: 'home', name: uid, uid, platform: 'aws', ...more })

describe('which life an object lives', () => {
  it('is that of its name, or else the first that is free, of its kind and platform', () => {
    const replays = new Replays({
      objects: [
        recorded('a'),
        recorded('disk', { kind: 'Disk' }),
        recorded('cloud', { platform: 'gcp' }),
        recorded('b'),
      ],
    })

    const begun = [
      replays.begin('Machine', machine('one')),
      replays.begin('Machine', { namespace: 'lab', name: 'a', uid: 'two' }),
      replays.begin('Machine', machine('three')),
      replays.begin('Machine', machine('four')),
      replays.begin('Machine', machine('five', { platform: 'gcp' })),
    ]

    expect(begun.map((object) => object?.name)).toEqual(['a', 'a', 'b', undefined, 'cloud'])
  })

  it('is free again when all who live it are gone', () => {
    const replays = new Replays({ objects: [recorded('a')] })
    replays.begin('Machine', machine('one'))
    replays.begin('Machine', { namespace: 'lab', name: 'a', uid: 'two' })

    replays.end('one')
    const early = replays.begin('Machine', machine('three'))
    replays.end('two')

    expect([early, replays.begin('Machine', machine('four'))?.name]).toEqual([undefined, 'a'])
  })

  it('is the one that it remembers, unless that is of another recording', () => {
    const objects = [recorded('a'), recorded('b')]
    const before = new Replays({ objects })
    before.begin('Machine', machine('one'))
    before.begin('Machine', machine('two'))
    const [one, two] = [before.idOf('one'), before.idOf('two')]

    const after = new Replays({ objects })

    expect(after.begin('Machine', machine('two', { replays: two }))?.name).toBe('b')
    expect(after.begin('Machine', machine('new'))?.name).toBe('a')
    const other = new Replays({ objects: objects.slice(1) })
    expect(other.begin('Machine', machine('one', { replays: one }))).toBeUndefined()
  })

  it('has each step as a state that lasts until the next', () => {
    const steps = [1, 3, 3].map((atSeconds) => ({ ...recorded('a').steps[0]!, atSeconds }))
    const failure = { atSeconds: 10, condition: 'Broken', reason: 'Fire', message: '' }
    const replays = new Replays({ objects: [recorded('a', { outcome: 'failed', steps, failure })] })
    replays.begin('Machine', machine('one'))

    const life = replays.lifeOf('one')

    expect(life?.states.map(({ name, durationMs }) => [name, durationMs])).toEqual([
      ['Created', 1_000],
      ['Up', 2_000],
      ['Up 2', 0],
      ['Up 3', 7_000],
      ['the recorded failure', 0],
    ])
    expect([life?.failureAt('Up 3'), life?.failureAt('the recorded failure')]).toEqual([undefined, failure])
    expect(replays.lifeOf('two')).toBeUndefined()
  })
})
