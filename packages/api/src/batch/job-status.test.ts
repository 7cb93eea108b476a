import { describe, expect, it } from 'vitest'
import { created } from '../test/objects.ts'
import { printed } from '../test/printed.ts'
import { Job, type JobStatus } from './job.ts'
import { validateJobStatus } from './job-status.validate.ts'

const pod = { containers: [{ name: 'main', image: 'registry.example/app:1' }], restartPolicy: 'Never' }
const START = '2026-01-01T00:00:00Z'
const END = '2026-01-01T00:00:05Z'
const is = (...types: string[]) => types.map((type) => ({ type, status: 'True' }))

function change(before: JobStatus, after: JobStatus, more: object = {}): string[] {
  const stored = created(Job, { metadata: { name: 'a', uid: 'u' }, spec: { template: { spec: pod }, ...more } })
  stored.status = before
  return printed(validateJobStatus({ ...stored, status: after }, stored))
}

describe('the status of a Job', () => {
  it('goes from running to complete', () => {
    const complete = {
      startTime: START,
      completionTime: END,
      succeeded: 1,
      conditions: is('SuccessCriteriaMet', 'Complete'),
    }

    expect(change({}, { startTime: START, active: 1, ready: 1 })).toEqual([])
    expect(change({ startTime: START, active: 1, ready: 1 }, complete)).toEqual([])
  })

  it.each<[string, JobStatus, JobStatus, string[]]>([
    [
      'completes without a reason to',
      { startTime: START },
      { startTime: START, completionTime: END, conditions: is('Complete') },
      [
        'status.conditions: Invalid value: cannot set Complete=True condition without the SuccessCriteriaMet=true condition',
      ],
    ],
    [
      'fails without saying so first',
      { startTime: START },
      { startTime: START, conditions: is('Failed') },
      ['status.conditions: Invalid value: cannot set Failed=True condition without the FailureTarget=true condition'],
    ],
    [
      'completes and fails',
      { startTime: START, completionTime: END },
      {
        startTime: START,
        completionTime: END,
        conditions: is('SuccessCriteriaMet', 'FailureTarget', 'Complete', 'Failed'),
      },
      [
        'status.conditions: Invalid value: cannot set Complete=True and Failed=true conditions',
        'status.conditions: Invalid value: cannot set Complete=True and FailureTarget=true conditions',
        'status.conditions: Invalid value: cannot set SuccessCriteriaMet=True and Failed=true conditions',
        'status.conditions: Invalid value: cannot set SuccessCriteriaMet=True and FailureTarget=true conditions',
      ],
    ],
    [
      'ends with pods at work',
      { startTime: START },
      {
        startTime: START,
        active: 1,
        terminating: 1,
        conditions: is('FailureTarget', 'Failed'),
      },
      [
        'status.active: Invalid value: 1: active>0 is invalid for finished job',
        'status.terminating: Invalid value: 1: terminating>0 is invalid for finished job',
      ],
    ],
    [
      'ends before it began',
      { startTime: END },
      { startTime: END, completionTime: START, conditions: is('SuccessCriteriaMet', 'Complete') },
      ['status.completionTime: Invalid value: "2026-01-01T00:00:00Z": must be equal to or after `startTime`'],
    ],
    [
      'comes back to life',
      { startTime: START, conditions: is('FailureTarget', 'Failed') },
      { startTime: START },
      [
        'status.conditions: Invalid value: cannot disable the terminal Failed=True condition',
        'status.conditions: Invalid value: cannot disable the terminal FailureTarget=True condition',
      ],
    ],
    [
      'forgets failures',
      { failed: 2 },
      { failed: 1 },
      ['status.failed: Invalid value: 1: cannot decrease the failed counter'],
    ],
    [
      'has more ready pods than pods',
      { active: 1 },
      { active: 1, ready: 2 },
      ['status.ready: Invalid value: 2: cannot set more ready pods than active'],
    ],
    [
      'completes indexes that it does not have',
      {},
      { completedIndexes: '0' },
      [
        'status.completedIndexes: Invalid value: "0": cannot set non-empty completedIndexes when non-indexed completion mode',
      ],
    ],
    [
      'counts a pod twice',
      {},
      { uncountedTerminatedPods: { succeeded: ['u'], failed: ['u', ''] } },
      [
        'status.uncountedTerminatedPods.failed[0]: Duplicate value: "u"',
        'status.uncountedTerminatedPods.failed[1]: Invalid value: "": must not be empty',
      ],
    ],
    [
      'begins twice',
      { startTime: START },
      { startTime: END },
      ['status.startTime: Invalid value: "2026-01-01T00:00:05Z": field is immutable for unsuspended job once set'],
    ],
  ])('is refused when it %s', (_what, before, after, messages) => {
    expect(change(before, after)).toEqual(messages)
  })

  it('keeps failed and completed indexes apart', () => {
    const indexed = { completionMode: 'Indexed', completions: 5, parallelism: 1, backoffLimitPerIndex: 1 }

    expect(change({}, { completedIndexes: '0-2', failedIndexes: '2' }, indexed)).toEqual([
      'status.failedIndexes: Invalid value: "2": failedIndexes and completedIndexes overlap at index: 2',
    ])
    expect(change({}, { completedIndexes: '0-2', failedIndexes: '3' }, indexed)).toEqual([])
  })
})
