import type { Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { ObjectTrack } from './object-track.ts'
import { readObject } from './reading.ts'

const CREATED = Date.parse('2026-01-02T03:00:00Z')

/** A condition as Hive writes it so many seconds after the creation, by its own clock. */
const condition = (type: string, status: string, reason: string, second: number) => ({
  type,
  status,
  reason,
  message: '',
  lastTransitionTime: new Date(CREATED + second * 1_000).toISOString(),
})

interface Look {
  readonly conditions?: readonly object[]
  readonly status?: object
  readonly installed?: boolean
  readonly annotations?: Record<string, string>
}

const look = ({ conditions = [], status = {}, installed = false, annotations = {} }: Look) =>
  readObject('ClusterDeployment', {
    metadata: { name: 'blue', uid: '1', annotations },
    spec: { installed },
    status: { conditions, ...status },
  } as unknown as Stored<KubeObject>)

/** Follows a cluster whose changes arrive so many milliseconds after its creation. */
function follow(...changes: (readonly [arrivalMs: number, seen: Look])[]) {
  const track = new ObjectTrack({ kind: 'ClusterDeployment', namespace: 'shop', name: 'blue' }, CREATED)
  for (const [arrivalMs, seen] of changes) track.take(look(seen), CREATED + arrivalMs)
  return track
}

const summaryOf = (track: ObjectTrack) => {
  const { outcome, steps, failure } = track.finish()
  return [
    ...steps.map(({ atSeconds, state, conditions, removes, sets }) =>
      [
        atSeconds,
        state,
        ...conditions.map(({ type, status }) => `${type}=${status}`),
        ...removes.map((type) => `-${type}`),
        ...sets,
      ].join(' '),
    ),
    failure ? `${failure.atSeconds} ${failure.condition} ${failure.reason}` : outcome,
  ]
}

const STARTED = condition('Provisioned', 'False', 'Provisioning', 60)
const DONE = condition('Provisioned', 'True', 'Provisioned', 3_000)
const BROKEN = condition('ProvisionFailed', 'True', 'QuotaExceeded', 600)

describe('what is recorded of a cluster of a real Hive', () => {
  it('is each change when it arrives, and the end when it is installed', () => {
    const track = follow(
      [0, {}],
      [60_250, { conditions: [STARTED], status: { provisionRef: { name: 'blue-0-abcde' } } }],
      [3_000_500, { conditions: [DONE], status: { provisionRef: { name: 'blue-0-abcde' } } }],
      [3_000_700, { conditions: [DONE], status: { apiURL: 'https://api' }, installed: true }],
      [9_000_000, { conditions: [DONE, condition('Unreachable', 'True', 'Gone', 9_000)], installed: true }],
    )

    expect(summaryOf(track)).toEqual([
      '60.25 Provisioning Provisioned=False provisionRef',
      '3000.5 Provisioned Provisioned=True apiURL',
      'ready',
    ])
  })

  it('has attempts that failed, and their end in a failure only when nothing followed', () => {
    const retried = condition('ProvisionFailed', 'False', 'Retrying', 1_200)
    const again = condition('ProvisionFailed', 'True', 'QuotaExceeded', 1_800)
    const attempts = [
      [60_000, { conditions: [STARTED] }],
      [600_000, { conditions: [STARTED, BROKEN] }],
      [1_200_000, { conditions: [STARTED, retried] }],
    ] as const

    expect(summaryOf(follow(...attempts))).toEqual([
      '60 Provisioning Provisioned=False',
      '600 Provisioning ProvisionFailed=True',
      '1200 Provisioning ProvisionFailed=False',
      'unfinished',
    ])
    expect(summaryOf(follow(...attempts, [1_800_000, { conditions: [STARTED, again] }])).slice(2)).toEqual([
      '1200 Provisioning ProvisionFailed=False',
      '1800 ProvisionFailed QuotaExceeded',
    ])
  })

  it('goes by the times that it tells where it lives faster than those who look', () => {
    const ahead = (type: string, reason: string, second: number) => condition(type, 'True', reason, 100_000 + second)
    const first = ahead('RequirementsMet', 'AllRequirementsMet', 0)
    const second = ahead('Ready', 'Soon', 600)

    const track = follow([50, { conditions: [first] }], [60, { conditions: [first, second] }])

    expect(summaryOf(track)).toEqual(['0.05 Pending RequirementsMet=True', '600.05 Pending Ready=True', 'unfinished'])
  })

  it('has conditions that went away', () => {
    const track = follow([1_000, { conditions: [STARTED, BROKEN] }], [9_000, { conditions: [STARTED] }])

    expect(summaryOf(track).at(1)).toBe('9 Provisioning -ProvisionFailed')
  })
})

describe('what is recorded of a cluster of a simulator', () => {
  const noted = (state: string, since: number) => ({
    'sim.skep.dev/created': new Date(CREATED + 7_200_000).toISOString(),
    'sim.skep.dev/state': state,
    'sim.skep.dev/state-since': new Date(CREATED + 7_200_000 + since).toISOString(),
  })

  it('has the times that it notes, at whatever speed, with what it wrote just before', () => {
    const track = follow(
      [0, {}],
      [3, { annotations: noted('Pending', 0) }],
      [9, { annotations: noted('Pending', 0), conditions: [STARTED] }],
      [12, { annotations: noted('Provisioning', 1_500), conditions: [STARTED] }],
      [20, { annotations: noted('Provisioning', 1_500), conditions: [DONE] }],
      [21, { annotations: noted('Running', 60_000), conditions: [DONE], installed: true }],
    )

    expect(track.isSettled).toBe(true)
    expect(summaryOf(track)).toEqual([
      '0 Pending',
      '1.5 Provisioning Provisioned=False',
      '60 Running Provisioned=True',
      'ready',
    ])
  })

  it('has one step for states that took no time', () => {
    const track = follow(
      [3, { conditions: [STARTED, DONE] }],
      [4, { annotations: noted('Running', 0), conditions: [STARTED, DONE], installed: true }],
    )

    expect(summaryOf(track)).toEqual(['0 Running Provisioned=True', 'ready'])
  })
})
