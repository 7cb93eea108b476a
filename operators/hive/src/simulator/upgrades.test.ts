import { ClusterDeployment, SyncSet } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { startShard } from './test/shard.ts'

const patchOf = (patch: string) => ({
  apiVersion: 'config.openshift.io/v1',
  kind: 'ClusterVersion',
  name: 'version',
  patchType: 'merge' as const,
  patch,
})
const upgradeTo = (version: string) => patchOf(JSON.stringify({ spec: { desiredUpdate: { version } } }))

async function shardWithCluster() {
  const shard = await startShard({ clusterDeployment: { dependsOnAccountClaim: false } })
  await shard.order('blue')
  await shard.clock.advance(10_000)
  const annotations = { 'hive.openshift.io/sync-clusterversion-status': 'true' }
  const body = { metadata: { annotations } }
  await shard.client.patch(ClusterDeployment, { namespace: 'default', name: 'blue' }, { type: 'merge', body })
  const sync = (name: string, patches: SyncSet['spec']['patches']) =>
    shard.client.create(SyncSet, {
      metadata: { namespace: 'default', name },
      spec: { clusterDeploymentRefs: [{ name: 'blue' }], patches },
    })
  return { ...shard, sync }
}

describe('a simulated cluster that is asked for another release', () => {
  it('is said to go there, and to have arrived as long after as an installation takes', async () => {
    const { sync, clock, deployment } = await shardWithCluster()
    await sync('upgrade', [upgradeTo('4.17.5')])
    await clock.advance(500)
    const { metadata, status } = await deployment('blue')
    expect(metadata.labels).toMatchObject({
      'hive.openshift.io/version': '4.17.5',
      'hive.openshift.io/version-major-minor': '4.17',
    })
    expect(status?.clusterVersionStatus?.history).toMatchObject([{ state: 'Partial', version: '4.17.5' }])

    await clock.advance(1_000)
    const after = (await deployment('blue')).status?.clusterVersionStatus
    expect(after?.history).toMatchObject([{ state: 'Completed', version: '4.17.5' }])
    expect(after?.conditions).toContainEqual(expect.objectContaining({ type: 'Progressing', status: 'False' }))
  })

  it('stays as it is when a SyncSet is about anything else', async () => {
    const { sync, clock, deployment } = await shardWithCluster()
    await sync('broken', [patchOf('{')])
    await sync('channel', [patchOf('{"spec":{"channel":"fast-4.17"}}')])
    await clock.advance(5_000)

    expect((await deployment('blue')).status?.clusterVersionStatus).toBeUndefined()
  })
})
