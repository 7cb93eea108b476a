import { ClusterDeployment, ClusterImageSet, SyncSet } from '@skep/api'
import { formatTime } from '@skep/base'
import { describe, expect, it } from 'vitest'
import { upgradePolicy } from '../model/children/operations.ts'
import { type World, worldWithCluster } from './test/world.ts'

const address = { clusterId: 'c1', collection: 'upgrade_policies', id: 'p1' } as const
const syncSet = { namespace: 'uhc-test-c1', name: 'upgrade-p1' }
const deployment = { namespace: 'uhc-test-c1', name: 'name-c1' }

async function worldWithVersions() {
  const world = await worldWithCluster()
  for (const version of ['4.17.5', '4.18.0']) {
    await world.client.create(ClusterImageSet, {
      metadata: {
        name: `openshift-v${version}`,
        labels: { 'api.openshift.com/channel-group': 'stable' },
        annotations: { 'api.openshift.com/version': version },
      },
      spec: { releaseImage: `release:${version}` },
    })
  }
  const labels = { 'api.openshift.com/channel-group': 'stable' }
  const annotations = { 'api.openshift.com/version': '4.17.0' }
  const body = { metadata: { labels, annotations } }
  await world.client.patch(ClusterImageSet, { name: 'openshift-v4.17.0' }, { type: 'merge', body })
  await running(world, '4.17.0', 'Completed')
  return world
}

/** Has the cluster say at which release it is, or to which it goes. */
async function running({ client, clock }: World, version: string, state: string): Promise<void> {
  const body = { metadata: { labels: { 'hive.openshift.io/version': version } } }
  await client.patch(ClusterDeployment, deployment, { type: 'merge', body })
  const time = formatTime(clock.now())
  const release = { version, image: 'i' }
  const update = { ...release, state, startedTime: time, completionTime: time, verified: true }
  const conditions = [
    {
      type: 'Progressing',
      status: state === 'Completed' ? 'False' : 'True',
      message: 'Working',
      lastTransitionTime: time,
    },
  ]
  const clusterVersionStatus = {
    ...{
      desired: release,
      history: [update],
      observedGeneration: 1,
      versionHash: 'h',
      availableUpdates: [],
      conditions,
    },
  }
  const patch = { type: 'merge', body: { status: { clusterVersionStatus } } } as const
  await client.patch(ClusterDeployment, deployment, patch, { subresource: 'status' })
  await clock.advance(1_000)
}

async function addPolicy(world: World, body: Record<string, string | boolean>) {
  await world.children.create(upgradePolicy, { ...address, body, secrets: {} })
  await world.clock.advance(1_000)
}

const policyOf = async (world: World) => (await world.children.get(address))?.document
const stateOf = async (world: World) => (await policyOf(world))?.['state']

describe('an upgrade policy', () => {
  it('waits for its time, asks the cluster for the release, and is complete once that has arrived', async () => {
    const world = await worldWithVersions()
    const nextRun = formatTime(world.clock.now() + 3_600_000)
    await addPolicy(world, { version: '4.17.5', next_run: nextRun })
    expect(await stateOf(world)).toEqual({ value: 'scheduled', description: `The upgrade is due at ${nextRun}` })
    expect(await world.client.get(SyncSet, syncSet)).toBeUndefined()

    await world.clock.advance(3_600_000)
    expect(await stateOf(world)).toMatchObject({ value: 'started' })
    const set = await world.client.get(SyncSet, syncSet)
    expect(set?.spec.clusterDeploymentRefs).toEqual([{ name: 'name-c1' }])
    expect(JSON.parse(set?.spec.patches?.[0]?.patch ?? '')).toEqual({
      spec: { channel: 'stable-4.17', desiredUpdate: { version: '4.17.5' } },
    })
    const annotations = (await world.deployment('c1'))?.metadata.annotations
    expect(annotations?.['hive.openshift.io/sync-clusterversion-status']).toBe('true')

    await running(world, '4.17.5', 'Partial')
    expect(await stateOf(world)).toEqual({ value: 'started', description: 'Working' })
    await running(world, '4.17.5', 'Completed')
    expect(await stateOf(world)).toEqual({ value: 'completed', description: 'The upgrade to 4.17.5 is complete' })
    expect(await world.client.get(SyncSet, syncSet)).toBeUndefined()
    const { cluster } = (await world.get('c1'))!
    expect(cluster).toMatchObject({
      openshift_version: '4.17.5',
      version: { id: 'openshift-v4.17.5', raw_id: '4.17.5', channel_group: 'stable' },
    })
  })

  it('that is automatic goes to the newest patch release at each of its times', async () => {
    const world = await worldWithVersions()
    await addPolicy(world, { schedule_type: 'automatic', schedule: '@every 2h' })
    await world.clock.advance(2 * 3_600_000)
    expect(await policyOf(world)).toMatchObject({ version: '4.17.5', state: { value: 'started' } })

    await running(world, '4.17.5', 'Completed')
    expect(await stateOf(world)).toMatchObject({ value: 'completed' })
    await world.clock.advance(2 * 3_600_000)
    expect(await stateOf(world)).toEqual({ value: 'scheduled', description: 'There is nothing to upgrade 4.17.5 to' })
  })

  it('is delayed while the cluster sleeps', async () => {
    const world = await worldWithVersions()
    await world.clusters.change('c1', ({ cluster }) => ({
      cluster: { ...cluster, state: 'hibernating' },
      service: { desiredPowerState: 'Hibernating' },
    }))
    await addPolicy(world, { version: '4.17.5' })

    expect(await stateOf(world)).toMatchObject({ value: 'delayed' })
    expect(await world.client.get(SyncSet, syncSet)).toBeUndefined()
  })

  it('fails when its release is not offered on the shard, and asks for nothing once it is cancelled', async () => {
    const world = await worldWithVersions()
    await addPolicy(world, { version: '4.19.0' })
    expect(await stateOf(world)).toEqual({
      value: 'failed',
      description: "Version 4.19.0 isn't offered where the cluster is",
    })

    const { version } = (await world.children.get(address))!
    const cancelled = { version: '4.17.5', state: { value: 'cancelled' } }
    await world.children.change(address, 'Upgrade policy', cancelled, version, {})
    await world.clock.advance(60_000)
    expect(await world.client.get(SyncSet, syncSet)).toBeUndefined()
  })
})
