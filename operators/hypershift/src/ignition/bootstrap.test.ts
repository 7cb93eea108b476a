import { VirtualClock } from '@skep/base'
import type { HostedApi } from '@skep/sim'
import { expect, it } from 'vitest'
import { fakeHostedApis } from '../node-pool/test/fake-apis.ts'
import { createBootstrapKubeconfigs } from './bootstrap.ts'

const HOUR_MS = 60 * 60_000

it('credentials of machines are made anew before they end, also while a simulation stands still', async () => {
  const outside = new VirtualClock()
  const standing = Object.assign(new VirtualClock(), { outside })
  const api: HostedApi = fakeHostedApis().get('demo')!
  let issued = 0
  const { raw } = api.client
  api.client.raw = (request) => {
    issued++
    return raw(request)
  }
  const kubeconfigs = createBootstrapKubeconfigs(standing)

  await kubeconfigs.of(api)
  await outside.advance(11 * HOUR_MS)
  await kubeconfigs.of(api)
  expect(issued).toBe(1)

  await outside.advance(2 * HOUR_MS)
  await kubeconfigs.of(api)
  expect(issued).toBe(2)
})
