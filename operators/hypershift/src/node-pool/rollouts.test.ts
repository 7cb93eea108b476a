import {
  AzureMachineTemplate,
  ClusterApiMachineSet,
  ConfigMap,
  MachineDeployment,
  type NodePool,
  Secret,
} from '@skep/api'
import { Informer } from '@skep/client'
import { controllerReference } from '@skep/controller'
import { describe, expect, it } from 'vitest'
import { type PoolWorld, playMachines, startPoolWorld } from './test/pool-world.ts'
import { CONTROL_PLANE, machineConfig, NAMESPACE, PLATFORMS } from './test/samples.ts'

const WORKERS = { namespace: CONTROL_PLANE, name: 'workers' }

/** A world in which the first nodes of a pool are there. */
async function installed(spec: Partial<NodePool['spec']> = {}): Promise<PoolWorld> {
  const world = await startPoolWorld()
  await world.client.create(ConfigMap, {
    metadata: { namespace: NAMESPACE, name: 'motd' },
    data: { config: machineConfig('motd', 'hello') },
  })
  await world.start()
  await world.order({ spec })
  await playMachines(world)
  return world
}

const templateOf = async ({ client }: PoolWorld) => (await client.get(MachineDeployment, WORKERS))?.spec.template

describe('the first nodes of a pool', () => {
  it('make the version known once all are there', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order()
    expect(await world.condition('UpdatingVersion')).toBe('True/AsExpected')
    expect(await world.message('UpdatingVersion')).toBe('Updating version in progress. Target version: 4.19.3')
    expect(await world.condition('UpdatingConfig')).toBe('True/AsExpected')
    expect(await world.condition('UpdatingPlatformMachineTemplate')).toBe('True/AsExpected')
    expect(await world.condition('Ready')).toBeUndefined()
    expect((await world.pool()).status?.version).toBeUndefined()

    await playMachines(world, { availableReplicas: 1 })
    expect((await world.pool()).status).toMatchObject({ replicas: 1 })
    expect((await world.pool()).status?.version).toBeUndefined()

    await playMachines(world, { v1beta2: { upToDateReplicas: 1, availableReplicas: 2 } })
    expect((await world.pool()).status?.version).toBeUndefined()

    await playMachines(world, { v1beta2: { upToDateReplicas: 2, availableReplicas: 2 } })
    const { status, metadata } = await world.pool()
    const [token] = await world.secretNames('token')
    expect(status).toMatchObject({ version: '4.19.3', replicas: 2 })
    expect(metadata.annotations?.['hypershift.openshift.io/nodePoolCurrentConfigVersion']).toBe(token?.slice(-8))
    expect(await world.condition('UpdatingVersion')).toBe('False/AsExpected')
    expect(await world.condition('UpdatingConfig')).toBe('False/AsExpected')
    expect(await world.condition('UpdatingPlatformMachineTemplate')).toBe('False/AsExpected')
    expect(await world.condition('Ready')).toBe('True/AsExpected')
  })
})

