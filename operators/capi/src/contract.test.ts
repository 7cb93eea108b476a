import { ClusterApiMachine, ClusterApiMachineSet, MachineDeployment, MachineHealthCheck } from '@skep/api'
import { describe, expect, it } from 'vitest'
import {
  TestConfig,
  TestConfigTemplate,
  TestControlPlane,
  TestRemediation,
  TestRemediationTemplate,
} from './test/kinds.ts'
import { CLUSTER, machineSpec, NAMESPACE, setStatus, startWorld, type World } from './test/world.ts'

const inNamespace = (name: string) => ({ namespace: NAMESPACE, name })

describe('a provider of data to boot with', () => {
  it('gets an object for each machine, and its Secret becomes that of the machine', async () => {
    const world = await startWorld()
    await world.start()
    await world.client.create(TestConfigTemplate, {
      metadata: inNamespace('join'),
      spec: { template: { spec: { format: 'cloud-config' } } },
    })
    const configRef = { apiVersion: 'bootstrap.cluster.x-k8s.io/v1beta1', kind: 'TestConfigTemplate', name: 'join' }
    await world.deploy('workers', {
      replicas: 1,
      template: {
        metadata: { labels: { pool: 'workers' } },
        spec: { ...machineSpec('workers'), bootstrap: { configRef } },
      },
    })
    await world.seconds(10)
    const name = (await world.machines())[0]!.metadata.name
    expect(await world.condition(ClusterApiMachine, name, 'BootstrapReady')).toBe('False/WaitingForDataSecret')
    expect((await world.client.get(TestConfig, inNamespace(name)))?.spec).toEqual({ format: 'cloud-config' })

    await setStatus(world.client, TestConfig, name, { ready: true, dataSecretName: `${name}-data` })
    await world.seconds(10)

    const [machine] = await world.machines()
    expect(machine?.spec.bootstrap).toMatchObject({
      dataSecretName: `${name}-data`,
      configRef: { kind: 'TestConfig', name },
    })
    expect(machine?.status?.phase).toBe('Running')

    await world.client.delete(MachineDeployment, inNamespace('workers'))
    await world.seconds(60)
    expect((await world.client.list(TestConfig)).items).toEqual([])
  })
})

describe('a control plane that says its version', () => {
  const upgrade = (world: World, spec: string, status: string) =>
    world.client
      .patch(TestControlPlane, inNamespace('demo'), { type: 'merge', body: { spec: { version: spec } } })
      .then(() => setStatus(world.client, TestControlPlane, 'demo', { version: status }))

  const createdOf = async (world: World) => {
    const [set] = (await world.client.list(ClusterApiMachineSet)).items
    return set?.status?.conditions?.find(({ type }) => type === 'MachinesCreated')
  }

  it('keeps new machines waiting while it is upgraded', async () => {
    const world = await startWorld()
    await world.start()
    await upgrade(world, 'v1.33.0', 'v1.32.0')

    await world.deploy('workers', { replicas: 1 })
    await world.seconds(10)
    expect(await createdOf(world)).toMatchObject({
      status: 'False',
      reason: 'PreflightCheckFailed',
      message: `TestControlPlane ${NAMESPACE}/demo is upgrading ("ControlPlaneIsStable" preflight check failed)`,
    })
    await upgrade(world, 'v1.33.0', 'v1.33.0')
    await world.seconds(20)

    expect(await world.machines()).toHaveLength(1)
  })

  it('does not get machines that are newer', async () => {
    const world = await startWorld()
    await world.start()
    await upgrade(world, 'v1.32.0', 'v1.32.0')

    await world.deploy('workers', {
      replicas: 1,
      template: { metadata: { labels: { pool: 'workers' } }, spec: { ...machineSpec('workers'), version: 'v1.33.1' } },
    })
    await world.seconds(10)

    expect(await world.machines()).toHaveLength(0)
    expect((await createdOf(world))?.message).toContain('MachineSet version is higher than ControlPlane version')
  })
})

describe('a controller that repairs machines', () => {
  it('is asked to by an object, in place of deletion', async () => {
    const world = await startWorld()
    await world.start()
    await world.deploy('workers', { replicas: 1 })
    await world.client.create(TestRemediationTemplate, {
      metadata: inNamespace('reboot'),
      spec: { template: { spec: { times: 1 } } },
    })
    await world.client.create(MachineHealthCheck, {
      metadata: inNamespace('workers'),
      spec: {
        clusterName: CLUSTER,
        selector: { matchLabels: { pool: 'workers' } },
        remediationTemplate: {
          apiVersion: 'remediation.cluster.x-k8s.io/v1beta1',
          kind: 'TestRemediationTemplate',
          name: 'reboot',
        },
      },
    })
    await world.seconds(10)
    const [machine] = await world.machines()
    const mark = (value: string | null) =>
      world.client.patch(ClusterApiMachine, machine!.metadata, {
        type: 'merge',
        body: { metadata: { annotations: { 'cluster.x-k8s.io/remediate-machine': value } } },
      })

    await mark('')
    await world.seconds(10)
    const request = await world.client.get(TestRemediation, machine!.metadata)
    expect(request?.spec).toEqual({ times: 1 })
    expect(request?.metadata.ownerReferences?.[0]?.uid).toBe(machine!.metadata.uid)
    await mark(null)
    await world.seconds(10)

    expect(await world.client.get(TestRemediation, machine!.metadata)).toBeUndefined()
    expect((await world.machines()).map(({ metadata }) => metadata.uid)).toEqual([machine!.metadata.uid])
  })
})

describe('the owner of unhealthy machines', () => {
  it('replaces no more of them at a time than the deployment allows', async () => {
    const world = await startWorld()
    await world.start()
    await world.deploy('workers', {
      replicas: 3,
      strategy: { type: 'RollingUpdate', remediation: { maxInFlight: 1 } },
    })
    await world.client.create(MachineHealthCheck, {
      metadata: inNamespace('workers'),
      spec: { clusterName: CLUSTER, selector: { matchLabels: { pool: 'workers' } } },
    })
    await world.seconds(10)
    const before = await world.machines()
    const hold = { 'pre-terminate.delete.hook.machine.cluster.x-k8s.io/test': '' }
    for (const { metadata } of before.slice(0, 2)) {
      const annotations = { ...hold, 'cluster.x-k8s.io/remediate-machine': '' }
      await world.client.patch(ClusterApiMachine, metadata, { type: 'merge', body: { metadata: { annotations } } })
    }

    await world.seconds(60)

    const going = (await world.machines()).filter(({ metadata }) => metadata.deletionTimestamp)
    expect(going).toHaveLength(1)
  })
})
