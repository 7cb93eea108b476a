import { AzureCluster, AzureMachine, AzureMachineTemplate } from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import { createFakeMachines, describeMachineProvider, serveProviderKinds } from '@skep/sim/provider-conformance'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startAzureMachines } from './start.ts'
import { architectureOf, resourcesOf } from './vm-sizes.ts'

const SUBSCRIPTION = '11111111-2222-3333-4444-555555555555'

const serve = () => serveProviderKinds(startApiServer)

const aCluster = (namespace: string) => ({
  metadata: { namespace, name: 'demo' },
  spec: { location: 'uksouth', resourceGroup: 'demo-managed-rg', subscriptionID: SUBSCRIPTION },
})

describeMachineProvider('Azure', {
  kind: AzureMachine,
  start: startAzureMachines,
  serve,
  prepareCluster: async (client, { namespace, name }) => {
    await client.create(AzureCluster, aCluster(namespace))
    return { apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta1', kind: 'AzureCluster', name }
  },
  machine: { spec: { vmSize: 'Standard_D8s_v3', failureDomain: '2' } },
})

describe('AzureCluster', () => {
  it('is ready, unless somebody else looks after it', async () => {
    const { client, clock } = await serve()
    const provider = await startAzureMachines({ client, clock, machines: createFakeMachines() })
    onTestFinished(() => provider.stop())
    const external = aCluster('kube-public')
    await client.create(AzureCluster, aCluster('default'))
    await client.create(AzureCluster, {
      ...external,
      metadata: { ...external.metadata, annotations: { 'cluster.x-k8s.io/managed-by': 'external' } },
    })

    await clock.advance(1_000)

    expect((await client.get(AzureCluster, { namespace: 'default', name: 'demo' }))?.status).toMatchObject({
      ready: true,
      conditions: [{ type: 'Ready', status: 'True' }],
    })
    expect((await client.get(AzureCluster, external.metadata))?.status).toBeUndefined()
  })
})

describe('AzureMachineTemplate', () => {
  it('says what its machines have, as far as that is known', async () => {
    const { client, clock } = await serve()
    const provider = await startAzureMachines({ client, clock, machines: createFakeMachines() })
    onTestFinished(() => provider.stop())
    for (const [name, vmSize] of Object.entries({ known: 'Standard_D8s_v3', unknown: 'custom' })) {
      await client.create(AzureMachineTemplate, {
        metadata: { namespace: 'default', name },
        spec: { template: { spec: { vmSize } } },
      })
    }

    await clock.advance(1_000)

    const statusOf = async (name: string) =>
      (await client.get(AzureMachineTemplate, { namespace: 'default', name }))?.status
    expect(await statusOf('known')).toEqual({ capacity: { cpu: '8', memory: '32Gi' } })
    expect(await statusOf('unknown')).toEqual({ capacity: {} })
  })
})

describe('sizes of Azure', () => {
  it.each([
    ['Standard_D8s_v3', { cpu: '8', memory: '32Gi' }, 'amd64'],
    ['Standard_E16ds_v5', { cpu: '16', memory: '128Gi' }, 'amd64'],
    ['Standard_D4ps_v5', { cpu: '4', memory: '16Gi' }, 'arm64'],
    ['Standard_F2s_v2', { cpu: '2', memory: '4Gi' }, 'amd64'],
    ['custom', {}, 'amd64'],
  ])('%s', (size, resources, architecture) => {
    expect(resourcesOf(size)).toEqual(resources)
    expect(architectureOf(size)).toBe(architecture)
  })
})
