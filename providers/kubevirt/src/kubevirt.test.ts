import {
  ClusterApiCluster,
  ClusterApiMachine,
  KubevirtCluster,
  KubevirtMachine,
  kubevirtKinds,
  Secret,
  VirtualMachine,
} from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import { controllerReference } from '@skep/controller'
import { createFakeMachines, describeMachineProvider, serveProviderKinds } from '@skep/sim/provider-conformance'
import { describe, expect, it, onTestFinished } from 'vitest'
import { resourcesOf } from './resources.ts'
import { startKubevirtMachines } from './start.ts'

const serve = () => serveProviderKinds(startApiServer, kubevirtKinds)

const MACHINE = {
  spec: {
    virtualMachineBootstrapCheck: { checkStrategy: 'none' as const },
    virtualMachineTemplate: {
      metadata: { labels: { 'hypershift.openshift.io/nodepool-name': 'workers' } },
      spec: {
        runStrategy: 'Always',
        template: { spec: { evictionStrategy: 'External', domain: { cpu: { cores: 2 }, memory: { guest: '8Gi' } } } },
      },
    },
  },
}

describeMachineProvider('KubeVirt', {
  kind: KubevirtMachine,
  start: startKubevirtMachines,
  serve,
  prepareCluster: async (client, metadata) => {
    await client.create(KubevirtCluster, { metadata, spec: {} })
    return { apiVersion: 'infrastructure.cluster.x-k8s.io/v1alpha1', kind: 'KubevirtCluster', name: metadata.name }
  },
  machine: MACHINE,
})

/** A machine that is being made, in the namespace `default`. */
async function startMachine() {
  const { client, clock } = await serve()
  const machines = createFakeMachines()
  const provider = await startKubevirtMachines({ client, clock, machines })
  onTestFinished(() => provider.stop())
  const metadata = { namespace: 'default', name: 'w-1' }
  const cluster = await client.create(ClusterApiCluster, { metadata: { namespace: 'default', name: 'demo' }, spec: {} })
  const after = { ...cluster, status: { infrastructureReady: true } }
  await client.patchStatus(ClusterApiCluster, cluster, after)
  await client.create(Secret, { metadata, stringData: { value: '{}' } })
  const machine = await client.create(ClusterApiMachine, {
    metadata,
    spec: {
      clusterName: 'demo',
      bootstrap: { dataSecretName: 'w-1' },
      infrastructureRef: { kind: 'KubevirtMachine', name: 'w-1' },
    },
  })
  const ownerReferences = [controllerReference(ClusterApiMachine, machine)]
  await client.create(KubevirtMachine, { ...MACHINE, metadata: { ...metadata, ownerReferences } })
  await clock.advance(1_000)
  return { client, clock, machines, metadata, uid: machine.metadata.uid }
}

describe('the VirtualMachine of a KubevirtMachine', () => {
  it('is made from its template, and tells how it is', async () => {
    const { client, clock, machines, metadata, uid } = await startMachine()
    expect(await client.get(VirtualMachine, metadata)).toMatchObject({
      metadata: {
        labels: { 'hypershift.openshift.io/nodepool-name': 'workers', 'cluster.x-k8s.io/cluster-name': 'demo' },
      },
      spec: {
        runStrategy: 'Always',
        template: { metadata: { labels: { 'kubevirt.io/vm': 'w-1' } }, spec: { evictionStrategy: 'External' } },
      },
      status: { printableStatus: 'Starting', ready: false },
    })
    expect(machines.on.get(uid)?.resources).toEqual({ cpu: '2', memory: '8Gi' })

    machines.put(uid, 'Ready')
    await clock.advance(1_000)

    expect((await client.get(VirtualMachine, metadata))?.status).toMatchObject({
      printableStatus: 'Running',
      ready: true,
      conditions: [
        { type: 'Ready', status: 'True' },
        { type: 'LiveMigratable', status: 'True' },
      ],
    })
  })

  it('says why it cannot be scheduled', async () => {
    const { client, clock, machines, metadata, uid } = await startMachine()

    machines.put(uid, 'Provisioning', { reason: 'Unschedulable', message: '0/3 nodes are available' })
    await clock.advance(1_000)

    expect((await client.get(VirtualMachine, metadata))?.status).toMatchObject({
      printableStatus: 'ErrorUnschedulable',
      conditions: [{ type: 'Ready', status: 'False', reason: 'Unschedulable', message: '0/3 nodes are available' }],
    })
  })

  it('is made again when somebody deletes it, and goes with its machine', async () => {
    const { client, clock, metadata } = await startMachine()

    await client.delete(VirtualMachine, metadata)
    await clock.advance(1_000)
    expect(await client.get(VirtualMachine, metadata)).toBeDefined()

    await client.delete(KubevirtMachine, metadata)
    await clock.advance(1_000)
    expect(await client.get(VirtualMachine, metadata)).toBeUndefined()
    expect(await client.get(KubevirtMachine, metadata)).toBeUndefined()
  })

  it('keeps its machine for as long as somebody holds it', async () => {
    const { client, clock, metadata } = await startMachine()
    const hold = (finalizers: string[]) =>
      client.patch(VirtualMachine, metadata, { type: 'merge', body: { metadata: { finalizers } } })
    await hold(['kubevirt.io/virtualMachineControllerFinalize'])

    await client.delete(KubevirtMachine, metadata)
    await clock.advance(1_000)
    expect((await client.get(KubevirtMachine, metadata))?.status?.conditions).toContainEqual(
      expect.objectContaining({ type: 'Ready', status: 'False', reason: 'Deleting' }),
    )

    await hold([])
    await clock.advance(1_000)
    expect(await client.get(KubevirtMachine, metadata)).toBeUndefined()
  })
})

describe('the resources of a virtual machine', () => {
  it.each([
    [
      { memory: { guest: '8Gi' }, cpu: { cores: 2 } },
      { cpu: '2', memory: '8Gi' },
    ],
    [{ resources: { requests: { memory: '16Gi', cpu: '6' } } }, { cpu: '6', memory: '16Gi' }],
    [{}, {}],
  ])('of %o', (domain, resources) => {
    expect(resourcesOf({ template: { spec: { domain } } })).toEqual(resources)
  })
})
