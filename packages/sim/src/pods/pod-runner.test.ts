import { Deployment, Pod } from '@skep/api'
import type { Clock } from '@skep/base'
import { ConnectionError, type Transport } from '@skep/client'
import { describe, expect, it } from 'vitest'
import { startCluster } from '../test/cluster.ts'
import { aPod, conditionsOf, statesOf } from '../test/pods.ts'

describe('pods on simulated nodes', () => {
  it('are created, pulled and started, and then ready', async () => {
    const { client, clock, pod, eventsOf } = await startCluster()
    await client.create(Pod, aPod('web'))

    await clock.advance(1_000)
    const creating = await pod('web')
    expect(creating.status).toMatchObject({ phase: 'Pending', startTime: '2030-01-01T00:00:00Z', hostIP: '172.18.0.2' })
    expect(statesOf(creating)).toEqual(['ContainerCreating'])
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
    expect(conditionsOf(running)).toEqual([
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

  it('are ready since the time that it is on the server, which may wait for that', async () => {
    const { client, clock } = await startCluster({ leaping: true })
    const labels = { app: 'web' }
    const template = { metadata: { labels }, spec: aPod('web').spec }
    await client.create(Deployment, {
      metadata: { namespace: 'default', name: 'web' },
      spec: { minReadySeconds: 10, selector: { matchLabels: labels }, template },
    })
    const available = async () =>
      (await client.get(Deployment, { namespace: 'default', name: 'web' }))?.status?.availableReplicas ?? 0
    await clock.advance(9_000)
    expect(await available()).toBe(0)

    await clock.advance(2_000)

    expect(await available()).toBe(1)
  })

  it.each([
    ['in the same second', 2_000, '2030-01-01T00:00:02Z'],
    ['later', 10_000, '2030-01-01T00:00:10Z'],
  ])('are ready again at once when somebody took a node that is well for lost %s', async (_, ms, since) => {
    const { client, clock, pod } = await startCluster()
    await client.create(Pod, aPod('web'))
    await clock.advance(ms)
    expect(conditionsOf(await pod('web'))).toContain('Ready=True')

    const body = { status: { conditions: [{ type: 'Ready', status: 'False' }] } }
    const web = { namespace: 'default', name: 'web' }
    await client.patch(Pod, web, { type: 'strategic', body }, { subresource: 'status' })
    await clock.settle()

    expect((await pod('web')).status?.conditions).toContainEqual(
      expect.objectContaining({ type: 'Ready', status: 'True', lastTransitionTime: since }),
    )
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
    expect(statesOf(first, 'initContainerStatuses')).toEqual(['running', 'PodInitializing', 'PodInitializing'])
    expect(first.status?.conditions?.find(({ type }) => type === 'Initialized')).toMatchObject({
      status: 'False',
      message: 'containers with incomplete status: [one proxy two]',
    })

    await clock.advance(1_000)
    const second = await pod('web')
    expect(statesOf(second, 'initContainerStatuses')).toEqual(['Completed', 'running', 'running'])
    expect(second.status?.phase).toBe('Pending')

    await clock.advance(1_000)
    const last = await pod('web')
    expect(statesOf(last, 'initContainerStatuses')).toEqual(['Completed', 'running', 'Completed'])
    expect(statesOf(last)).toEqual(['running'])
    expect(last.status?.phase).toBe('Running')
  })

  it('never become ready when their annotation says so, and later when their probe does', async () => {
    const { client, clock, pod } = await startCluster()
    const readinessProbe = { httpGet: { port: 80 }, initialDelaySeconds: 20 }
    await client.create(Pod, aPod('never', { annotations: { 'sim.skep.dev/never-ready': 'true' } }))
    await client.create(Pod, aPod('later', { spec: { containers: [{ name: 'web', image: 'nginx', readinessProbe }] } }))
    const isReady = async (name: string) => conditionsOf(await pod(name))?.includes('Ready=True')

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

    expect(conditionsOf(await pod('gated'))).toEqual(expect.arrayContaining(['Ready=True', 'example.com/open=True']))
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

  it('go when somebody deletes them just before their node reports how they are', async () => {
    let onReport: (() => Promise<unknown>) | undefined
    const between = (transport: Transport): Transport => ({
      ...transport,
      request: async (request) => {
        const before = request.path.includes('/pods/web/status') ? onReport : undefined
        if (before) onReport = undefined
        await before?.()
        return transport.request(request)
      },
    })
    const { client, clock } = await startCluster({ between })
    const web = { namespace: 'default', name: 'web' }
    await client.create(Pod, aPod('web'))
    await clock.advance(500)
    onReport = () => client.delete(Pod, web)
    await clock.advance(60_000)

    expect(onReport).toBeUndefined()
    expect(await client.get(Pod, web)).toBeUndefined()
  })

  it('go on when somebody changes them while a slow report holds up their node', async () => {
    let heldUpMs = 0
    const timeOfNodes = (clock: Clock): Clock => ({
      now: () => clock.now() + heldUpMs,
      setTimer: clock.setTimer.bind(clock),
      sleep: clock.sleep.bind(clock),
      hold: clock.hold.bind(clock),
      outside: clock,
    })
    const between = (transport: Transport): Transport => ({
      ...transport,
      request: async (request) => {
        if (request.path.includes('/pods/web/status')) heldUpMs ||= 300
        return transport.request(request)
      },
    })
    const { client, clock, pod } = await startCluster({ timeOfNodes, between })
    await client.create(Pod, aPod('web', { spec: { initContainers: [{ name: 'one', image: 'busybox' }] } }))

    await clock.advance(1_710)
    const body = { metadata: { labels: { colour: 'blue' } } }
    await client.patch(Pod, { namespace: 'default', name: 'web' }, { type: 'merge', body })
    await clock.advance(3_000)

    expect((await pod('web')).status?.phase).toBe('Running')
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
