import { ClusterProvision, Job, Node, Secret } from '@skep/api'
import { createClient, loadKubeconfig } from '@skep/client'
import { describe, expect, it } from 'vitest'
import { decodeSecret } from './secrets.ts'
import { NAMESPACE, startWorld } from './test/world.ts'

describe('an order', () => {
  it('becomes an installed cluster, stage by stage', async () => {
    const world = await startWorld()
    await world.start()
    await world.order('blue')

    await world.seconds(0)
    expect(await world.condition('RequirementsMet')).toBe('True/AllRequirementsMet')
    expect((await world.deployment())?.status?.provisionRef).toBeUndefined()

    await world.seconds(1.5)
    expect(await world.condition('Provisioned')).toBe('False/Provisioning')
    const provisionName = (await world.deployment())?.status?.provisionRef?.name ?? ''
    expect(provisionName).toMatch(/^blue-0-[^aeiou]{5}$/)
    const ref = { namespace: NAMESPACE, name: provisionName }
    expect((await world.client.get(ClusterProvision, ref))?.spec.stage).toBe('initializing')
    expect(await world.client.get(Job, { namespace: NAMESPACE, name: `${provisionName}-provision` })).toBeDefined()

    await world.seconds(2)
    expect((await world.client.get(ClusterProvision, ref))?.spec.stage).toBe('provisioning')
    expect(await world.condition('InstallLaunchError')).toBe('False/InstallLaunchSuccessful')

    await world.seconds(2)
    const deployment = await world.deployment()
    expect(deployment?.spec.installed).toBe(true)
    expect(deployment?.spec.clusterMetadata?.infraID).toMatch(/^blue-[^aeiou]{5}$/)
    expect(deployment?.status?.apiURL).toBe('https://api.blue.example.com:6443')
    expect(deployment?.status?.webConsoleURL).toBe('https://console-openshift-console.apps.blue.example.com')
    expect(deployment?.metadata.labels).toMatchObject({
      'hive.openshift.io/cluster-platform': 'aws',
      'hive.openshift.io/cluster-region': 'us-east-1',
      'hive.openshift.io/version': '4.17.0',
      'hive.openshift.io/version-major-minor': '4.17',
    })
    expect(await world.condition('Provisioned')).toBe('True/Provisioned')
    expect(await world.condition('ProvisionFailed')).toBe('False/ProvisionSucceeded')
    expect(await world.condition('Unreachable')).toBe('False/ClusterReachable')
    expect((await world.client.get(ClusterProvision, ref))?.spec.installLog).toContain('Install complete')
  })

  it('shows the status of its version where an annotation asks for it', async () => {
    const world = await startWorld()
    await world.start()
    await world.order('blue', { annotations: { 'hive.openshift.io/sync-clusterversion-status': 'true' } })
    await world.order('green')
    await world.seconds(8)
    expect((await world.deployment('blue'))?.status?.clusterVersionStatus?.desired.version).toBe('4.17.0')
    expect((await world.deployment('green'))?.status?.clusterVersionStatus).toBeUndefined()
  })

  it('opens a cluster whose API answers with nodes', async () => {
    const world = await startWorld()
    await world.start()
    await world.order('blue')
    await world.seconds(6)

    const name = (await world.deployment())?.spec.clusterMetadata?.adminKubeconfigSecretRef.name ?? ''
    const secret = await world.client.get(Secret, { namespace: NAMESPACE, name })
    const text = decodeSecret(secret!, 'kubeconfig')!
    const tenantClient = createClient({ kubeconfig: await loadKubeconfig({ text }) })
    const nodes = await tenantClient.list(Node)
    expect(nodes.items.map(({ metadata }) => metadata.name)).toEqual([
      'master-0',
      'master-1',
      'master-2',
      'worker-0',
      'worker-1',
    ])
    tenantClient.close()
  })
})
