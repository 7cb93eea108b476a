import {
  ClusterAutoscaler,
  ClusterDeployment,
  HiveMachinePool,
  MachineAutoscaler,
  Node,
  OpenShiftMachine,
  OpenShiftMachineSet,
} from '@skep/api'
import type { Client, Stored } from '@skep/client'
import { describe, expect, it } from 'vitest'
import { NAMESPACE, type OrderChanges, startWorld, type World } from '../full/test/world.ts'

interface MachineWorld extends World {
  readonly blue: Client
  readonly infraID: string
  makePool(name: string, spec?: Partial<HiveMachinePool['spec']>): Promise<void>
  changePool(name: string, body: object): Promise<void>
  pool(name: string): Promise<Stored<HiveMachinePool> | undefined>
  poolCondition(name: string, type: string): Promise<string | undefined>
  /** Names, without the infrastructure's, and replicas of all MachineSets. */
  sets(): Promise<Record<string, number>>
  nodesOf(pool: string): Promise<Stored<Node>[]>
}

const AWS = { aws: { type: 'm6a.xlarge', rootVolume: { size: 120, type: 'gp3' } } }

async function startMachineWorld(changes: OrderChanges = {}): Promise<MachineWorld> {
  const world = await startWorld()
  await world.start()
  await world.order('blue', changes)
  await world.seconds(7)
  const { clusterID = '', infraID = '' } = (await world.deployment())?.spec.clusterMetadata ?? {}
  const blue = world.tenants.get(clusterID)!.client
  const ref = (name: string) => ({ namespace: NAMESPACE, name: `blue-${name}` })
  const pool = (name: string) => world.client.get(HiveMachinePool, ref(name))
  const machineSets = async () => (await blue.list(OpenShiftMachineSet)).items
  return {
    ...world,
    blue,
    infraID,
    pool,
    makePool: async (name, spec = {}) => {
      const clusterDeploymentRef = { name: 'blue' }
      await world.client.create(HiveMachinePool, {
        metadata: ref(name),
        spec: { clusterDeploymentRef, name, platform: AWS, ...spec },
      })
      await world.seconds(1)
    },
    changePool: async (name, body) => {
      await world.client.patch(HiveMachinePool, ref(name), { type: 'merge', body })
      await world.seconds(1)
    },
    poolCondition: async (name, type) => {
      const found = (await pool(name))?.status?.conditions?.find((condition) => condition.type === type)
      return found && `${found.status}/${found.reason}`
    },
    sets: async () =>
      Object.fromEntries(
        (await machineSets()).map(({ metadata, spec }) => [metadata.name.slice(infraID.length + 1), spec.replicas]),
      ),
    nodesOf: async (name) => {
      const prefix = `openshift-machine-api/${infraID}-${name}-`
      const { items } = await blue.list(Node)
      return items.filter(({ metadata }) => metadata.annotations?.['machine.openshift.io/machine']?.startsWith(prefix))
    },
  }
}

