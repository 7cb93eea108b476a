import { describe, expect, it } from 'vitest'
import { created, defaulted, refusal } from '../test/objects.ts'
import { CronJob } from './cron-job.ts'

const pod = { containers: [{ name: 'main', image: 'registry.example/app:1' }], restartPolicy: 'Never' }
const spec = { schedule: '*/5 * * * *', jobTemplate: { spec: { template: { spec: pod } } } }

describe('a CronJob', () => {
  it('lets Jobs overlap and keeps a few of them', () => {
    expect(defaulted(CronJob, { spec }).spec).toMatchObject({
      concurrencyPolicy: 'Allow',
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    })
  })

  it('leaves the numbers of its Jobs to them', () => {
    const { jobTemplate } = defaulted(CronJob, { spec }).spec

    expect(jobTemplate.spec.completions).toBeUndefined()
    expect(jobTemplate.spec.template.spec?.schedulerName).toBe('default-scheduler')
  })

  it.each([
    [
      {},
      [
        'spec.jobTemplate.spec.template.spec.containers: Required value',
        'spec.jobTemplate.spec.template.spec.restartPolicy: Required value: valid values: "OnFailure", "Never"',
        'spec.schedule: Required value',
      ],
    ],
    [
      { ...spec, schedule: 'nonsense' },
      ['spec.schedule: Invalid value: "nonsense": expected exactly 5 fields, found 1: [nonsense]'],
    ],
    [
      { ...spec, schedule: 'TZ=UTC * * * * *' },
      [
        'spec.schedule: Invalid value: "TZ=UTC * * * * *": cannot use TZ or CRON_TZ in schedule, use timeZone field instead',
      ],
    ],
    [
      { ...spec, timeZone: 'No/Where', concurrencyPolicy: 'X' },
      [
        'spec.timeZone: Invalid value: "No/Where": unknown time zone No/Where',
        'spec.concurrencyPolicy: Unsupported value: "X": supported values: "Allow", "Forbid", "Replace"',
      ],
    ],
    [{ ...spec, timeZone: '+01:00' }, ['spec.timeZone: Invalid value: "+01:00": unknown time zone +01:00']],
    [
      { ...spec, timeZone: 'Local' },
      [
        'spec.timeZone: Invalid value: "Local": timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones',
      ],
    ],
    [
      { ...spec, jobTemplate: { spec: { ...spec.jobTemplate.spec, manualSelector: true, selector: {} } } },
      [
        'spec.jobTemplate.spec.selector: Invalid value: {}: `selector` will be auto-generated',
        'spec.jobTemplate.spec.manualSelector: Unsupported value: true: supported values: "nil", "false"',
      ],
    ],
    [{ ...spec, timeZone: 'Europe/Prague' }, []],
  ])('is checked: %j', (wanted, messages) => {
    expect(refusal(CronJob, { spec: wanted })).toEqual(messages)
  })

  it('has a name that leaves room for those of its Jobs', () => {
    const name = 'n'.repeat(53)

    expect(refusal(CronJob, { metadata: { name }, spec })).toEqual([
      `metadata.name: Invalid value: "${name}": must be no more than 52 characters`,
    ])
  })

  it('shows its schedule', () => {
    expect(CronJob.rules.cells?.(created(CronJob, { spec }), 0)).toEqual([
      'a',
      '*/5 * * * *',
      '<none>',
      'False',
      0,
      '<none>',
      '<unknown>',
      'main',
      'registry.example/app:1',
      '<none>',
    ])
  })
})
