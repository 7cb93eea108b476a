import { describe, expect, it } from 'vitest'
import { startWorld } from './test/world.ts'

describe('a hosted cluster that becomes available', () => {
  it('is imported by itself, and joins', async () => {
    const world = await startWorld()
    await world.start()
    await world.host('demo', { labels: { 'api.openshift.com/id': '2abc', vendor: 'OpenShift' } })

    await world.seconds(60)

    const cluster = await world.cluster()
    expect(cluster?.metadata.labels).toMatchObject({
      name: 'demo',
      vendor: 'OpenShift',
      cloud: 'auto-detect',
      'api.openshift.com/id': '2abc',
      'cluster.open-cluster-management.io/clusterset': 'default',
    })
    expect(cluster?.metadata.annotations).toEqual({
      'import.open-cluster-management.io/klusterlet-deploy-mode': 'Hosted',
      'import.open-cluster-management.io/hosting-cluster-name': 'local-cluster',
      'open-cluster-management/created-via': 'hypershift',
    })
    expect(cluster?.spec).toMatchObject({
      hubAcceptsClient: true,
      leaseDurationSeconds: 60,
      managedClusterClientConfigs: [{ url: 'https://api.demo.hcp.example.net:443' }],
    })
    expect(cluster?.spec?.taints ?? []).toEqual([])
    expect(await world.condition('HubAcceptedManagedCluster')).toBe('True/HubClusterAdminAccepted')
    expect(await world.condition('ManagedClusterImportSucceeded')).toBe('True/ManagedClusterImported')
    expect(await world.condition('ManagedClusterJoined')).toBe('True/ManagedClusterJoined')
    expect(await world.condition('ManagedClusterConditionAvailable')).toBe('True/ManagedClusterAvailable')
    expect(cluster?.status?.version?.kubernetes).toBe('v1.32.3')
  })
})
