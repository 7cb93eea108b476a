import type { Job, Pod, PodStatus } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { JOBS, PODS } from '../../resources.ts'
import { addNode, aNode, aTemplate, startWorld, type World } from '../../test/world.ts'

const aJob = (spec: Partial<Job['spec']> = {}): Job => {
  const template = aTemplate({})
  template.spec!.restartPolicy = 'Never'
  return { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'sum' }, spec: { template, ...spec } }
}

const found = (world: World): Job | undefined => world.get<Job>(JOBS, 'sum')
const conditions = (world: World) =>
  found(world)?.status?.conditions?.map(({ type, status, reason }) => `${type}=${status} ${reason}`)
const underWay = (world: World): Pod[] =>
  world.pods().filter(({ metadata, status }) => status?.phase === 'Pending' && metadata.deletionTimestamp === undefined)
const finish = (world: World, pod: Pod | undefined, status: Partial<PodStatus>) =>
  world.report<Pod>(PODS, pod!.metadata.name!, (each) => {
    each.status = { ...each.status, ...status }
  })
const succeed = (world: World, pod: Pod | undefined) => finish(world, pod, { phase: 'Succeeded' })
const fail = (world: World, pod: Pod | undefined) => finish(world, pod, { phase: 'Failed' })
const indexOf = ({ metadata }: Pod) => metadata.annotations?.['batch.kubernetes.io/job-completion-index']
const change = (world: World, how: (spec: Job['spec']) => void) =>
  world.change<Job>(JOBS, 'sum', ({ spec }) => how(spec))

