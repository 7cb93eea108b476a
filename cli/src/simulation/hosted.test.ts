import { HostedCluster, ManagedCluster } from '@skep/api'
import { isConditionTrue } from '@skep/controller'
import { expect, it } from 'vitest'
import { NAMESPACE, startExplainWorld } from '../explain/test/world.ts'

it.each([true, false])('imports hosted clusters by itself if it shall: %s', async (autoImport) => {
  const world = await startExplainWorld({ autoImport })
  await world.providePullSecret()
  await world.order('Azure')

  await world.seconds(600)

  const demo = await world.client.get(HostedCluster, { namespace: NAMESPACE, name: 'demo' })
  expect(isConditionTrue(demo?.status?.conditions, 'Available')).toBe(true)
  expect((await world.client.get(ManagedCluster, { name: 'demo' })) !== undefined).toBe(autoImport)
})
