import { describe, expect, it } from 'vitest'
import { readRecording } from './read-recording.ts'
import { renderRecording } from './render-recording.ts'

const HEAD = { apiVersion: 'sim.skep.dev/v1', kind: 'Recording' }
const BLUE = { kind: 'Machine', namespace: 'lab', name: 'blue', outcome: 'ready' }
const STEP = { atSeconds: 1, state: 'Up' }
const FAILURE = { atSeconds: 2, condition: 'Broken', reason: 'Fire', message: 'it burns' }

const read = (...objects: unknown[]) => readRecording({ ...HEAD, objects }, ['Machine', 'Disk'])

describe('a recording', () => {
  it('is written as it was read', () => {
    const condition = { type: 'Up', status: 'True', reason: 'Done', message: '' }
    const value = {
      ...HEAD,
      recordedAt: '2026-01-02T03:04:05Z',
      objects: [
        {
          ...BLUE,
          platform: 'lab',
          region: 'left',
          steps: [{ ...STEP, conditions: [condition], removes: ['Off'], sets: ['ip'] }],
        },
        { ...BLUE, outcome: 'failed', steps: [], failure: FAILURE },
        { ...BLUE, outcome: 'unfinished', steps: [STEP] },
      ],
    }

    expect(renderRecording(readRecording(value, ['Machine']))).toEqual(value)
  })

  it.each([
    [{ objects: [] }, 'this is no recording: it must have apiVersion sim.skep.dev/v1 and kind Recording'],
    [{ ...HEAD, objects: [] }, 'the recording has no objects'],
    [{ ...HEAD, things: [] }, 'the recording has no field "things"; it has apiVersion, kind, recordedAt, objects'],
    ['text', 'the recording must be an object'],
  ])('is not %j', (value, message) => {
    expect(() => readRecording(value, ['Machine'])).toThrow(message)
  })

  const WHAT = 'objects[1] (Machine lab/blue)'
  it.each([
    [{ ...BLUE, kind: 'Table' }, 'objects[1].kind must be one of Machine, Disk'],
    [{ ...BLUE, name: '' }, 'objects[1].name is missing'],
    [{ ...BLUE, outcome: 'good', steps: [STEP] }, `${WHAT} outcome must be one of ready, failed, unfinished`],
    [{ ...BLUE, steps: [] }, `${WHAT} steps must not be empty: it became ready`],
    [{ ...BLUE, steps: [{ state: 'Up' }] }, `${WHAT} steps[0].atSeconds must be a number`],
    [
      { ...BLUE, steps: [STEP, { ...STEP, atSeconds: 0.5 }] },
      `${WHAT} steps[1].atSeconds must be >= 1, when the step before it was`,
    ],
    [{ ...BLUE, steps: [{ atSeconds: 1 }] }, `${WHAT} steps[0].state is missing`],
    [
      { ...BLUE, steps: [{ ...STEP, when: 1 }] },
      `${WHAT} steps[0] has no field "when"; it has atSeconds, state, conditions`,
    ],
    [{ ...BLUE, steps: [{ ...STEP, conditions: [{}] }] }, `${WHAT} steps[0].conditions[0].type is missing`],
    [{ ...BLUE, steps: [{ ...STEP, sets: 'ip' }] }, `${WHAT} steps[0].sets must be a list`],
    [{ ...BLUE, outcome: 'failed', steps: [STEP] }, `${WHAT} failure is missing`],
    [{ ...BLUE, steps: [STEP], failure: FAILURE }, `${WHAT} has a failure, but is ready`],
    [
      { ...BLUE, outcome: 'failed', steps: [{ ...STEP, atSeconds: 3 }], failure: FAILURE },
      `${WHAT} failure.atSeconds must be >= 3, when the step before it was`,
    ],
    [{ ...BLUE, steps: [STEP], size: 3 }, `${WHAT} has no field "size"; it has kind, namespace, name`],
  ])('names entry and field of what is wrong in %j', (object, message) => {
    expect(() => read({ ...BLUE, steps: [STEP] }, object)).toThrow(message)
  })
})
