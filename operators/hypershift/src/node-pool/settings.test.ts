import { Event, MachineDeployment, NodePool, Secret } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { completed, playMachines, startPoolWorld } from './test/pool-world.ts'
import { CONTROL_PLANE, NAMESPACE } from './test/samples.ts'

const WORKERS = { namespace: CONTROL_PLANE, name: 'workers' }
const release = (version: string) => ({ release: { image: `img.example/ocp-release:${version}-multi` } })

describe('the release of a node pool', () => {
  it('that is not known is refused, and an event says so', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({ spec: { release: { image: 'img.example/ocp-release:latest' } } })

    expect(await world.condition('ValidReleaseImage')).toBe('False/ValidationFailed')
    expect(await world.message('ValidReleaseImage')).toContain('Failed to get release image: ')
    const { items } = await world.client.list(Event, { namespace: NAMESPACE })
    expect(items.map(({ reason }) => reason)).toContain('ReconcileError')
  })

  it('of a later minor version than the hosted cluster is refused', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({ spec: release('4.20.0') })

    expect(await world.condition('ValidReleaseImage')).toBe('False/ValidationFailed')
    expect(await world.message('ValidReleaseImage')).toBe(
      'Failed to get release image: the latest version supported is: "4.19.3". Attempting to use: "4.20.0"',
    )
    expect(await world.secretNames('token')).toEqual([])
  })

  it('of a later patch is reported, and nodes are made', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({ spec: release('4.19.4') })

    expect(await world.condition('ValidReleaseImage')).toBe('True/AsExpected')
    expect(await world.condition('SupportedVersionSkew')).toBe('False/UnsupportedSkew')
    expect(await world.client.get(MachineDeployment, WORKERS)).toBeDefined()
  })

  it('is fine again once the hosted cluster has come that far', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({ spec: release('4.19.4') })
    await world.changeCluster({ status: { version: completed('4.19.4') } })
    await world.seconds(1)

    expect(await world.condition('SupportedVersionSkew')).toBe('True/AsExpected')
  })

  it('may be any when the hosted cluster says not to look', async () => {
    const world = await startPoolWorld()
    const annotations = { 'hypershift.openshift.io/skip-release-image-validation': 'true' }
    await world.changeCluster({ metadata: { annotations } })
    await world.start()
    await world.order({ spec: release('4.20.0') })

    expect(await world.condition('ValidReleaseImage')).toBe('True/AsExpected')
  })

  it('cannot be had without the pull secret, and can when that appears', async () => {
    const world = await startPoolWorld()
    await world.client.delete(Secret, { namespace: NAMESPACE, name: 'demo-pull' })
    await world.start()
    await world.order()
    expect(await world.message('ValidReleaseImage')).toBe(
      'Failed to get release image: cannot get pull secret ocm-local-2abc/demo-pull: secrets "demo-pull" not found',
    )

    await world.client.create(Secret, {
      metadata: { namespace: NAMESPACE, name: 'demo-pull' },
      stringData: { '.dockerconfigjson': '{}' },
    })
    await world.seconds(1)
    expect(await world.condition('ValidReleaseImage')).toBe('True/AsExpected')
  })
})

