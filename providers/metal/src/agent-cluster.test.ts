import { AgentCluster, AgentClusterInstall, ClusterDeployment, CustomResourceDefinition } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { MetalWorld, NAMESPACE } from './test/world.ts'

const DEMO = { namespace: NAMESPACE, name: 'demo' }

describe('an AgentCluster', () => {
  it('waits for the kubeconfig of its control plane', async () => {
    const { client } = await MetalWorld.start()

    expect(await client.get(ClusterDeployment, DEMO)).toBeUndefined()
    expect((await client.get(AgentCluster, DEMO))?.status?.ready).not.toBe(true)
  })

  it('makes a ClusterDeployment and an AgentClusterInstall of its name, and is ready', async () => {
    const world = await MetalWorld.start()
    await world.publishKubeconfig()
    const { client } = world

    expect(await client.get(ClusterDeployment, DEMO)).toMatchObject({
      metadata: { labels: { agentClusterRef: 'demo' }, ownerReferences: [{ kind: 'AgentCluster', name: 'demo' }] },
      spec: {
        installed: true,
        clusterName: 'demo',
        baseDomain: 'hcp.example.net',
        platform: { agentBareMetal: {} },
        pullSecretRef: { name: 'pull-secret' },
        clusterInstallRef: { kind: 'AgentClusterInstall', name: 'demo' },
        clusterMetadata: { adminKubeconfigSecretRef: { name: 'admin-kubeconfig' } },
      },
    })
    expect((await client.get(AgentClusterInstall, DEMO))?.spec).toMatchObject({
      clusterDeploymentRef: { name: 'demo' },
      networking: { userManagedNetworking: true },
      ignitionEndpoint: {
        url: 'https://ignition.test',
        caCertificateReference: { namespace: NAMESPACE, name: 'ignition-server-ca-cert' },
      },
    })
    expect((await client.get(AgentCluster, DEMO))?.status).toMatchObject({
      ready: true,
      clusterDeploymentReference: DEMO,
    })
  })

  it('may leave installing to agents where there is a Hive, which asks the definition of that kind', async () => {
    const { client } = await MetalWorld.start()

    const name = 'agentclusterinstalls.extensions.hive.openshift.io'
    expect((await client.get(CustomResourceDefinition, { name }))?.metadata.labels).toEqual({
      'contracts.hive.openshift.io/clusterinstall': 'true',
    })
  })

  it('goes, and takes along what was made for it', async () => {
    const world = await MetalWorld.start()
    await world.publishKubeconfig()

    await world.client.delete(AgentCluster, DEMO)
    await world.clock.advance(60_000)

    expect(await world.client.get(AgentCluster, DEMO)).toBeUndefined()
    expect(await world.client.get(ClusterDeployment, DEMO)).toBeUndefined()
    expect(await world.client.get(AgentClusterInstall, DEMO)).toBeUndefined()
  })
})
