import { AppliedManifestWork, ConfigMap, ManifestWork } from '@skep/api'
import { createRandom, type Random } from '@skep/base'
import { expect, it } from 'vitest'
import { startWorkAgent } from '../start.ts'
import { createMortalClient } from '../test/mortal-client.ts'
import { CLUSTER, configMap, HUB_HASH, HUB_URL, newWork, startWorld, type TestWorld } from '../test/world.ts'
import type { ManifestConfig } from '../types.ts'

const WORKS = ['blue', 'green', 'red']
const OBJECTS = ['a', 'b', 'c', 'd', 'e']
const STEPS = 25
const STRATEGIES = ['Update', 'CreateOnly', 'ServerSideApply'] as const

/** What is asked for: objects by work. */
type Wanted = Map<string, readonly string[]>

const configs = (random: Random): ManifestConfig[] => [
  {
    resourceIdentifier: { group: '', resource: 'configmaps', namespace: 'default', name: '*' },
    feedbackScrapeType: 'Poll',
    updateStrategy: { type: random.pick(STRATEGIES) },
  },
]

/** Changes one work at random: makes it, changes what it names, or deletes it. */
async function change({ client }: TestWorld, random: Random, wanted: Wanted): Promise<void> {
  const name = random.pick(WORKS)
  const ref = { namespace: CLUSTER, name }
  const objects = OBJECTS.filter(() => random.int(2) === 0)
  const { metadata, spec } = newWork(
    name,
    (objects.length > 0 ? objects : ['a']).map((object) => configMap(object)),
  )
  const manifestConfigs = configs(random)
  const stored = await client.get(ManifestWork, ref)
  if (stored?.metadata.deletionTimestamp) return
  if (stored && random.int(3) === 0) {
    await client.delete(ManifestWork, ref)
    wanted.delete(name)
    return
  }
  if (stored) await client.patch(ManifestWork, ref, { type: 'merge', body: { spec: { ...spec, manifestConfigs } } })
  else await client.create(ManifestWork, { metadata, spec: { ...spec, manifestConfigs } })
  wanted.set(name, objects.length > 0 ? objects : ['a'])
}

/** Lets an agent live for a number of requests, and a little longer for the rest to notice. */
async function liveBriefly({ server, clock }: TestWorld, random: Random): Promise<() => Promise<void>> {
  const client = createMortalClient(server, clock, 8 + random.int(60))
  const dependencies = { hub: client, spoke: client, hubUrl: HUB_URL, clusterNamespace: CLUSTER, agentId: 'agent-1' }
  const agent = await startWorkAgent({ ...dependencies, clock, random })
  return async () => {
    await agent.stop()
    client.close()
  }
}

/** What there is, as `object: owners`. */
async function owned({ client }: TestWorld): Promise<string[]> {
  const { items } = await client.list(ConfigMap, { namespace: 'default' })
  return items
    .filter(({ metadata }) => OBJECTS.includes(metadata.name))
    .map(({ metadata: { name, ownerReferences = [] } }) => {
      const owners = ownerReferences.map((owner) => owner.name.slice(HUB_HASH.length + 1))
      return `${name}: ${owners.toSorted().join(' ')}`
    })
}

const expected = (wanted: Wanted): string[] =>
  OBJECTS.flatMap((object) => {
    const owners = WORKS.filter((work) => wanted.get(work)?.includes(object))
    return owners.length > 0 ? [`${object}: ${owners.join(' ')}`] : []
  })

it.each([1, 2, 118, 122, 134])('leaves nothing behind, however often the agent is killed (seed %i)', async (seed) => {
  const random = createRandom(seed)
  const world = await startWorld({ agent: false })
  const wanted: Wanted = new Map()
  for (let step = 0; step < STEPS; step++) {
    const end = await liveBriefly(world, random)
    for (let changes = random.int(3); changes >= 0; changes--) await change(world, random, wanted)
    await world.clock.advance(random.int(15_000))
    await end()
  }

  await world.start()
  await world.seconds(600)

  expect(await owned(world)).toEqual(expected(wanted))
  const works = (await world.client.list(ManifestWork)).items.map(({ metadata }) => metadata.name)
  expect(works.toSorted()).toEqual([...wanted.keys()].toSorted())
  const records = (await world.client.list(AppliedManifestWork)).items.map(({ spec }) => spec.manifestWorkName)
  expect(records.toSorted()).toEqual([...wanted.keys()].toSorted())
})