describe('a machine pool', () => {
  it('becomes one MachineSet for each zone, with machines and nodes', async () => {
    const world = await startMachineWorld()
    await world.makePool('infra', { replicas: 4, labels: { tier: 'infra' } })

    expect(await world.sets()).toEqual({ 'infra-us-east-1a': 2, 'infra-us-east-1b': 1, 'infra-us-east-1c': 1 })
    const [set] = (await world.blue.list(OpenShiftMachineSet)).items
    expect(set?.metadata.namespace).toBe('openshift-machine-api')
    expect(set?.metadata.labels).toMatchObject({
      'hive.openshift.io/machine-pool': 'infra',
      'hive.openshift.io/managed': 'true',
    })
    expect((await world.blue.list(OpenShiftMachine)).items.map(({ status }) => status?.phase)).toEqual(
      Array(4).fill('Running'),
    )
    const nodes = await world.nodesOf('infra')
    expect(nodes.map(({ metadata }) => metadata.labels?.['topology.kubernetes.io/zone']).sort()).toEqual([
      'us-east-1a',
      'us-east-1a',
      'us-east-1b',
      'us-east-1c',
    ])
    expect(nodes.every(({ metadata }) => metadata.labels?.['tier'] === 'infra')).toBe(true)
    expect(new Set(nodes.map(({ spec }) => spec?.podCIDR)).size).toBe(4)
    const { status } = (await world.pool('infra'))!
    expect([status?.replicas, status?.ownedLabels]).toEqual([4, ['tier']])
    expect(status?.machineSets?.[0]).toEqual({
      name: `${world.infraID}-infra-us-east-1a`,
      replicas: 2,
      readyReplicas: 2,
      minReplicas: 2,
      maxReplicas: 2,
    })
    expect(await world.poolCondition('infra', 'MachineSetsGenerated')).toBe('True/MachineSetGenerationSucceeded')
    expect(await world.poolCondition('infra', 'Synced')).toBe('True/SyncSucceeded')
  })

  it('has one machine where nothing is said, and zones where they are', async () => {
    const world = await startMachineWorld()
    await world.makePool('one', { platform: { aws: { ...AWS.aws, zones: ['us-east-1b', 'us-east-1d'] } } })

    expect(await world.sets()).toEqual({ 'one-us-east-1b': 1, 'one-us-east-1d': 0 })
  })

  it('takes over the workers that were installed', async () => {
    const world = await startMachineWorld()
    const workers = { labelSelector: 'node-role.kubernetes.io/worker' }
    expect((await world.blue.list(Node, workers)).items).toHaveLength(2)

    await world.makePool('worker', { replicas: 3 })
    expect((await world.blue.list(Node, workers)).items.map(({ metadata }) => metadata.name)).toEqual(
      expect.arrayContaining(['worker-0', 'worker-1']),
    )
    expect((await world.blue.list(Node, workers)).items).toHaveLength(3)

    await world.changePool('worker', { spec: { replicas: 1 } })
    expect((await world.blue.list(Node, workers)).items).toHaveLength(1)
  })

  it('grows and shrinks, by kubectl scale as well', async () => {
    const world = await startMachineWorld()
    await world.makePool('infra', { replicas: 1 })

    const scale = { spec: { replicas: 5 } }
    const ref = { namespace: NAMESPACE, name: 'blue-infra' }
    await world.client.patch(HiveMachinePool, ref, { type: 'merge', body: scale }, { subresource: 'scale' })
    await world.seconds(1)
    expect(await world.nodesOf('infra')).toHaveLength(5)

    await world.changePool('infra', { spec: { replicas: 2 } })
    expect(await world.nodesOf('infra')).toHaveLength(2)
    expect((await world.pool('infra'))?.status?.replicas).toBe(2)
  })

  it('scales itself between bounds that are spread over the zones', async () => {
    const world = await startMachineWorld()
    await world.makePool('infra', { autoscaling: { minReplicas: 5, maxReplicas: 10 } })

    const bounds = (await world.blue.list(MachineAutoscaler)).items.map(
      ({ spec }) => `${spec.scaleTargetRef.name.slice(-1)} ${spec.minReplicas}-${spec.maxReplicas}`,
    )
    expect(bounds).toEqual(['a 2-4', 'b 2-3', 'c 1-3'])
    expect((await world.blue.get(ClusterAutoscaler, { name: 'default' }))?.spec).toMatchObject({
      balanceSimilarNodeGroups: true,
      scaleDown: { enabled: true },
    })
    expect(await world.poolCondition('infra', 'NotEnoughReplicas')).toBe('False/EnoughReplicas')
    const name = `${world.infraID}-infra-us-east-1a`
    const body = { spec: { replicas: 3 } }
    await world.blue.patch(OpenShiftMachineSet, { namespace: 'openshift-machine-api', name }, { type: 'merge', body })

    await world.changePool('infra', { spec: { autoscaling: { minReplicas: 1, maxReplicas: 2 } } })

    expect((await world.blue.list(MachineAutoscaler)).items).toHaveLength(2)
    expect(await world.sets()).toEqual({ 'infra-us-east-1a': 1, 'infra-us-east-1b': 1, 'infra-us-east-1c': 0 })

    await world.changePool('infra', { spec: { autoscaling: null, replicas: 3 } })
    expect((await world.blue.list(MachineAutoscaler)).items).toEqual([])
  })

  it('puts back what people change in the cluster, within half an hour', async () => {
    const world = await startMachineWorld()
    await world.makePool('infra', { replicas: 3 })
    const { items } = await world.blue.list(OpenShiftMachineSet)
    await world.blue.delete(OpenShiftMachineSet, items[0]!.metadata)

    await world.seconds(1_802)

    expect(await world.sets()).toEqual({ 'infra-us-east-1a': 1, 'infra-us-east-1b': 1, 'infra-us-east-1c': 1 })
    expect(await world.nodesOf('infra')).toHaveLength(3)
  })

  it('takes labels and taints back that it no longer has, and leaves those of others', async () => {
    const world = await startMachineWorld()
    const taint = { key: 'infra', effect: 'NoSchedule' }
    await world.makePool('infra', { replicas: 3, labels: { a: '1', b: '2' }, taints: [taint] })
    const ref = { namespace: 'openshift-machine-api', name: `${world.infraID}-infra-us-east-1a` }
    const theirs = { spec: { template: { spec: { metadata: { labels: { theirs: 'yes' } } } } } }
    await world.blue.patch(OpenShiftMachineSet, ref, { type: 'merge', body: theirs })

    await world.changePool('infra', { spec: { labels: { b: null }, taints: null } })

    const machine = (await world.blue.get(OpenShiftMachineSet, ref))?.spec.template?.spec
    expect(machine?.metadata?.labels).toEqual({ a: '1', theirs: 'yes' })
    expect(machine?.taints).toBeUndefined()
    expect((await world.pool('infra'))?.status?.ownedTaints).toBeUndefined()
  })

  it('takes its machines along when it goes', async () => {
    const world = await startMachineWorld()
    await world.makePool('infra', { replicas: 3 })

    await world.client.delete(HiveMachinePool, { namespace: NAMESPACE, name: 'blue-infra' })
    await world.seconds(1)

    expect(await world.pool('infra')).toBeUndefined()
    expect([await world.sets(), await world.nodesOf('infra')]).toEqual([{}, []])
  })

  it('goes with its cluster', async () => {
    const world = await startMachineWorld()
    await world.makePool('infra')
    const ref = { namespace: NAMESPACE, name: 'blue' }
    await world.client.delete(ClusterDeployment, ref)
    await world.seconds(20)

    await world.client.delete(HiveMachinePool, { namespace: NAMESPACE, name: 'blue-infra' })
    await world.seconds(1)

    expect(await world.pool('infra')).toBeUndefined()
  })

  it('waits for its cluster', async () => {
    const world = await startWorld()
    await world.start()
    const ref = { namespace: NAMESPACE, name: 'blue-infra' }
    await world.client.create(HiveMachinePool, {
      metadata: ref,
      spec: { clusterDeploymentRef: { name: 'blue' }, name: 'infra', platform: AWS, replicas: 1 },
    })
    await world.order('blue')
    await world.seconds(2)
    expect((await world.client.get(HiveMachinePool, ref))?.status?.machineSets).toBeUndefined()

    await world.seconds(6)

    expect((await world.client.get(HiveMachinePool, ref))?.status?.replicas).toBe(1)
  })
})
