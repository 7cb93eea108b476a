import { AwsCluster, AwsMachine } from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import { createFakeMachines, describeMachineProvider, serveProviderKinds } from '@skep/sim/provider-conformance'
import { describe, expect, it, onTestFinished } from 'vitest'
import { architectureOf, resourcesOf } from './instance-types.ts'
import { startAwsMachines } from './start.ts'

const serve = () => serveProviderKinds(startApiServer)

describeMachineProvider('AWS', {
  kind: AwsMachine,
  start: startAwsMachines,
  serve,
  prepareCluster: async (client, metadata) => {
    await client.create(AwsCluster, { metadata, spec: { region: 'eu-west-1' } })
    return { apiVersion: 'infrastructure.cluster.x-k8s.io/v1beta2', kind: 'AWSCluster', name: metadata.name }
  },
  machine: { spec: { instanceType: 'm5.xlarge' } },
})

describe('AWSCluster', () => {
  it('is ready', async () => {
    const { client, clock } = await serve()
    const provider = await startAwsMachines({ client, clock, machines: createFakeMachines() })
    onTestFinished(() => provider.stop())
    const metadata = { namespace: 'default', name: 'demo' }
    await client.create(AwsCluster, { metadata, spec: { region: 'eu-west-1' } })

    await clock.advance(1_000)

    expect((await client.get(AwsCluster, metadata))?.status?.ready).toBe(true)
  })
})

describe('types of AWS', () => {
  it.each([
    ['m5.xlarge', { cpu: '4', memory: '16Gi' }, 'amd64'],
    ['m6g.2xlarge', { cpu: '8', memory: '32Gi' }, 'arm64'],
    ['c5.large', { cpu: '2', memory: '4Gi' }, 'amd64'],
    ['custom', {}, 'amd64'],
  ])('%s', (type, resources, architecture) => {
    expect(resourcesOf(type)).toEqual(resources)
    expect(architectureOf(type)).toBe(architecture)
  })
})
