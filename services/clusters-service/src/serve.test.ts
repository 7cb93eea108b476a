import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@skep/base'
import { ServiceError } from '@skep/service'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ClustersService, startClustersService } from './serve.ts'
import { awsOrder, KUBECONFIG } from './test/api-fixture.ts'

let folder: string
let service: ClustersService | undefined

const shardFile = async (id: string) => {
  const path = join(folder, `${id}.yaml`)
  const kubeconfig = JSON.stringify(KUBECONFIG)
  await writeFile(
    path,
    `provision_shards: [{ id: ${id}, status: active, region: us-east-1, cloud_provider: aws, hive_config: ${kubeconfig}, aws_account_operator_config: ${kubeconfig} }]`,
  )
  return path
}
const get = async (path: string, init?: RequestInit) => {
  const response = await fetch(`${service?.url}${path}`, init)
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  const body: any = await response.json()
  return { status: response.status, headers: response.headers, body }
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'skep-cs-'))
})
afterEach(async () => {
  await service?.close()
  service = undefined
  await rm(folder, { recursive: true })
})

describe('the clusters service', () => {
  it('lists the shards of several files', async () => {
    service = await startClustersService({
      databaseUrl: 'sqlite::memory:',
      provisionShardsFiles: [await shardFile('one'), await shardFile('two')],
    })

    const { body } = await get('/api/clusters_mgmt/v1/provision_shards')

    expect(body).toMatchObject({ kind: 'ProvisionShardList', total: 2 })
    expect(body.items[0].hive_config).toEqual({ kubeconfig: '**********', server: 'https://127.0.0.1:1' })
  })

  it('serves metrics and health at addresses of their own, too', async () => {
    const [metrics, health] = [await freePort(), await freePort()]
    service = await startClustersService({
      databaseUrl: 'sqlite::memory:',
      metrics: { port: metrics },
      health: { port: health, host: '127.0.0.1' },
    })
    await get('/api/clusters_mgmt/v1')

    expect(await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()).toContain('api_inbound_request_count')
    expect((await fetch(`http://127.0.0.1:${health}/healthcheck`)).status).toBe(200)
  })

  it('keeps its clusters over a restart', async () => {
    const options = { databaseUrl: `sqlite:${join(folder, 'db')}`, provisionShardsFiles: [await shardFile('one')] }
    service = await startClustersService(options)
    const { body } = await get('/api/clusters_mgmt/v1/clusters', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(awsOrder('demo')),
    })
    await service.close()

    service = await startClustersService(options)

    expect((await get(body.href)).body.name).toBe('demo')
  })

  it('does not start with a shard file that cannot be used', async () => {
    const path = join(folder, 'bad.yaml')
    await writeFile(path, 'provision_shards: [{ id: x, region: r, cloud_provider: aws, hive_config: /etc/kubeconfig }]')

    await expect(
      startClustersService({ databaseUrl: 'sqlite::memory:', provisionShardsFiles: [path] }),
    ).rejects.toThrow(
      "hive_config must be the content of a kubeconfig, but '/etc/kubeconfig' looks like the path of a file",
    )
  })

  it('says how it is, and counts', async () => {
    service = await startClustersService({ databaseUrl: 'sqlite::memory:' })
    await get('/api/clusters_mgmt/v1/clusters')

    const metrics = await (await fetch(`${service.url}/metrics`)).text()

    expect((await get('/healthcheck')).status).toBe(200)
    expect((await get('/readyz')).body.checks.map(({ name }: { name: string }) => name)).toEqual([
      'database',
      'provision-shards-files',
      'provision-shards',
    ])
    expect(metrics).toContain('api_inbound_request_count')
  })

  it('asks who comes when told to, but not at its base', async () => {
    const auth = {
      authenticate: async () => {
        throw new ServiceError(401, "Request doesn't contain the 'Authorization' header")
      },
    }
    service = await startClustersService({ databaseUrl: 'sqlite::memory:', auth })

    const refused = await get('/api/clusters_mgmt/v1/clusters')

    expect(refused).toMatchObject({ status: 401, body: { code: 'CLUSTERS-MGMT-401' } })
    expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="clusters_mgmt/v1"')
    expect((await get('/api/clusters_mgmt/v1')).status).toBe(200)
  })

  it('keeps organisations apart', async () => {
    const auth = {
      authenticate: async ({ authorization = '' }: { authorization?: string }) => ({
        subject: 's',
        claims: { org_id: authorization },
      }),
    }
    service = await startClustersService({
      databaseUrl: 'sqlite::memory:',
      auth,
      provisionShardsFiles: [await shardFile('one')],
    })
    const as = (authorization: string) => ({ headers: { authorization, 'content-type': 'application/json' } })
    const order = { method: 'POST', body: JSON.stringify(awsOrder('demo')) }

    const { body } = await get('/api/clusters_mgmt/v1/clusters', { ...order, ...as('blue') })
    const second = await get('/api/clusters_mgmt/v1/clusters', { ...order, ...as('green') })

    expect(second.status).toBe(201)
    expect((await get('/api/clusters_mgmt/v1/clusters', as('blue'))).body.total).toBe(1)
    expect((await get(body.href, as('green'))).status).toBe(404)
  })

  it('writes no secret into its log, its figures or its readiness', async () => {
    const lines: string[] = []
    service = await startClustersService({
      databaseUrl: 'sqlite::memory:',
      provisionShardsFiles: [await shardFile('one')],
      log: createLogger({ level: 'debug', write: (line) => lines.push(line) }),
    })
    await get('/api/clusters_mgmt/v1/clusters', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(awsOrder('demo', { aws: { access_key_id: 'hush1', secret_access_key: 'hush2' } })),
    })

    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    const ready = await (await fetch(`${service.url}/readyz`)).text()

    expect(lines.join('')).toContain('Ordered a cluster')
    expect(lines.join('') + metrics + ready).not.toMatch(/hush|sesame/)
  })
})
