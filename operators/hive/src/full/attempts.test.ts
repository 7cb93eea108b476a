import { ClusterDeployment, ClusterProvision, Event, HiveConfig, Job } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { NAMESPACE, startWorld, type World } from './test/world.ts'

const vpc = { condition: 'ProvisionFailed', reason: 'AWSVPCLimitExceeded', message: 'no more VPCs' }
const blue = { namespace: NAMESPACE, name: 'blue' }

async function failingWorld(): Promise<World> {
  const world = await startWorld()
  await world.start()
  world.behaviours.setFailure('ClusterDeployment', blue, vpc)
  return world
}

const restartsOf = async (world: World) => (await world.deployment())?.status?.installRestarts

describe('a failed attempt', () => {
  it('says why on the cluster, with the log on the provision', async () => {
    const world = await failingWorld()
    await world.order('blue')
    await world.seconds(5)

    expect(await world.condition('ProvisionFailed')).toBe('True/AWSVPCLimitExceeded')
    const name = (await world.deployment())?.status?.provisionRef?.name ?? ''
    const provision = await world.client.get(ClusterProvision, { namespace: NAMESPACE, name })
    expect(provision?.spec.stage).toBe('failed')
    expect(provision?.spec.installLog).toContain('no more VPCs')
    const { items } = await world.client.list(Event, { namespace: NAMESPACE })
    expect(items.map(({ reason, message }) => [reason, message])).toContainEqual([
      'AWSVPCLimitExceeded',
      'no more VPCs',
    ])
  })

  it('is followed by another one after a minute, then after two, and the cause being gone it succeeds', async () => {
    const world = await failingWorld()
    await world.order('blue')
    await world.seconds(55)
    expect(await restartsOf(world)).toBeUndefined()
    await world.seconds(15)
    expect(await restartsOf(world)).toBe(1)
    await world.seconds(100)
    expect(await restartsOf(world)).toBe(1)
    world.behaviours.clearOverride('ClusterDeployment', blue)
    await world.seconds(40)
    const deployment = await world.deployment()
    expect(deployment?.status?.installRestarts).toBe(2)
    expect(deployment?.spec.installed).toBe(true)
    expect(deployment?.status?.provisionRef?.name).toMatch(/^blue-2-/)
    expect(await world.condition('ProvisionFailed')).toBe('False/ProvisionSucceeded')
  })

  it('names the one before, whose remains the next one removes', async () => {
    const world = await startWorld()
    await world.start()
    world.behaviours.setFailure('ClusterDeployment', blue, { ...vpc, state: 'Running' })
    await world.order('blue')
    await world.seconds(6)
    const firstId = (await world.deployment())?.spec.clusterMetadata?.clusterID ?? ''
    expect(world.tenants.get(firstId)).toBeDefined()
    world.behaviours.clearOverride('ClusterDeployment', blue)
    await world.seconds(80)
    const deployment = await world.deployment()
    expect(deployment?.spec.installed).toBe(true)
    expect(deployment?.spec.clusterMetadata?.clusterID).not.toBe(firstId)
    expect(world.tenants.get(firstId)).toBeUndefined()
    const name = deployment?.status?.provisionRef?.name ?? ''
    const provision = await world.client.get(ClusterProvision, { namespace: NAMESPACE, name })
    expect(provision?.spec.prevClusterID).toBe(firstId)
  })

  it('is the last one at the limit', async () => {
    const world = await failingWorld()
    await world.order('blue', { spec: { installAttemptsLimit: 1 } })
    await world.seconds(300)
    expect(await restartsOf(world)).toBe(1)
    expect(await world.condition('ProvisionStopped')).toBe('True/InstallAttemptsLimitReached')
    expect(await world.condition('Provisioned')).toBe('False/ProvisionStopped')
    expect((await world.client.list(ClusterProvision, { namespace: NAMESPACE })).items).toHaveLength(1)
  })

  it('is the only one where only one is wanted', async () => {
    const world = await failingWorld()
    await world.order('blue', { annotations: { 'hive.openshift.io/try-install-once': 'true' } })
    await world.seconds(300)
    expect(await world.condition('ProvisionStopped')).toBe('True/InstallOnlyOnceSet')
  })

  it('is the last one when the administrator does not list its reason', async () => {
    const world = await failingWorld()
    await world.client.create(HiveConfig, {
      metadata: { name: 'hive' },
      spec: { failedProvisionConfig: { retryReasons: ['AWSInsufficientCapacity'] } },
    })
    await world.order('blue')
    await world.seconds(300)
    expect(await world.condition('ProvisionStopped')).toBe('True/FailureReasonNotRetryable')
  })

  it('keeps the first and the newest provisions only', async () => {
    const world = await failingWorld()
    await world.order('blue')
    await world.seconds(3_600)
    const { items } = await world.client.list(ClusterProvision, { namespace: NAMESPACE })
    const attempts = items.map(({ spec }) => spec.attempt).sort((a, b) => a - b)
    expect(attempts[0]).toBe(0)
    expect(attempts.length).toBeLessThanOrEqual(4)
    expect(attempts.at(-1)).toBe(5)
  })
})