describe('a rollout', () => {
  it.each<[string, object]>([
    ['another release', { release: { image: 'img.example/ocp-release:4.19.2-multi' } }],
    ['further configuration', { config: [{ name: 'motd' }] }],
  ])('begins with %s: new user data, and the token before expires in two hours', async (_what, spec) => {
    const world = await installed()
    const before = await templateOf(world)
    const [old] = await world.secretNames('token')
    await world.patch(spec)

    const after = await templateOf(world)
    expect(after?.spec?.bootstrap.dataSecretName).not.toBe(before?.spec?.bootstrap.dataSecretName)
    expect(await world.secretNames('user-data')).toEqual([after?.spec?.bootstrap.dataSecretName])
    const token = await world.client.get(Secret, { namespace: CONTROL_PLANE, name: old! })
    expect(token?.metadata.annotations?.['hypershift.openshift.io/ignition-token-expiration-timestamp']).toMatch(
      /^2030-01-01T02:00:0\dZ$/,
    )
    await world.seconds(2 * 60 * 60)
    expect(await world.secretNames('token')).toEqual([
      after?.spec?.bootstrap.dataSecretName?.replace('user-data', 'token'),
    ])
  })

  it('to another release says so until all nodes have it', async () => {
    const world = await installed()
    await world.patch({ release: { image: 'img.example/ocp-release:4.19.2-multi' } })
    expect(await world.condition('UpdatingVersion')).toBe('True/AsExpected')
    expect(await world.condition('UpdatingConfig')).toBe('False/AsExpected')
    expect((await templateOf(world))?.spec?.version).toBe('4.19.2')
    expect((await world.pool()).status?.version).toBe('4.19.3')

    await playMachines(world)
    expect((await world.pool()).status?.version).toBe('4.19.2')
    expect(await world.condition('UpdatingVersion')).toBe('False/AsExpected')
  })

  it('because of configuration says so until all nodes have it', async () => {
    const world = await installed()
    await world.patch({ config: [{ name: 'motd' }] })
    expect(await world.condition('UpdatingConfig')).toBe('True/AsExpected')
    expect(await world.condition('UpdatingVersion')).toBe('False/AsExpected')

    await playMachines(world)
    expect(await world.condition('UpdatingConfig')).toBe('False/AsExpected')
  })

  it.each<[string, { spec: object }]>([
    ['the name of the pull secret', { spec: { pullSecret: { name: 'other-pull' } } }],
    ['the name of further authorities', { spec: { additionalTrustBundle: { name: 'bundle' } } }],
    ['the proxy', { spec: { configuration: { proxy: { httpProxy: 'http://proxy' } } } }],
    ['settings of images', { spec: { configuration: { image: { allowedRegistriesForImport: [] } } } }],
  ])('begins with %s of the hosted cluster', async (_what, change) => {
    const world = await installed()
    await world.client.create(Secret, {
      metadata: { namespace: NAMESPACE, name: 'other-pull' },
      stringData: { '.dockerconfigjson': '{}' },
    })
    const before = await templateOf(world)
    await world.changeCluster(change)
    await world.seconds(1)

    expect((await templateOf(world))?.spec?.bootstrap.dataSecretName).not.toBe(before?.spec?.bootstrap.dataSecretName)
  })

  it('begins with another size of machines, and removes the template before when no machine needs it', async () => {
    const world = await installed()
    const before = await templateOf(world)
    const deployment = (await world.client.get(MachineDeployment, WORKERS))!
    const machineSet = { ...WORKERS, name: 'workers-abc' }
    await world.client.create(ClusterApiMachineSet, {
      metadata: { ...machineSet, ownerReferences: [controllerReference(MachineDeployment, deployment)] },
      spec: { clusterName: 'demo-x7k2p', selector: {}, template: before! },
    })
    const azure = { ...PLATFORMS.Azure.azure, vmSize: 'Standard_D4s_v3' }
    await world.patch({ platform: { azure } })

    const after = await templateOf(world)
    expect(after?.spec?.infrastructureRef.name).not.toBe(before?.spec?.infrastructureRef.name)
    expect(after?.spec?.bootstrap).toEqual(before?.spec?.bootstrap)
    expect(await world.condition('UpdatingPlatformMachineTemplate')).toBe('True/AsExpected')
    expect((await world.client.list(AzureMachineTemplate, { namespace: CONTROL_PLANE })).items).toHaveLength(2)

    await world.client.patch(ClusterApiMachineSet, machineSet, { type: 'merge', body: { spec: { template: after! } } })
    await playMachines(world)
    const { items } = await world.client.list(AzureMachineTemplate, { namespace: CONTROL_PLANE })
    expect(items.map(({ metadata }) => metadata.name)).toEqual([after?.spec?.infrastructureRef.name])
    expect(await world.condition('UpdatingPlatformMachineTemplate')).toBe('False/AsExpected')
  })

  it('keeps the template that it has just made, whatever it has heard of who uses it', async () => {
    const world = await startPoolWorld({ lagging: /\/machinedeployments\?/ })
    await world.start()
    await world.order()
    await world.seconds(60)
    const deployment = (await world.client.get(MachineDeployment, WORKERS))!
    await world.client.create(ClusterApiMachineSet, {
      metadata: {
        ...WORKERS,
        name: 'workers-abc',
        ownerReferences: [controllerReference(MachineDeployment, deployment)],
      },
      spec: { clusterName: 'demo-x7k2p', selector: {}, template: deployment.spec.template },
    })
    await world.seconds(60)
    const deleted: string[] = []
    const informer = new Informer(world.client, AzureMachineTemplate, { clock: world.clock })
    informer.onChange(({ type, object }) => type === 'deleted' && deleted.push(object.metadata.name))
    const stop = new AbortController()
    const watching = informer.run(stop.signal)

    await world.patch({ platform: { azure: { ...PLATFORMS.Azure.azure, vmSize: 'Standard_D4s_v3' } } })
    await world.seconds(120)

    expect(deleted).toEqual([])
    stop.abort()
    await watching
  })

  it.each<[string, object]>([
    ['the number of nodes', { replicas: 3 }],
    ['labels of nodes', { nodeLabels: { tier: 'gold' } }],
    ['taints', { taints: [{ key: 'a', value: 'b', effect: 'NoSchedule' }] }],
    ['timeouts', { nodeDrainTimeout: '10m', nodeVolumeDetachTimeout: '5m' }],
    ['limits of rollouts', { management: { replace: { rollingUpdate: { maxSurge: 3 } } } }],
    ['repair', { management: { autoRepair: true } }],
  ])('does not begin with %s', async (_what, spec) => {
    const world = await installed()
    const before = await templateOf(world)
    await world.patch(spec)
    await playMachines(world)

    const after = await templateOf(world)
    expect(after?.spec?.bootstrap).toEqual(before?.spec?.bootstrap)
    expect(after?.spec?.infrastructureRef).toEqual(before?.spec?.infrastructureRef)
    expect(await world.secretNames('token')).toHaveLength(1)
    expect(await world.condition('UpdatingConfig')).toBe('False/AsExpected')
  })

  it('does not begin with other configuration of the hosted cluster', async () => {
    const world = await installed()
    const before = await templateOf(world)
    const [name] = await world.secretNames('token')
    const tokenBefore = await world.client.get(Secret, { namespace: CONTROL_PLANE, name: name! })
    await world.changeCluster({ spec: { configuration: { scheduler: { profile: 'NoScoring' } } } })
    await world.seconds(1)

    const tokenAfter = await world.client.get(Secret, { namespace: CONTROL_PLANE, name: name! })
    expect(await templateOf(world)).toEqual(before)
    expect(tokenAfter?.data?.['token']).toBe(tokenBefore?.data?.['token'])
    expect(tokenAfter?.data?.['hc-configuration-hash']).not.toBe(tokenBefore?.data?.['hc-configuration-hash'])
  })

  it('that is taken back finds the token before not outdated any more', async () => {
    const world = await installed()
    const [first] = await world.secretNames('token')
    await world.patch({ config: [{ name: 'motd' }] })
    await world.patch({ config: [] })

    const token = await world.client.get(Secret, { namespace: CONTROL_PLANE, name: first! })
    expect(token?.metadata.annotations).not.toHaveProperty([
      'hypershift.openshift.io/ignition-token-expiration-timestamp',
    ])
    expect((await templateOf(world))?.spec?.bootstrap.dataSecretName).toBe(first?.replace('token', 'user-data'))
  })
})

