import { ManagedCluster, ManagedClusterClaim } from '@skep/api'
import { expect, it } from 'vitest'
import { AVAILABLE, IMPORTED, startWorld, type World } from './test/world.ts'

const claimsOf = async ({ cluster }: World) =>
  Object.fromEntries(
    ((await cluster('local-cluster'))?.status?.clusterClaims ?? []).map(({ name, value }) => [name, value]),
  )

it('the hub is one of its own clusters, and says that it hosts others', async () => {
  const world = await startWorld()
  await world.start({ autoImport: false })

  await world.seconds(60)

  const local = await world.cluster('local-cluster')
  expect(local?.metadata.labels).toMatchObject({
    'local-cluster': 'true',
    'cluster.open-cluster-management.io/clusterset': 'default',
  })
  expect(await world.condition(IMPORTED, 'local-cluster')).toBe('True/ManagedClusterImported')
  expect(await world.condition(AVAILABLE, 'local-cluster')).toBe('True/ManagedClusterAvailable')
  expect(local?.spec?.taints ?? []).toEqual([])
  expect(local?.spec?.managedClusterClientConfigs).toEqual([{ url: 'https://hub.example.net:6443' }])
  expect(await claimsOf(world)).toEqual({
    'hostingcluster.hypershift.openshift.io': 'true',
    'full.hostedclustercount.hypershift.openshift.io': 'false',
    'above.threshold.hostedclustercount.hypershift.openshift.io': 'false',
    'zero.hostedclustercount.hypershift.openshift.io': 'true',
  })
})

it('the hub says when it is getting full, and when it is', async () => {
  const world = await startWorld()
  await world.start({ autoImport: false, thresholdHostedClusters: 1, maxHostedClusters: 2 })
  await world.seconds(60)

  await world.host('a')
  await world.seconds(1)
  expect(await claimsOf(world)).toMatchObject({
    'full.hostedclustercount.hypershift.openshift.io': 'false',
    'above.threshold.hostedclustercount.hypershift.openshift.io': 'true',
    'zero.hostedclustercount.hypershift.openshift.io': 'false',
  })
  await world.host('b')
  await world.seconds(1)
  expect(await claimsOf(world)).toMatchObject({ 'full.hostedclustercount.hypershift.openshift.io': 'true' })
})

it('the hub corrects a claim that somebody changed', async () => {
  const world = await startWorld()
  await world.start({ autoImport: false })
  await world.seconds(60)

  const name = 'zero.hostedclustercount.hypershift.openshift.io'
  await world.client.patch(ManagedClusterClaim, { name }, { type: 'merge', body: { spec: { value: 'false' } } })
  await world.seconds(1)

  expect((await world.client.get(ManagedClusterClaim, { name }))?.spec?.value).toBe('true')
})

it('the hub says where it is found, also when that is elsewhere than before', async () => {
  const world = await startWorld()
  const first = await world.start({ autoImport: false })
  await first.stop()
  const former = { spec: { managedClusterClientConfigs: [{ url: 'https://127.0.0.1:12345' }] } }
  await world.client.patch(ManagedCluster, { name: 'local-cluster' }, { type: 'merge', body: former })

  await world.start({ autoImport: false })

  expect((await world.cluster('local-cluster'))?.spec?.managedClusterClientConfigs).toEqual([
    { url: 'https://hub.example.net:6443' },
  ])
})
