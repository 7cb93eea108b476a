import { ConfigMap, ManifestWork } from '@skep/api'
import { createRandom, silentLogger } from '@skep/base'
import { describe, expect, it, onTestFinished } from 'vitest'
import { hubHashOf } from '../names.ts'
import { createMemorySource } from '../test/memory-source.ts'
import { CLUSTER, configMap, startWorld, type TestWorld } from '../test/world.ts'
import { runWorkAgent } from './agent.ts'

const BROKER = 'mqtt.example.com:1883'
const INNER = { namespace: CLUSTER, name: 'inner' }

/** A second agent on the cluster, whose works come from a broker. */
function startBrokerAgent({ client, clock }: TestWorld) {
  const source = createMemorySource()
  const agent = runWorkAgent(
    { source, spokeClient: client, hub: BROKER, agentId: 'broker', clock, random: createRandom(3), log: silentLogger },
    { rawFeedbackJsonString: true, jsonRawLimit: 1_048_576 },
  )
  onTestFinished(() => agent.stop())
  return source
}

const rule = (identifier: object, name: string, path: string) => ({
  resourceIdentifier: { group: '', resource: 'configmaps', name: 'one', namespace: 'default', ...identifier },
  feedbackScrapeType: 'Watch' as const,
  feedbackRules: [{ type: 'JSONPaths' as const, jsonPaths: [{ name, path }] }],
})
const inner = {
  apiVersion: 'work.open-cluster-management.io/v1',
  kind: 'ManifestWork',
  metadata: { ...INNER, labels: { 'api.openshift.com/id': '2abc' } },
  spec: { workload: { manifests: [configMap('one')] }, manifestConfigs: [rule({}, 'colour', '.data.colour')] },
}
const innerRule = rule(
  { group: 'work.open-cluster-management.io', resource: 'manifestworks', ...INNER },
  'status',
  '.status',
)

describe('a work from a broker that brings a work of the cluster along', () => {
  it('carries the whole status of the inner one out, with the feedback in it', async () => {
    const world = await startWorld()
    const broker = startBrokerAgent(world)

    broker.put('outer', [inner], { manifestConfigs: [innerRule] })
    await world.seconds(20)

    const [manifest] = broker.get('outer')?.status?.resourceStatus?.manifests ?? []
    const jsonRaw = manifest?.statusFeedback?.values?.[0]?.fieldValue.jsonRaw ?? '{}'
    expect(JSON.parse(jsonRaw).resourceStatus.manifests[0].statusFeedback).toEqual({
      values: [{ name: 'colour', fieldValue: { type: 'String', string: 'blue' } }],
    })
    expect(jsonRaw.length).toBeGreaterThan(1_024)
  })

  it('goes with everything in it, from the inside out', async () => {
    const world = await startWorld()
    const broker = startBrokerAgent(world)
    broker.put('outer', [inner], { manifestConfigs: [innerRule] })
    await world.seconds(20)
    expect((await world.client.get(ManifestWork, INNER))?.metadata.ownerReferences).toMatchObject([
      { kind: 'AppliedManifestWork', name: `${hubHashOf(BROKER)}-outer` },
    ])

    broker.remove('outer')
    await world.seconds(20)

    expect(broker.get('outer')).toBeUndefined()
    expect(await world.client.get(ManifestWork, INNER)).toBeUndefined()
    expect(await world.client.get(ConfigMap, { namespace: 'default', name: 'one' })).toBeUndefined()
  })
})