describe('settings of a node pool', () => {
  it('with a fixed number of nodes say that nothing scales it', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order()

    expect(await world.condition('AutoscalingEnabled')).toBe('False/AsExpected')
    expect(await world.condition('UpdateManagementEnabled')).toBe('True/AsExpected')
    expect(await world.condition('ReconciliationActive')).toBe('True/ReconciliationActive')
    expect(await world.condition('AutorepairEnabled')).toBe('False/AsExpected')
  })

  it('with bounds say which', async () => {
    const world = await startPoolWorld()
    const scaled = { autoScaling: { min: 2, max: 5 } }
    await world.start()
    await world.order()
    await world.client.patch(
      NodePool,
      { namespace: NAMESPACE, name: 'workers' },
      {
        type: 'merge',
        body: { spec: { ...scaled, replicas: null } },
      },
    )
    await world.seconds(1)

    expect(await world.condition('AutoscalingEnabled')).toBe('True/AsExpected')
    expect(await world.message('AutoscalingEnabled')).toBe('Maximum nodes: 5, Minimum nodes: 2')
  })

  it.each([
    [
      { upgradeType: 'Replace', replace: { strategy: 'RollingUpdate', rollingUpdate: { maxSurge: 'some' } } },
      'maxSurge: "some"',
    ],
    [{ upgradeType: 'InPlace', inPlace: { maxUnavailable: '2' } }, 'maxUnavailable: "2"'],
    [{ upgradeType: 'InPlace', inPlace: { maxUnavailable: -1 } }, 'maxUnavailable: -1'],
  ])('with a count that is none stop everything: %j', async (management, wrong) => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({ spec: { management: management as never } })

    expect(await world.condition('UpdateManagementEnabled')).toBe('False/ValidationFailed')
    expect(await world.message('UpdateManagementEnabled')).toBe(
      `${wrong} is neither a number of nodes nor a percentage`,
    )
  })

  it.each([
    [0, 0],
    ['0%', 0],
  ])('by which no machine could ever be replaced stop everything: surge %s, unavailable %s', async (...counts) => {
    const world = await startPoolWorld()
    const [maxSurge, maxUnavailable] = counts
    const replace = { strategy: 'RollingUpdate' as const, rollingUpdate: { maxSurge, maxUnavailable } }
    await world.start()
    await world.order({ spec: { management: { upgradeType: 'Replace', autoRepair: false, replace } } })

    expect(await world.condition('UpdateManagementEnabled')).toBe('False/ValidationFailed')
    expect(await world.message('UpdateManagementEnabled')).toBe('maxUnavailable and maxSurge cannot both be 0')
    expect(await world.client.get(MachineDeployment, WORKERS)).toBeUndefined()
  })

  it.each(['nodeDrainTimeout', 'nodeVolumeDetachTimeout'])('are refused where %s is no duration', async (member) => {
    const world = await startPoolWorld()

    await expect(world.order({ spec: { [member]: 'soon' } })).rejects.toMatchObject({
      code: 422,
      message: `NodePool.hypershift.openshift.io "workers" is invalid: spec.${member}: Invalid value: "soon": must be a duration, such as 90s or 1h30m`,
    })
    await world.order({ spec: { [member]: '1h30m' } })
  })

  it('without a strategy stop everything', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({ spec: { management: { upgradeType: 'Replace', replace: {} } as never } })

    expect(await world.condition('UpdateManagementEnabled')).toBe('False/ValidationFailed')
    expect(await world.condition('ValidReleaseImage')).toBeUndefined()
  })

  it('with an architecture that the platform does not have are reported', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({ spec: { arch: 'ppc64le' } })

    expect(await world.condition('ValidArchPlatform')).toBe('False/InvalidArchPlatform')
    expect(await world.client.get(MachineDeployment, WORKERS)).toBeDefined()
  })

  it('with an architecture that the release does not have stop everything', async () => {
    const world = await startPoolWorld()
    await world.changeCluster({ status: { payloadArch: 'AMD64' } })
    await world.start()
    await world.order({ spec: { arch: 'arm64' } })

    expect(await world.condition('ValidArchPlatform')).toBe('False/InvalidArchPlatform')
    expect(await world.client.get(MachineDeployment, WORKERS)).toBeUndefined()
  })
})

describe('a node pool that is paused', () => {
  it('has its machines left alone until the field is removed', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order()
    await world.patch({ pausedUntil: 'true', replicas: 5 })
    const paused = await world.client.get(MachineDeployment, WORKERS)
    expect(await world.condition('ReconciliationActive')).toBe('False/ReconciliationPaused')
    expect(await world.message('ReconciliationActive')).toBe('Reconciliation paused until field removed')
    expect(paused?.metadata.annotations?.['cluster.x-k8s.io/paused']).toBe('true')
    expect(paused?.spec.replicas).toBe(2)

    await world.patch({ pausedUntil: null })
    const active = await world.client.get(MachineDeployment, WORKERS)
    expect(active?.metadata.annotations?.['cluster.x-k8s.io/paused']).toBeUndefined()
    expect(active?.spec.replicas).toBe(5)
  })

  it('goes on by itself at the time that it says', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({ spec: { pausedUntil: '2030-01-01T01:00:00Z' } })
    expect(await world.message('ReconciliationActive')).toBe('Reconciliation paused until: 2030-01-01T01:00:00Z')
    expect(await world.secretNames('token')).toEqual([])

    await world.seconds(60 * 60)
    expect(await world.condition('ReconciliationActive')).toBe('True/ReconciliationActive')
    expect(await world.secretNames('token')).toHaveLength(1)
  })

  it('until nobody knows when is not paused', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({ spec: { pausedUntil: '2024-01-01T00:00:00xyz' } })

    expect(await world.condition('ReconciliationActive')).toBe('True/InvalidPausedUntilValue')
    expect(await world.secretNames('token')).toHaveLength(1)
  })
})

describe('a node pool at rest', () => {
  it('is written no more, whatever is said of its hosted cluster', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order()
    await playMachines(world)
    await world.seconds(60)
    const before = (await world.pool()).metadata.resourceVersion

    await world.changeCluster({ metadata: { annotations: { note: 'hello' } } })
    await world.changeCluster({ status: { oauthCallbackURLTemplate: 'https://elsewhere' } })
    await world.seconds(600)
    expect((await world.pool()).metadata.resourceVersion).toBe(before)
  })
})
