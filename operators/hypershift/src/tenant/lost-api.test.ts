import { ClusterVersion } from '@skep/api'
import { expect, it } from 'vitest'
import { CONTROL_PLANE, startWorld } from './test/world.ts'

it('looks after an API that is made anew, although the control plane was available all the time', async () => {
  const { apis, clock, restart, version } = await startWorld()
  await clock.advance(10_000)
  expect(await version()).toBeDefined()

  await apis.remove(CONTROL_PLANE)
  await restart()
  await clock.advance(10_000)
  const settings = { version: '4.19.3', kubernetesVersion: 'v1.32.3', serviceNetwork: '172.31.0.0/16' }
  const another = await apis.ensure(CONTROL_PLANE, settings)
  await clock.advance(10_000)

  expect(await another.client.get(ClusterVersion, { name: 'version' })).toBeDefined()
})
