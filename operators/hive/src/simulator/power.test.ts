import { ClusterDeployment } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { startShard } from './test/shard.ts'

async function shardWithCluster() {
  const shard = await startShard({ clusterDeployment: { dependsOnAccountClaim: false } })
  await shard.order('blue')
  await shard.clock.advance(10_000)
  const wish = async (powerState: string) => {
    const patch = { type: 'merge', body: { spec: { powerState } } } as const
    await shard.client.patch(ClusterDeployment, { namespace: 'default', name: 'blue' }, patch)
    await shard.clock.advance(1_000)
    return (await shard.deployment('blue')).status
  }
  return { ...shard, wish }
}

describe('a simulated cluster', () => {
  it('sleeps when it is asked to, and runs again', async () => {
    const { wish } = await shardWithCluster()

    const asleep = await wish('Hibernating')
    expect(asleep?.powerState).toBe('Hibernating')
    expect(asleep?.conditions).toContainEqual(
      expect.objectContaining({ type: 'Hibernating', status: 'True', reason: 'Hibernating' }),
    )
    expect(asleep?.conditions).toContainEqual(
      expect.objectContaining({ type: 'Ready', status: 'False', reason: 'StoppingOrHibernating' }),
    )

    const awake = await wish('Running')
    expect(awake?.powerState).toBe('Running')
    expect(awake?.conditions).toContainEqual(
      expect.objectContaining({ type: 'Ready', status: 'True', reason: 'Running', message: 'Cluster is running' }),
    )
  })

  it('says nothing of power unless it is asked for', async () => {
    const { wish } = await shardWithCluster()

    expect((await wish('Running'))?.powerState).toBeUndefined()
  })
})
