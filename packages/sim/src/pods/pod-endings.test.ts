import { Pod, type PodStatus } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { startCluster } from '../test/cluster.ts'
import { aPod, conditionsOf, statesOf } from '../test/pods.ts'

describe('the end of pods on simulated nodes', () => {
  it('succeed when their containers end well and need not start again', async () => {
    const { client, clock, pod } = await startCluster()
    await client.create(Pod, aPod('job', { spec: { restartPolicy: 'OnFailure' } }))

    await clock.advance(5_000)

    const done = await pod('job')
    expect(done.status?.phase).toBe('Succeeded')
    expect(done.status?.containerStatuses?.[0]?.state).toMatchObject({
      terminated: {
        exitCode: 0,
        reason: 'Completed',
        startedAt: '2030-01-01T00:00:02Z',
        finishedAt: '2030-01-01T00:00:05Z',
      },
    })
    expect(conditionsOf(done)?.slice(0, 3)).toEqual([
      'PodReadyToStartContainers=False',
      'Initialized=True',
      'Ready=False',
    ])
  })

  it('fail with the exit code that their annotation names, after the time that it names', async () => {
    const { client, clock, pod } = await startCluster()
    const annotations = { 'sim.skep.dev/exit-code': '42', 'sim.skep.dev/run-seconds': '10' }
    await client.create(Pod, aPod('job', { annotations, spec: { restartPolicy: 'Never' } }))

    await clock.advance(11_000)
    expect((await pod('job')).status?.phase).toBe('Running')
    await clock.advance(1_000)

    const failed = await pod('job')
    expect(failed.status?.phase).toBe('Failed')
    expect(failed.status?.containerStatuses?.[0]?.state?.terminated).toMatchObject({ exitCode: 42, reason: 'Error' })
  })

  it('go from crash to crash with growing pauses', async () => {
    const { client, clock, pod, eventsOf } = await startCluster()
    await client.create(Pod, aPod('bad', { annotations: { 'sim.skep.dev/crash-loop': 'true' } }))
    const seen: string[] = []
    for (let second = 0; second < 50; second += 0.5) {
      await clock.advance(500)
      const now = await pod('bad')
      const line = `${statesOf(now)} ${now.status?.containerStatuses?.[0]?.restartCount}`
      if (seen.at(-1) !== line) seen.push(line)
    }

    expect(seen).toEqual([
      'ContainerCreating 0',
      'running 0',
      'Error 0',
      'running 1',
      'Error 1',
      'CrashLoopBackOff 1',
      'running 2',
      'Error 2',
      'CrashLoopBackOff 2',
      'running 3',
      'Error 3',
      'CrashLoopBackOff 3',
    ])
    const status: PodStatus | undefined = (await pod('bad')).status
    expect(status?.phase).toBe('Running')
    expect(status?.containerStatuses?.[0]).toMatchObject({
      ready: false,
      lastState: { terminated: { exitCode: 1, reason: 'Error' } },
      state: {
        waiting: { message: expect.stringMatching(/^back-off 40s restarting failed container=web pod=bad_default\(/) },
      },
    })
    expect(await eventsOf('bad')).toContainEqual(
      expect.stringMatching(/^BackOff: Back-off restarting failed container web in pod bad_default\(/),
    )
  })

  it('end in order when they are deleted, and only then are gone', async () => {
    const { client, clock, pod, eventsOf } = await startCluster()
    await client.create(Pod, aPod('web'))
    await clock.advance(3_000)

    await client.delete(Pod, { namespace: 'default', name: 'web' })
    await clock.advance(900)
    expect((await pod('web')).metadata.deletionTimestamp).toBe('2030-01-01T00:00:33Z')
    expect(await eventsOf('web')).toContain('Killing: Stopping container web')

    await clock.advance(100)
    expect(await client.get(Pod, { namespace: 'default', name: 'web' })).toBeUndefined()
  })

  it('report how they ended to whoever holds them with a finalizer', async () => {
    const { client, clock, pod } = await startCluster()
    const { metadata, spec } = aPod('job', { spec: { restartPolicy: 'Never' } })
    await client.create(Pod, { metadata: { ...metadata, finalizers: ['example.com/count'] }, spec })
    await clock.advance(3_000)

    await client.delete(Pod, { namespace: 'default', name: 'job' })
    await clock.advance(30_000)

    const ended = await pod('job')
    expect(ended.metadata.deletionGracePeriodSeconds).toBe(0)
    expect(ended.status?.phase).toBe('Failed')
    expect(ended.status?.containerStatuses?.[0]?.state?.terminated?.exitCode).toBe(143)
  })

  it('end their sidecars when their work is done', async () => {
    const { client, clock, pod } = await startCluster()
    const initContainers = [{ name: 'proxy', image: 'envoy', restartPolicy: 'Always' }]
    await client.create(Pod, aPod('job', { spec: { restartPolicy: 'Never', initContainers } }))

    await clock.advance(4_900)
    expect(statesOf(await pod('job'), 'initContainerStatuses')).toEqual(['running'])
    await clock.advance(100)

    const done = await pod('job')
    expect(statesOf(done, 'initContainerStatuses')).toEqual(['Completed'])
    expect(done.status?.phase).toBe('Succeeded')
  })

  it('have failed when they are deleted before they could start', async () => {
    const { client, clock, pod } = await startCluster()
    const { metadata, spec } = aPod('early')
    await client.create(Pod, { metadata: { ...metadata, finalizers: ['example.com/count'] }, spec })
    await clock.advance(500)

    await client.delete(Pod, { namespace: 'default', name: 'early' })
    await clock.settle()

    const { metadata: after, status } = await pod('early')
    expect(after.deletionGracePeriodSeconds).toBe(0)
    expect(status?.phase).toBe('Failed')
    expect(status?.containerStatuses?.[0]?.state?.terminated).toMatchObject({
      exitCode: 137,
      reason: 'ContainerStatusUnknown',
    })
  })

  it('fail when they are active for longer than their deadline', async () => {
    const { client, clock, pod } = await startCluster()
    await client.create(Pod, aPod('late', { spec: { activeDeadlineSeconds: 10 } }))

    await clock.advance(10_000)

    expect((await pod('late')).status).toMatchObject({ phase: 'Failed', reason: 'DeadlineExceeded' })
  })
})
