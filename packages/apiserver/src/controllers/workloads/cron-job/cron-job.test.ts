import type { CronJob, Job, Pod } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { CRON_JOBS, JOBS, PODS } from '../../resources.ts'
import { aTemplate, startWorld, type World } from '../../test/world.ts'

const MINUTE = 60_000

const aCronJob = (schedule: string, rest: Partial<CronJob['spec']> = {}): CronJob => {
  const template = aTemplate({})
  template.spec!.restartPolicy = 'Never'
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name: 'report' },
    spec: { schedule, jobTemplate: { spec: { template } }, ...rest },
  }
}

const jobs = (world: World): (string | undefined)[] => world.list<Job>(JOBS).map(({ metadata }) => metadata.name)
const found = (world: World) => world.get<CronJob>(CRON_JOBS, 'report')
const endPods = async (world: World, phase: 'Succeeded' | 'Failed') => {
  for (const pod of world.pods().filter(({ status }) => status?.phase === 'Pending')) {
    await world.report<Pod>(PODS, pod.metadata.name!, (each) => {
      each.status = { ...each.status, phase }
    })
  }
}

describe('a CronJob', () => {
  it('starts a job each time its schedule comes up', async () => {
    const world = await startWorld()
    await world.create(CRON_JOBS, aCronJob('*/10 * * * *'))

    await world.clock.advance(9 * MINUTE)
    expect(jobs(world)).toEqual([])
    await world.clock.advance(11 * MINUTE)

    expect(jobs(world)).toEqual(['report-31557610', 'report-31557620'])
    const [first] = world.list<Job>(JOBS)
    expect(first?.metadata.annotations).toEqual({
      'batch.kubernetes.io/cronjob-scheduled-timestamp': '2030-01-01T00:10:00Z',
    })
    expect(first?.metadata.ownerReferences).toMatchObject([{ kind: 'CronJob', name: 'report', controller: true }])
    expect(found(world)?.status).toMatchObject({
      lastScheduleTime: '2030-01-01T00:20:00Z',
      active: [{ kind: 'Job', name: 'report-31557610' }, { name: 'report-31557620' }],
    })
    expect(world.eventsOf('report')[0]).toBe('SuccessfulCreate: Created job report-31557610')
  })

  it('notes when its jobs end, and keeps only so many of them', async () => {
    const world = await startWorld()
    const limits = { successfulJobsHistoryLimit: 2, failedJobsHistoryLimit: 0 }
    await world.create(CRON_JOBS, aCronJob('* * * * *', limits))

    for (let minute = 0; minute < 4; minute++) {
      await world.clock.advance(MINUTE)
      await endPods(world, 'Succeeded')
    }

    expect(jobs(world)).toEqual(['report-31557603', 'report-31557604'])
    expect(found(world)?.status).toEqual({
      lastScheduleTime: '2030-01-01T00:04:00Z',
      lastSuccessfulTime: '2030-01-01T00:04:00Z',
    })
    expect(world.eventsOf('report')).toContain(
      'SawCompletedJob: Saw completed job: report-31557601, condition: Complete',
    )
  })

  it('waits for the job before when it may not run twice at a time', async () => {
    const world = await startWorld()
    await world.create(CRON_JOBS, aCronJob('* * * * *', { concurrencyPolicy: 'Forbid' }))

    await world.clock.advance(3 * MINUTE)

    expect(jobs(world)).toEqual(['report-31557601'])
    expect(world.eventsOf('report').at(-1)).toBe(
      'JobAlreadyActive: Not starting job because prior execution is running and concurrency policy is Forbid',
    )
  })

  it('replaces the job before when told to', async () => {
    const world = await startWorld()
    await world.create(CRON_JOBS, aCronJob('* * * * *', { concurrencyPolicy: 'Replace' }))

    await world.clock.advance(2 * MINUTE)

    expect(jobs(world)).toEqual(['report-31557602'])
    expect(found(world)?.status?.active).toMatchObject([{ name: 'report-31557602' }])
  })

  it('starts nothing while it is suspended, and not what is too late afterwards', async () => {
    const world = await startWorld()
    await world.create(CRON_JOBS, aCronJob('0 * * * *', { suspend: true, startingDeadlineSeconds: 60 }))
    await world.clock.advance(90 * MINUTE)

    await world.change<CronJob>(CRON_JOBS, 'report', ({ spec }) => {
      spec.suspend = false
    })
    expect(jobs(world)).toEqual([])
    await world.clock.advance(30 * MINUTE)

    expect(jobs(world)).toEqual(['report-31557720'])
  })

  it('keeps to the clocks of its time zone', async () => {
    const world = await startWorld()
    await world.create(CRON_JOBS, aCronJob('30 1 * * *', { timeZone: 'Europe/Prague' }))

    await world.clock.advance(30 * MINUTE)

    expect(world.list<Job>(JOBS)[0]?.metadata.annotations).toEqual({
      'batch.kubernetes.io/cronjob-scheduled-timestamp': '2030-01-01T01:30:00+01:00',
    })
  })

  it('makes up for the last time it missed, once', async () => {
    const world = await startWorld()
    const manifest = aCronJob('*/10 * * * *')
    await world.create(CRON_JOBS, { ...manifest, spec: { ...manifest.spec, suspend: true } })
    await world.clock.advance(35 * MINUTE)

    await world.change<CronJob>(CRON_JOBS, 'report', ({ spec }) => {
      spec.suspend = false
    })

    expect(jobs(world)).toEqual(['report-31557630'])
  })
})