describe('an attempt', () => {
  it('fails when somebody takes its job away', async () => {
    const world = await startWorld()
    await world.start()
    await world.order('blue')
    await world.seconds(2)
    const name = (await world.deployment())?.status?.provisionRef?.name ?? ''
    await world.client.delete(Job, { namespace: NAMESPACE, name: `${name}-provision` })
    await world.seconds(1)
    expect(await world.condition('ProvisionFailed')).toBe('True/JobNotFound')
  })

  it('whose pod does not run says so after a minute, and goes on when it does', async () => {
    const world = await startWorld()
    await world.start()
    world.behaviours.setFailure('ClusterDeployment', blue, {
      condition: 'InstallLaunchError',
      reason: 'x',
      message: 'x',
    })
    await world.order('blue')
    await world.seconds(130)
    expect(await world.condition('InstallLaunchError')).toBe('True/PodInPendingPhase')
    world.behaviours.clearOverride('ClusterDeployment', blue)
    await world.seconds(5)
    expect((await world.deployment())?.spec.installed).toBe(true)
    expect(await world.condition('InstallLaunchError')).toBe('False/InstallLaunchSuccessful')
  })

  it('without a pod says so, too', async () => {
    const world = await startWorld()
    await world.start()
    const failure = { condition: 'InstallLaunchError', reason: 'InstallPodMissing', message: 'x' }
    world.behaviours.setFailure('ClusterDeployment', blue, failure)
    await world.order('blue')
    await world.seconds(130)
    expect(await world.condition('InstallLaunchError')).toBe('True/InstallPodMissing')
  })

  it('fails when nobody knows its job any more', async () => {
    const world = await startWorld()
    await world.start()
    await world.order('blue')
    await world.seconds(3.5)
    const name = (await world.deployment())?.status?.provisionRef?.name ?? ''
    const body = { status: { jobRef: null } }
    const ref = { namespace: NAMESPACE, name }
    await world.client.patch(ClusterProvision, ref, { type: 'merge', body }, { subresource: 'status' })
    await world.seconds(0)
    expect(await world.condition('ProvisionFailed')).toBe('True/NoJobReference')
  })

  it('is over after three hours', async () => {
    const world = await startWorld()
    await world.start()
    world.behaviours.setDelay('ClusterDeployment', blue, { delaySeconds: 20_000 })
    await world.order('blue')
    await world.seconds(20_000 + 3 * 3_600 + 10)
    expect(await world.condition('ProvisionFailed')).toBe('True/AttemptDeadlineExceeded')
  })

  it('that was deleted counts', async () => {
    const world = await startWorld()
    await world.start()
    await world.order('blue')
    await world.seconds(2)
    const name = (await world.deployment())?.status?.provisionRef?.name ?? ''
    await world.client.delete(ClusterProvision, { namespace: NAMESPACE, name })
    await world.seconds(10)
    expect(await restartsOf(world)).toBe(1)
    expect((await world.deployment())?.spec.installed).toBe(true)
  })

  it('leaves its job and that of its images for a day', async () => {
    const world = await startWorld()
    await world.start()
    await world.order('blue')
    await world.seconds(60)
    const jobs = async () => {
      const { items } = await world.client.list(Job, { namespace: NAMESPACE })
      return items.map(({ metadata }) => metadata.labels?.['hive.openshift.io/job-type'])
    }
    expect(await jobs()).toEqual(['provision', 'imageset'])
    await world.seconds(24 * 3_600)
    expect(await jobs()).toEqual([])
  })
})

it('protects an installed cluster where the administrator wants that', async () => {
  const world = await startWorld()
  await world.client.create(HiveConfig, { metadata: { name: 'hive' }, spec: { deleteProtection: 'enabled' } })
  await world.start()
  await world.order('blue')
  await world.order('green', { annotations: { 'hive.openshift.io/protected-delete': 'false' } })
  await world.seconds(10)
  const annotationOf = async (name: string) =>
    (await world.client.get(ClusterDeployment, { namespace: NAMESPACE, name }))?.metadata.annotations
  expect(await annotationOf('blue')).toMatchObject({ 'hive.openshift.io/protected-delete': 'true' })
  expect(await annotationOf('green')).toMatchObject({ 'hive.openshift.io/protected-delete': 'false' })
  expect((await world.client.get(HiveConfig, { name: 'hive' }))?.status?.conditions?.[0]).toMatchObject({
    type: 'Ready',
    status: 'True',
    reason: 'DeploymentSuccess',
    message: 'Hive is deployed successfully',
  })
})