describe('an update in place', () => {
  const inPlace = { management: { upgradeType: 'InPlace', inPlace: { maxUnavailable: '60%' } } as never, replicas: 5 }
  const annotate = async (world: PoolWorld, annotations: Record<string, string | null>) => {
    await world.client.patch(ClusterApiMachineSet, WORKERS, { type: 'merge', body: { metadata: { annotations } } })
    await world.seconds(1)
  }

  it('names its target, and is done when whoever updates nodes says so', async () => {
    const world = await startPoolWorld()
    await world.start()
    await world.order({ spec: inPlace })
    await world.seconds(1)
    expect((await world.pool()).status?.version).toBe('4.19.3')

    await world.patch({ release: { image: 'img.example/ocp-release:4.19.2-multi' } })
    const { annotations = {} } = (await world.client.get(ClusterApiMachineSet, WORKERS))!.metadata
    const target = annotations['hypershift.openshift.io/nodePoolTargetConfigVersion']!
    expect(annotations['hypershift.openshift.io/nodePoolMaxUnavailable']).toBe('3')
    expect(annotations['hypershift.openshift.io/nodePoolCurrentConfigVersion']).not.toBe(target)
    expect((await world.pool()).status?.version).toBe('4.19.3')

    await annotate(world, { 'hypershift.openshift.io/nodePoolUpgradeInProgressTrue': 'two of five' })
    expect(await world.message('UpdatingVersion')).toBe('two of five')
    await annotate(world, {
      'hypershift.openshift.io/nodePoolUpgradeInProgressTrue': null,
      'hypershift.openshift.io/nodePoolUpgradeInProgressFalse': 'node a is degraded',
    })
    expect(await world.condition('UpdatingVersion')).toBe('False/InplaceUpgradeFailed')

    await annotate(world, {
      'hypershift.openshift.io/nodePoolUpgradeInProgressFalse': null,
      'hypershift.openshift.io/nodePoolCurrentConfigVersion': target,
    })
    expect((await world.pool()).status?.version).toBe('4.19.2')
    expect(await world.condition('UpdatingVersion')).toBe('False/AsExpected')
  })
})
