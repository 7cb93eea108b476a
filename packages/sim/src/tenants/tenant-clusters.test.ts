import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClusterOperator, ClusterVersion, Node } from '@skep/api'
import { type ApiServerOptions, startApiServer } from '@skep/apiserver'
import { createRandom, VirtualClock } from '@skep/base'
import { type Client, createClient, loadKubeconfig } from '@skep/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createTenantClusters } from './tenant-clusters.ts'

async function startTenants(options: ApiServerOptions = {}) {
  const clock = new VirtualClock()
  const server = await startApiServer({ clock, random: createRandom(1), ...options })
  let open = true
  const stop = async () => {
    if (open) await server.close()
    open = false
  }
  onTestFinished(stop)
  return { server, clock, tenants: createTenantClusters({ server, clock }), stop }
}

describe("a tenant's cluster", () => {
  it('answers whoever has its kubeconfig, with nodes that are ready', async () => {
    const { tenants, server } = await startTenants()

    const blue = await tenants.ensure('blue', { workers: 2 })

    const client = createClient({ kubeconfig: await loadKubeconfig({ text: await blue.kubeconfig() }) })
    const { items } = await client.list(Node)
    client.close()
    expect(blue.url).toBe(`${server.url}/clusters/blue`)
    expect(items.map(({ metadata }) => metadata.name)).toEqual([
      'master-0',
      'master-1',
      'master-2',
      'worker-0',
      'worker-1',
    ])
    const ready = items.map(({ status }) => status?.conditions?.find(({ type }) => type === 'Ready')?.status)
    expect(ready).toEqual(['True', 'True', 'True', 'True', 'True'])
  })

  it('stays ready, though nobody reports', async () => {
    const { tenants, clock } = await startTenants()
    const { client } = await tenants.ensure('blue', { workers: 1 })

    await clock.advance(24 * 3_600_000)

    const node = await client.get(Node, { name: 'worker-0' })
    expect(node?.status?.conditions?.find(({ type }) => type === 'Ready')?.status).toBe('True')
  })

  it('is made once, and gets nodes that it lacks', async () => {
    const { tenants } = await startTenants()
    const first = await tenants.ensure('blue', { workers: 0 })
    const before = await first.client.get(Node, { name: 'master-0' })

    const second = await tenants.ensure('blue', { workers: 1 })

    const { items } = await second.client.list(Node)
    expect(items.length).toBe(4)
    expect(items[0]?.metadata.uid).toBe(before?.metadata.uid)
  })

  it('is made once when two ask for it at the same time', async () => {
    const { tenants } = await startTenants()

    const both = await Promise.all([tenants.ensure('blue', { workers: 3 }), tenants.ensure('blue', { workers: 3 })])

    expect((await both[0].client.list(Node)).items.length).toBe(6)
  })

  it('is OpenShift of the version that was asked for', async () => {
    const { tenants } = await startTenants()

    const { client } = await tenants.ensure('blue', { workers: 0, version: '4.17.0' })
    await tenants.ensure('blue', { workers: 0, version: '4.17.0' })

    const version = await client.get(ClusterVersion, { name: 'version' })
    expect(version?.spec.clusterID).toBe('blue')
    expect(version?.status?.history?.map(({ state, version: of }) => [state, of])).toEqual([['Completed', '4.17.0']])
    const operator = await client.get(ClusterOperator, { name: 'kube-apiserver' })
    expect(operator?.status?.conditions?.find(({ type }) => type === 'Available')?.status).toBe('True')
  })

  it('shares nothing with others of its version, though all begin with copies', async () => {
    const { tenants, server } = await startTenants()
    const [blue, green] = await Promise.all(
      ['blue', 'green'].map((id) => tenants.ensure(id, { workers: 0, version: '4.17.0' })),
    )
    const later = await tenants.ensure('later', { workers: 0, version: '4.18.0' })

    await blue!.client.delete(ClusterOperator, { name: 'dns' })

    const operators = async (client: Client) =>
      (await client.list(ClusterOperator)).items.map(({ status }) => status?.versions?.[0]?.version)
    expect(await operators(blue!.client)).toEqual(Array(7).fill('4.17.0'))
    expect(await operators(green!.client)).toEqual(Array(8).fill('4.17.0'))
    expect(await operators(later.client)).toEqual(Array(8).fill('4.18.0'))
    expect(server.clusters.list()).toEqual(['blue', 'green', 'later'])
  })

  it('has nodes of its own, though all begin with the same', async () => {
    const { tenants } = await startTenants()
    const [blue, green] = await Promise.all(['blue', 'green'].map((id) => tenants.ensure(id, { workers: 1 })))

    await blue!.client.delete(Node, { name: 'worker-0' })
    const labels = { changed: 'yes' }
    await blue!.client.patch(Node, { name: 'master-0' }, { type: 'merge', body: { metadata: { labels } } })

    const nodes = async (client: Client) =>
      (await client.list(Node)).items.map(({ metadata: { name, labels } }) => [name, labels?.['changed']])
    const masters = [['master-1', undefined] as const, ['master-2', undefined] as const]
    expect(await nodes(blue!.client)).toEqual([['master-0', 'yes'], ...masters])
    expect(await nodes(green!.client)).toEqual([['master-0', undefined], ...masters, ['worker-0', undefined]])
  })

  it('has nodes that are as old as itself, and the nodes of nobody else', async () => {
    const { tenants, clock } = await startTenants()
    const nodeOf = async (id: string) =>
      (await (await tenants.ensure(id, { workers: 0 })).client.get(Node, { name: 'master-0' }))!.metadata
    const blue = await nodeOf('blue')
    await clock.advance(3_600_000)
    const green = await nodeOf('green')

    expect(blue.creationTimestamp).toBe('2030-01-01T00:00:00Z')
    expect(green.creationTimestamp).toBe('2030-01-01T01:00:00Z')
    expect(green.uid).not.toBe(blue.uid)
  })

  it('leaves nothing when it is removed', async () => {
    const { tenants, server } = await startTenants()
    const blue = await tenants.ensure('blue', { workers: 1 })
    const kubeconfig = await blue.kubeconfig()

    expect(await tenants.remove('blue')).toBe(true)

    expect(tenants.get('blue')).toBeUndefined()
    expect(server.clusters.list()).toEqual([])
    expect(await tenants.remove('blue')).toBe(false)
    const client = createClient({ kubeconfig: await loadKubeconfig({ text: kubeconfig }) })
    await expect(client.list(Node)).rejects.toThrow()
    client.close()
    const again = await tenants.ensure('blue', { workers: 0 })
    expect((await again.client.list(Node)).items.length).toBe(3)
  })

  it('is there after a restart of a server that keeps its objects', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'tenants-'))
    const before = await startTenants({ dataDir })
    await before.tenants.ensure('blue', { workers: 1 })
    await before.stop()

    const after = await startTenants({ dataDir })

    expect((await after.tenants.get('blue')!.client.list(Node)).items.length).toBe(4)
    expect(after.tenants.get('green')).toBeUndefined()
  })
})
