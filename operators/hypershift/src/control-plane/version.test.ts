import { describe, expect, it } from 'vitest'
import { createReleases } from '../releases/index.ts'
import { controlPlaneVersion, prune } from './version.ts'

const release = (version: string) => createReleases().resolve(`img.example/ocp-release:${version}-multi`)!
const AT = Date.parse('2030-01-01T00:00:00Z')
const look = (
  before: ReturnType<typeof controlPlaneVersion> | undefined,
  version: string,
  isComplete = false,
  now = AT,
) => controlPlaneVersion({ before, release: release(version), isComplete, generation: 3, now })

describe('the version of a control plane', () => {
  it('begins with an update that is under way', () => {
    expect(look(undefined, '4.19.3', true)).toMatchObject({
      desired: { version: '4.19.3' },
      history: [{ state: 'Partial', startedTime: '2030-01-01T00:00:00Z', version: '4.19.3' }],
      observedGeneration: 3,
    })
  })

  it('is complete when every component has it', () => {
    const begun = look(undefined, '4.19.3')

    expect(look(begun, '4.19.3', false, AT + 60_000)).toEqual(begun)
    expect(look(begun, '4.19.3', true, AT + 90_000).history).toMatchObject([
      { state: 'Completed', completionTime: '2030-01-01T00:01:30Z' },
    ])
  })

  it('stays complete when a component is disturbed later', () => {
    const complete = look(look(undefined, '4.19.3'), '4.19.3', true)

    expect(look(complete, '4.19.3', false, AT + 60_000)).toEqual(complete)
  })

  it('ends an update that another one overtakes', () => {
    const begun = look(undefined, '4.19.3')

    expect(look(begun, '4.19.4', false, AT + 60_000).history).toMatchObject([
      { state: 'Partial', version: '4.19.4', startedTime: '2030-01-01T00:01:00Z' },
      { state: 'Partial', version: '4.19.3', completionTime: '2030-01-01T00:01:00Z' },
    ])
  })

  it('remembers the newest, the first and the last complete one when there are too many', () => {
    const history = Array.from({ length: 12 }, (_, index) => ({
      state: index === 9 ? ('Completed' as const) : ('Partial' as const),
      startedTime: '2030-01-01T00:00:00Z',
      version: `4.19.${12 - index}`,
      image: 'img',
    }))

    expect(prune(history, 7).map(({ version }) => version)).toEqual([
      '4.19.12',
      '4.19.11',
      '4.19.10',
      '4.19.9',
      '4.19.8',
      '4.19.3',
      '4.19.1',
    ])
  })
})
