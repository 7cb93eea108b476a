import { ClusterApiMachine, MachineHealthCheck, Node } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { CLUSTER, NAMESPACE, startWorld, type World } from './test/world.ts'

const CHECK = { namespace: NAMESPACE, name: 'workers' }

const startWorkers = async ({
  replicas = 3,
  ...spec
}: Partial<MachineHealthCheck['spec']> & { replicas?: number } = {}) => {
  const world = await startWorld()
  await world.start()
  await world.deploy('workers', { replicas })
  await world.client.create(MachineHealthCheck, {
    metadata: CHECK,
    spec: {
      clusterName: CLUSTER,
      selector: { matchLabels: { pool: 'workers' } },
      unhealthyConditions: [
        { type: 'Ready', status: 'False', timeout: '8m' },
        { type: 'Ready', status: 'Unknown', timeout: '8m' },
      ],
      maxUnhealthy: 2,
      nodeStartupTimeout: '20m',
      ...spec,
    },
  })
  await world.seconds(10)
  return world
}

const get = (world: World) => world.client.get(MachineHealthCheck, CHECK)

const breakNode = (world: World, name: string, status = 'Unknown') => {
  const now = new Date(world.clock.now()).toISOString().replace('.000', '')
  const condition = { type: 'Ready', status, reason: 'NodeStatusUnknown', lastTransitionTime: now }
  return world.tenantClient.patch(
    Node,
    { name },
    { type: 'strategic', body: { status: { conditions: [condition] } } },
    { subresource: 'status' },
  )
}

const namesOf = async (world: World) => (await world.machines()).map(({ metadata }) => metadata.name)

describe('a health check', () => {
  it('counts machines that are well', async () => {
    const world = await startWorkers()

    expect((await get(world))?.status).toMatchObject({
      expectedMachines: 3,
      currentHealthy: 3,
      remediationsAllowed: 2,
      targets: await namesOf(world),
    })
    expect(await world.condition(MachineHealthCheck, 'workers', 'RemediationAllowed')).toBe('True')
    const [machine] = await namesOf(world)
    expect(await world.condition(ClusterApiMachine, machine!, 'HealthCheckSucceeded')).toBe('True')
  })

  it('replaces no machine because of a time that it cannot read', async () => {
    const unhealthyConditions = [{ type: 'Ready', status: 'Unknown' as const, timeout: 'soon' }]
    const world = await startWorkers({ unhealthyConditions })
    const before = await world.machines()

    await breakNode(world, before[0]!.metadata.name)
    await world.seconds(30 * 60)

    const uids = (machines: typeof before) => machines.map(({ metadata }) => metadata.uid)
    expect(uids(await world.machines())).toEqual(uids(before))
  })

  it('has a machine replaced whose node has not been ready for too long', async () => {
    const world = await startWorkers()
    const [broken] = await world.machines()
    const seen: string[] = []
    const stop = new AbortController()
    const watching = watchConditions(world, broken!.metadata.uid, stop.signal, (text) => seen.push(text))

    await breakNode(world, broken!.metadata.name)
    await world.seconds(7 * 60)
    expect(await namesOf(world)).toContain(broken!.metadata.name)
    await world.seconds(3 * 60)
    stop.abort()
    await watching

    const machines = await world.machines()
    expect(machines).toHaveLength(3)
    expect(machines.map(({ metadata }) => metadata.uid)).not.toContain(broken!.metadata.uid)
    expect(seen).toContain(
      'HealthCheckSucceeded False UnhealthyNode Condition Ready on Node is reporting status Unknown with reason NodeStatusUnknown for more than 8m0s',
    )
    expect(seen).toContain('OwnerRemediated True')
  })

  it('replaces a machine that does not become a node in time', async () => {
    const world = await startWorkers({ replicas: 1 })
    const [first] = await namesOf(world)
    world.provider.joins = false
    await world.client.delete(ClusterApiMachine, { namespace: NAMESPACE, name: first! })
    await world.seconds(60)
    const [late] = await namesOf(world)

    await world.seconds(18 * 60)
    expect(await namesOf(world)).toEqual([late])
    await world.seconds(2 * 60)

    expect(await namesOf(world)).not.toContain(late)
  })

  it('does nothing when too many are not well, and says so', async () => {
    const world = await startWorkers()
    const before = await namesOf(world)

    for (const name of before) await breakNode(world, name, 'False')
    await world.seconds(20 * 60)

    expect(await namesOf(world)).toEqual(before)
    const condition = (await get(world))?.status?.conditions?.find(({ type }) => type === 'RemediationAllowed')
    expect(condition).toMatchObject({
      status: 'False',
      severity: 'Warning',
      reason: 'TooManyUnhealthy',
      message:
        'Remediation is not allowed, the number of not started or unhealthy machines exceeds maxUnhealthy (total: 3, unhealthy: 3, maxUnhealthy: 2)',
    })
    expect((await get(world))?.status?.remediationsAllowed).toBe(0)
  })

  it('replaces a machine whose node is gone, and one that somebody marks', async () => {
    const world = await startWorkers()
    const [lost, marked] = await world.machines()

    await world.tenantClient.delete(Node, { name: lost!.metadata.name })
    await world.client.patch(ClusterApiMachine, marked!.metadata, {
      type: 'merge',
      body: { metadata: { annotations: { 'cluster.x-k8s.io/remediate-machine': '' } } },
    })
    await world.seconds(60)

    const uids = (await world.machines()).map(({ metadata }) => metadata.uid)
    expect(uids).toHaveLength(3)
    expect(uids).not.toContain(lost!.metadata.uid)
    expect(uids).not.toContain(marked!.metadata.uid)
  })

  it('keeps away from machines that it is told to skip', async () => {
    const world = await startWorkers()
    const [skipped] = await world.machines()
    await world.client.patch(ClusterApiMachine, skipped!.metadata, {
      type: 'merge',
      body: { metadata: { annotations: { 'cluster.x-k8s.io/skip-remediation': '' } } },
    })

    await breakNode(world, skipped!.metadata.name)
    await world.seconds(20 * 60)

    expect(await namesOf(world)).toContain(skipped!.metadata.name)
    expect((await get(world))?.status?.expectedMachines).toBe(2)
  })
})

/** Tells what conditions of a machine say, at every change. */
async function watchConditions(
  world: World,
  uid: string,
  signal: AbortSignal,
  tell: (text: string) => void,
): Promise<void> {
  const { Informer } = await import('@skep/client')
  const machines = new Informer(world.client, ClusterApiMachine, { clock: world.clock })
  machines.onChange(({ object }) => {
    if (object.metadata.uid !== uid) return
    for (const { type, status, reason, message } of object.status?.conditions ?? []) {
      tell([type, status, reason, message].filter(Boolean).join(' '))
    }
  })
  await machines.run(signal)
}
