import { describe, expect, it } from 'vitest'
import { createKindResolver } from './discovery.ts'
import { clientInProcess, startServer } from './test/servers.ts'

describe('a kind resolver', () => {
  it('finds out how a kind is served', async () => {
    const { resolve } = createKindResolver(clientInProcess(await startServer()))

    expect(await resolve({ apiVersion: 'apps/v1', kind: 'Deployment' })).toMatchObject({
      group: 'apps',
      version: 'v1',
      plural: 'deployments',
      scope: 'Namespaced',
      statusSubresource: true,
    })
    expect(await resolve({ apiVersion: 'v1', kind: 'Namespace' })).toMatchObject({
      scope: 'Cluster',
      plural: 'namespaces',
    })
    expect(await resolve({ apiVersion: 'v1', kind: 'ConfigMap' })).toMatchObject({ statusSubresource: false })
  })

  it('knows nothing of a kind that is not served', async () => {
    const { resolve } = createKindResolver(clientInProcess(await startServer()))

    expect(await resolve({ apiVersion: 'v1', kind: 'Nothing' })).toBeUndefined()
    expect(await resolve({ apiVersion: 'nobody.skep.dev/v1', kind: 'Nothing' })).toBeUndefined()
  })

  it('asks once per version', async () => {
    const client = clientInProcess(await startServer())
    let requests = 0
    client.observe(() => requests++)
    const { resolve } = createKindResolver(client)

    await resolve({ apiVersion: 'v1', kind: 'Secret' })
    await resolve({ apiVersion: 'v1', kind: 'ConfigMap' })

    expect(requests).toBe(1)
  })
})
