import type { Client } from '@skep/client'
import type { HostedApi, HostedApis } from '@skep/sim'

/** Hosted APIs that give out tokens for machines and do nothing else: enough for who only makes configurations. */
export function fakeHostedApis(): HostedApis {
  const body = Buffer.from(JSON.stringify({ status: { token: 'bootstrap-token' } }))
  const client = {
    get: () => Promise.resolve(undefined),
    raw: () => Promise.resolve({ status: 201, headers: {}, body }),
  }
  const api = {
    id: 'fake',
    url: 'https://127.0.0.1:6443/clusters/fake',
    caPem: 'the authority of the API',
    client: client as unknown as Client,
    clientCaPem: () => Promise.resolve('the authority of its clients'),
  }
  const apis = { get: () => api as unknown as HostedApi }
  // Whoever asks for more has a test that should not use this.
  return apis as unknown as HostedApis
}
