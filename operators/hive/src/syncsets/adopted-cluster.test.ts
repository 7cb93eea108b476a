import { ClusterDeployment, ConfigMap, Secret, SyncSet } from '@skep/api'
import { startApiServer } from '@skep/apiserver'
import { createRandom } from '@skep/base'
import { createClient, inProcessTransport } from '@skep/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { NAMESPACE, startWorld } from '../full/test/world.ts'
import { configMap } from './test/synced-world.ts'

describe('a cluster that was adopted', () => {
  it('gets its SyncSets by its kubeconfig', async () => {
    const elsewhere = await startApiServer({ random: createRandom(2) })
    onTestFinished(() => elsewhere.close())
    const world = await startWorld()
    await world.start()
    const kubeconfig = await elsewhere.kubeconfig()
    await world.client.create(Secret, {
      metadata: { namespace: NAMESPACE, name: 'theirs' },
      stringData: { kubeconfig },
    })
    await world.client.create(SyncSet, {
      metadata: { namespace: NAMESPACE, name: 'motd' },
      spec: { clusterDeploymentRefs: [{ name: 'green' }], resources: [configMap('motd', { text: 'hello' })] },
    })

    await world.client.create(ClusterDeployment, {
      metadata: { namespace: NAMESPACE, name: 'green' },
      spec: {
        clusterName: 'green',
        baseDomain: 'example.com',
        platform: { none: {} },
        installed: true,
        clusterMetadata: { clusterID: 'far-away', infraID: 'green-x', adminKubeconfigSecretRef: { name: 'theirs' } },
      },
    })

    const theirs = createClient({ transport: inProcessTransport(elsewhere) })
    const arrived = async () => {
      await world.seconds(1)
      return (await theirs.get(ConfigMap, { namespace: 'default', name: 'motd' }))?.data
    }
    await expect.poll(arrived, { timeout: 15_000 }).toEqual({ text: 'hello' })
    theirs.close()
  })
})
