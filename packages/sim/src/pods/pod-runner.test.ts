import { Pod, type PodStatus } from '@skep/api'
import { ConnectionError, type Transport } from '@skep/client'
import { describe, expect, it } from 'vitest'
import { aPod, startCluster } from '../test/cluster.ts'

const conditions = ({ status }: Pod) => status?.conditions?.map(({ type, status }) => `${type}=${status}`)

/** What each container is doing, in one word. */
const state = ({ status }: Pod, list: 'containerStatuses' | 'initContainerStatuses' = 'containerStatuses') =>
  status?.[list]?.map(({ state }) => (state?.running ? 'running' : (state?.terminated ?? state?.waiting)?.reason))

describe('pods on simulated nodes', () => {
  it('are created, pulled and started, and then ready', async () => {
    const { client, clock, pod, eventsOf } = await startCluster()
    await client.create(Pod, aPod('web'))

    await clock.advance(1_000)
    const creating = await pod('web')
    expect(creating.status).toMatchObject({ phase: 'Pending', startTime: '2030-01-01T00:00:00Z', hostIP: '172.18.0.2' })
    expect(state(creating)).toEqual(['ContainerCreating'])
    expect(creating.status?.conditions).toContainEqual(
      expect.objectContaining({
        type: 'Ready',
        status: 'False',
        reason: 'ContainersNotReady',
        message: 'containers with unready status: [web]',
      }),
    )

    await clock.advance(1_000)
    const running = await pod('web')
    expect(running.status).toMatchObject({
      phase: 'Running',
      podIP: '10.244.0.2',
      podIPs: [{ ip: '10.244.0.2' }],
      qosClass: 'BestEffort',
      containerStatuses: [
        { ready: true, started: true, restartCount: 0, state: { running: { startedAt: '2030-01-01T00:00:02Z' } } },
      ],
    })
    expect(conditions(running)).toEqual([
      'PodReadyToStartContainers=True',
      'Initialized=True',
      'Ready=True',
      'ContainersReady=True',
      'PodScheduled=True',
    ])
    expect(running.status?.conditions?.[2]).toEqual({
      type: 'Ready',
      status: 'True',
      lastProbeTime: null,
      lastTransitionTime: '2030-01-01T00:00:02Z',
      observedGeneration: 1,
    })
    expect(await eventsOf('web')).toEqual([
      'Pulling: Pulling image "nginx:1.29"',
      'Pulled: Successfully pulled image "nginx:1.29" in 2s (2s including waiting). Image size: 332029269 bytes.',
      'Created: Container created',
      'Started: Container started',
    ])
  })

  it('do not pull an image that the node has', async () => {
    const { client, clock, eventsOf } = await startCluster()
    await client.create(Pod, aPod('first'))
    await clock.advance(3_000)

    await client.create(Pod, aPod('second'))
    await clock.advance(3_000)

    expect((await eventsOf('second'))[0]).toBe(
      'Pulled: Container image "nginx:1.29" already present on machine and can be accessed by the pod',
    )
  })

  it('run init containers one after the other before the rest', async () => {
    const { client, clock, pod } = await startCluster()
    const initContainers = [
      { name: 'one', image: 'busybox' },
      { name: 'proxy', image: 'envoy', restartPolicy: 'Always' },
      { name: 'two', image: 'busybox' },
    ]
    await client.create(Pod, aPod('web', { spec: { initContainers } }))

    await clock.advance(2_000)
    const first = await pod('web')
    expect(state(first, 'initContainerStatuses')).toEqual(['running', 'PodInitializing', 'PodInitializing'])
    expect(first.status?.conditions?.find(({ type }) => type === 'Initialized')).toMatchObject({
      status: 'False',
      message: 'containers with incomplete status: [one proxy two]',
    })

    await clock.advance(1_000)
    const second = await pod('web')
    expect(state(second, 'initContainerStatuses')).toEqual(['Completed', 'running', 'running'])
    expect(second.status?.phase).toBe('Pending')

    await clock.advance(1_000)
    const last = await pod('web')
    expect(state(last, 'initContainerStatuses')).toEqual(['Completed', 'running', 'Completed'])
    expect(state(last)).toEqual(['running'])
    expect(last.status?.phase).toBe('Running')
  })

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
    expect(conditions(done)?.slice(0, 3)).toEqual([
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
      const line = `${state(now)} ${now.status?.containerStatuses?.[0]?.restartCount}`
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

  it('never become ready when their annotation says so, and later when their probe does', async () => {
    const { client, clock, pod } = await startCluster()
    const readinessProbe = { httpGet: { port: 80 }, initialDelaySeconds: 20 }
    await client.create(Pod, aPod('never', { annotations: { 'sim.skep.dev/never-ready': 'true' } }))
    await client.create(Pod, aPod('later', { spec: { containers: [{ name: 'web', image: 'nginx', readinessProbe }] } }))
    const isReady = async (name: string) => conditions(await pod(name))?.includes('Ready=True')

    await clock.advance(21_000)
    expect([await isReady('never'), await isReady('later')]).toEqual([false, false])
    await clock.advance(1_000)
    expect([await isReady('never'), await isReady('later')]).toEqual([false, true])
    await clock.advance(600_000)
    expect(await isReady('never')).toBe(false)
  })

  it('start when their annotation says', async () => {
    const { client, clock, pod } = await startCluster()
    await client.create(Pod, aPod('slow', { annotations: { 'sim.skep.dev/start-delay': '2m' } }))

    await clock.advance(119_000)
    expect((await pod('slow')).status?.phase).toBe('Pending')
    await clock.advance(1_000)
    expect((await pod('slow')).status?.phase).toBe('Running')
  })

  it('wait for the conditions that their readiness gates name', async () => {
    const { client, clock, pod } = await startCluster()
    const ref = { namespace: 'default', name: 'gated' }
    await client.create(Pod, aPod('gated', { spec: { readinessGates: [{ conditionType: 'example.com/open' }] } }))
    await clock.advance(3_000)
    expect((await pod('gated')).status?.conditions).toContainEqual(
      expect.objectContaining({
        type: 'Ready',
        status: 'False',
        reason: 'ReadinessGatesNotReady',
        message: 'corresponding condition of pod readiness gate "example.com/open" does not exist.',
      }),
    )

    const body = { status: { conditions: [{ type: 'example.com/open', status: 'True' }] } }
    await client.patch(Pod, ref, { type: 'strategic', body }, { subresource: 'status' })
    await clock.settle()

    expect(conditions(await pod('gated'))).toEqual(expect.arrayContaining(['Ready=True', 'example.com/open=True']))
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
    expect(state(await pod('job'), 'initContainerStatuses')).toEqual(['running'])
    await clock.advance(100)

    const done = await pod('job')
    expect(state(done, 'initContainerStatuses')).toEqual(['Completed'])
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

  it('get where they should although every other write fails', async () => {
    let writes = 0
    const between = (transport: Transport): Transport => ({
      ...transport,
      request: async (request) => {
        const isWrite = request.method === 'PATCH' || request.method === 'DELETE'
        if (isWrite && writes++ % 2 === 0) throw new ConnectionError('cut off', { sent: true })
        return transport.request(request)
      },
    })
    const { client, clock, pod } = await startCluster({ between })
    await client.create(Pod, aPod('web'))

    await clock.advance(3_000)
    expect((await pod('web')).status?.phase).toBe('Running')

    await client.delete(Pod, { namespace: 'default', name: 'web' })
    await clock.advance(3_000)
    expect(await client.get(Pod, { namespace: 'default', name: 'web' })).toBeUndefined()
  })

  it('fail when they are active for longer than their deadline', async () => {
    const { client, clock, pod } = await startCluster()
    await client.create(Pod, aPod('late', { spec: { activeDeadlineSeconds: 10 } }))

    await clock.advance(10_000)

    expect((await pod('late')).status).toMatchObject({ phase: 'Failed', reason: 'DeadlineExceeded' })
  })

  it('have addresses of their own, and that of the node when they share its network', async () => {
    const { client, clock, pod } = await startCluster()
    await client.create(Pod, aPod('one'))
    await client.create(Pod, aPod('two'))
    await client.create(Pod, aPod('host', { spec: { hostNetwork: true } }))

    await clock.advance(2_000)

    const addresses = await Promise.all(['one', 'two', 'host'].map(async (name) => (await pod(name)).status?.podIP))
    expect(addresses).toEqual(['10.244.0.2', '10.244.0.3', '172.18.0.2'])
  })
})