describe('a Job', () => {
  it('is complete when its pod has succeeded', async () => {
    const world = await startWorld()
    await world.create(JOBS, aJob())
    expect(found(world)?.status).toEqual({
      active: 1,
      ready: 0,
      terminating: 0,
      startTime: '2030-01-01T00:00:00Z',
      uncountedTerminatedPods: {},
    })

    await world.clock.advance(5_000)
    await succeed(world, underWay(world)[0])

    const { status } = found(world)!
    expect(status).toMatchObject({ succeeded: 1, completionTime: '2030-01-01T00:00:05Z', ready: 0, terminating: 0 })
    expect(status).not.toHaveProperty('active')
    expect(status?.conditions).toMatchObject([
      {
        type: 'SuccessCriteriaMet',
        status: 'True',
        reason: 'CompletionsReached',
        message: 'Reached expected number of succeeded pods',
      },
      { type: 'Complete', status: 'True', reason: 'CompletionsReached' },
    ])
    expect(world.pods()[0]?.metadata.finalizers).toBeUndefined()
    expect(world.eventsOf('sum').map((event) => event.replace(/sum-\w+/, 'sum-XXXXX'))).toEqual([
      'SuccessfulCreate: Created pod: sum-XXXXX',
      'Completed: Job completed',
    ])
  })

  it('runs a number of pods at a time until enough have succeeded', async () => {
    const world = await startWorld()
    await world.create(JOBS, aJob({ completions: 5, parallelism: 2 }))
    const counts: number[] = []

    for (let left = 5; left > 0; left--) {
      counts.push(underWay(world).length)
      await succeed(world, underWay(world)[0])
    }

    expect(counts).toEqual([2, 2, 2, 2, 1])
    expect(found(world)?.status).toMatchObject({ succeeded: 5 })
    expect(conditions(world)).toContain('Complete=True CompletionsReached')
  })

  it('tries again after failures, later each time, until it gives up', async () => {
    const world = await startWorld()
    await world.create(JOBS, aJob({ backoffLimit: 1 }))

    await fail(world, underWay(world)[0])
    expect(underWay(world)).toHaveLength(0)
    expect(found(world)?.status).toMatchObject({ failed: 1 })
    await world.clock.advance(10_000)
    expect(underWay(world)).toHaveLength(1)
    await fail(world, underWay(world)[0])

    expect(found(world)?.status).toMatchObject({ failed: 2 })
    expect(conditions(world)).toEqual(['FailureTarget=True BackoffLimitExceeded', 'Failed=True BackoffLimitExceeded'])
    expect(world.eventsOf('sum').at(-1)).toBe('BackoffLimitExceeded: Job has reached the specified backoff limit')
  })

  it('fails when it is active for too long, and stops its pods', async () => {
    const world = await startWorld()
    await addNode(world, aNode('one'))
    await world.create(JOBS, aJob({ activeDeadlineSeconds: 30 }))
    await world.playKubelets()

    await world.clock.advance(30_000)
    expect(conditions(world)).toEqual(['FailureTarget=True DeadlineExceeded'])
    expect(found(world)?.status).toMatchObject({ terminating: 1 })
    await world.playKubelets()

    expect(conditions(world)).toEqual(['FailureTarget=True DeadlineExceeded', 'Failed=True DeadlineExceeded'])
    expect(found(world)?.status).toMatchObject({ failed: 1, terminating: 0 })
  })

  it('stops its pods while it is suspended, and starts its clock anew when resumed', async () => {
    const world = await startWorld()
    await world.create(JOBS, aJob({ suspend: true }))
    expect(world.pods()).toEqual([])
    expect(conditions(world)).toEqual(['Suspended=True JobSuspended'])

    await world.clock.advance(60_000)
    await change(world, (spec) => {
      spec.suspend = false
    })
    expect(underWay(world)).toHaveLength(1)
    expect(found(world)?.status).toMatchObject({ startTime: '2030-01-01T00:01:00Z' })
    expect(conditions(world)).toEqual(['Suspended=False JobResumed'])
    await change(world, (spec) => {
      spec.suspend = true
    })

    expect(world.pods()).toEqual([])
    expect(found(world)?.status).not.toHaveProperty('failed')
  })

  it('gives each pod of an indexed job an index, and each index one success', async () => {
    const world = await startWorld()
    await world.create(JOBS, aJob({ completionMode: 'Indexed', completions: 4, parallelism: 2 }))
    const [first, second] = underWay(world)
    expect([indexOf(first!), indexOf(second!)]).toEqual(['0', '1'])
    expect(first?.metadata.name).toMatch(/^sum-0-\w{5}$/)
    expect(first?.spec?.hostname).toBe('sum-0')
    expect(first?.spec?.containers[0]?.env).toMatchObject([
      {
        name: 'JOB_COMPLETION_INDEX',
        valueFrom: { fieldRef: { fieldPath: "metadata.labels['batch.kubernetes.io/job-completion-index']" } },
      },
    ])

    await succeed(world, second)
    expect(found(world)?.status).toMatchObject({ completedIndexes: '1', succeeded: 1 })
    while (underWay(world).length > 0) await succeed(world, underWay(world)[0])

    expect(found(world)?.status).toMatchObject({ completedIndexes: '0-3', succeeded: 4 })
    expect(conditions(world)).toContain('Complete=True CompletionsReached')
  })

  it('gives up indexes one by one when they have limits of their own', async () => {
    const world = await startWorld()
    const limits = { backoffLimitPerIndex: 1, maxFailedIndexes: 2 }
    await world.create(JOBS, aJob({ completionMode: 'Indexed', completions: 2, parallelism: 2, ...limits }))
    const podOf = (index: string) => underWay(world).find((pod) => indexOf(pod) === index)

    await fail(world, podOf('0'))
    await world.clock.advance(10_000)
    expect(podOf('0')?.metadata.annotations).toMatchObject({ 'batch.kubernetes.io/job-index-failure-count': '1' })
    await fail(world, podOf('0'))
    await succeed(world, podOf('1'))

    expect(found(world)?.status).toMatchObject({ completedIndexes: '1', failedIndexes: '0', failed: 2 })
    expect(conditions(world)).toEqual(['FailureTarget=True FailedIndexes', 'Failed=True FailedIndexes'])
  })

  it('ends early when its success policy is met', async () => {
    const world = await startWorld()
    const successPolicy = { rules: [{ succeededIndexes: '0' }] }
    await world.create(JOBS, aJob({ completionMode: 'Indexed', completions: 3, parallelism: 3, successPolicy }))

    await succeed(
      world,
      underWay(world).find((pod) => indexOf(pod) === '0'),
    )

    expect(conditions(world)).toEqual(['SuccessCriteriaMet=True SuccessPolicy', 'Complete=True SuccessPolicy'])
    expect(found(world)?.status).not.toHaveProperty('failed')
    expect(underWay(world)).toEqual([])
  })

  it('treats failures as its policy says', async () => {
    const world = await startWorld()
    const rules = [
      { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
      { action: 'FailJob', onExitCodes: { operator: 'In', values: [42] } },
    ]
    await world.create(JOBS, aJob({ backoffLimit: 0, podFailurePolicy: { rules } as never }))
    await finish(world, underWay(world)[0], {
      phase: 'Failed',
      conditions: [{ type: 'DisruptionTarget', status: 'True' }],
    })
    expect(found(world)?.status).not.toHaveProperty('failed')
    await world.clock.advance(10_000)

    const [second] = underWay(world)
    const terminated = { exitCode: 42, finishedAt: '2030-01-01T00:00:10Z' }
    const containerStatuses = [
      { name: 'main', image: '', imageID: '', ready: false, restartCount: 0, state: { terminated } },
    ]
    await finish(world, second, { phase: 'Failed', containerStatuses })

    expect(conditions(world)?.at(-1)).toBe('Failed=True PodFailurePolicy')
    expect(found(world)?.status?.conditions?.at(-1)?.message).toBe(
      `Container main for pod default/${second?.metadata.name} failed with exit code 42 matching FailJob rule at index 1`,
    )
  })

  it('goes with its pods some time after it has ended', async () => {
    const world = await startWorld()
    await world.create(JOBS, aJob({ ttlSecondsAfterFinished: 60 }))
    await succeed(world, underWay(world)[0])

    await world.clock.advance(59_000)
    expect(found(world)).toBeDefined()
    await world.clock.advance(1_000)

    expect(found(world)).toBeUndefined()
    expect(world.pods()).toEqual([])
  })

  it('does not hold its pods when it is deleted', async () => {
    const world = await startWorld()
    await world.create(JOBS, aJob())

    await world.delete(JOBS, 'sum', { propagationPolicy: 'Background' })

    expect(world.pods()).toEqual([])
  })

  it('leaves jobs alone that somebody else manages', async () => {
    const world = await startWorld()

    await world.create(JOBS, aJob({ managedBy: 'example.com/queue' }))

    expect(world.pods()).toEqual([])
  })
})
