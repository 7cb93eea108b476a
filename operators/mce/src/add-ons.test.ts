import { Lease, ManagedClusterAddOn, Namespace } from '@skep/api'
import { StatusError } from '@skep/base'
import { defineKind } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { AVAILABLE, startWorld, type World } from './test/world.ts'

const WORK_MANAGER = { namespace: 'demo', name: 'work-manager' }
const LABEL = 'feature.open-cluster-management.io/addon-work-manager'
const AGENT_NAMESPACE = 'open-cluster-management-agent-addon'

const addOn = (annotations: Record<string, string> = {}) => ({
  metadata: { ...WORK_MANAGER, annotations },
  spec: { installNamespace: AGENT_NAMESPACE },
})

const lease = (renewTime: string) => ({
  metadata: { namespace: AGENT_NAMESPACE, name: 'work-manager' },
  spec: { holderIdentity: 'work-manager', renewTime },
})

const now = ({ clock }: World) => `${new Date(clock.now()).toISOString().slice(0, -1)}000Z`

async function startWithAddOn(annotations?: Record<string, string>) {
  const world = await startWorld()
  await world.start()
  const api = await world.host('demo')
  await world.seconds(60)
  for (const client of [api.client, world.client])
    await client.create(Namespace, { metadata: { name: AGENT_NAMESPACE } })
  await world.client.create(ManagedClusterAddOn, addOn(annotations))
  return { ...world, tenant: api.client }
}

async function healthOf({ client }: World): Promise<string | undefined> {
  const [condition] = (await client.get(ManagedClusterAddOn, WORK_MANAGER))?.status?.conditions ?? []
  return condition && `${condition.type} ${condition.status}/${condition.reason}`
}

const labelOf = async (world: World) => (await world.cluster())?.metadata.labels?.[LABEL]

describe('an add-on of a managed cluster', () => {
  it('of which nothing can be told does not keep its cluster from being heard', async () => {
    const world = await startWorld({
      change: (client) => ({
        ...client,
        patchStatus: (kind, before, after, options) =>
          kind.kind === 'ManagedClusterAddOn'
            ? Promise.reject(new StatusError('Conflict', 'somebody was faster'))
            : client.patchStatus(kind, before, after, options),
      }),
    })
    await world.start()
    await world.client.create(Namespace, { metadata: { name: 'demo' } })
    await world.client.create(ManagedClusterAddOn, addOn())
    await world.host('demo')

    await world.seconds(60)

    expect(await world.condition(AVAILABLE)).toBe('True/ManagedClusterAvailable')
  })

  it('is unknown until it has a lease, available while it renews that, and not when it stops', async () => {
    const world = await startWithAddOn()

    await world.seconds(61)
    expect(await healthOf(world)).toBe('Available Unknown/ManagedClusterAddOnLeaseNotFound')
    expect(await labelOf(world)).toBe('unreachable')

    await world.tenant.create(Lease, lease(now(world)))
    await world.seconds(61)
    expect(await healthOf(world)).toBe('Available True/ManagedClusterAddOnLeaseUpdated')
    expect(await labelOf(world)).toBe('available')

    await world.seconds(300)
    expect(await healthOf(world)).toBe('Available False/ManagedClusterAddOnLeaseUpdateStopped')
    expect(await labelOf(world)).toBe('unhealthy')
  })

  it('is looked for on the hub when it runs there', async () => {
    const world = await startWithAddOn({ 'addon.open-cluster-management.io/hosting-cluster-name': 'local-cluster' })
    await world.client.create(Lease, lease(now(world)))

    await world.seconds(61)

    expect(await healthOf(world)).toBe('Available True/ManagedClusterAddOnLeaseUpdated')
  })

  it('is left alone when somebody else looks after it', async () => {
    const world = await startWithAddOn()
    const before = (await world.client.get(ManagedClusterAddOn, WORK_MANAGER))!
    const status = { healthCheck: { mode: 'Customized' as const } }
    await world.client.patchStatus(ManagedClusterAddOn, before, { ...before, status })

    await world.seconds(120)

    expect(await healthOf(world)).toBeUndefined()
  })

  it('is unknown as soon as its cluster is', async () => {
    const world = await startWithAddOn()
    await world.tenant.create(Lease, lease(now(world)))
    await world.seconds(61)

    const silent = { condition: 'Silent', reason: 'Stopped', message: 'stopped', state: 'Agent' }
    world.behaviours.setFailure('ManagedCluster', { name: 'demo' }, silent)
    await world.seconds(301)

    expect(await healthOf(world)).toBe('Available Unknown/ManagedClusterLeaseUpdateStopped')
    expect(await labelOf(world)).toBe('unreachable')
  })

  it('takes its label along when it goes', async () => {
    const world = await startWithAddOn()
    await world.seconds(1)
    expect(await labelOf(world)).toBe('unreachable')

    await world.client.delete(ManagedClusterAddOn, WORK_MANAGER)
    await world.seconds(1)

    expect(await labelOf(world)).toBeUndefined()
  })

  it('is served in both its versions', async () => {
    const world = await startWithAddOn()
    const InBeta = defineKind({ ...ManagedClusterAddOn, version: 'v1beta1' })

    expect(await world.client.get(InBeta, WORK_MANAGER)).toMatchObject({
      apiVersion: 'addon.open-cluster-management.io/v1beta1',
      spec: { installNamespace: AGENT_NAMESPACE },
    })
  })
})
