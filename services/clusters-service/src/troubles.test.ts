import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLogger } from '@skep/base'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { startClustersService } from './serve.ts'
import { awsOrder, MGMT } from './test/api-fixture.ts'

/** A shard called east whose server is wherever it is said to be. */
async function shardFile(server: string, status = 'active'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'skep-troubles-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const kubeconfig = JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    clusters: [{ name: 'c', cluster: { server } }],
    users: [{ name: 'u', user: { token: 'sesame' } }],
  })
  const configs = { hive_config: kubeconfig, aws_account_operator_config: kubeconfig }
  const shard = { id: 'east', status, region: 'us-east-1', cloud_provider: 'aws', ...configs }
  const path = join(folder, 'shards.yaml')
  await writeFile(path, JSON.stringify({ provision_shards: [shard] }))
  return path
}

/** A service with that shard, and its log. */
async function startService(path: string) {
  const lines: string[] = []
  const service = await startClustersService({
    databaseUrl: 'sqlite::memory:',
    provisionShardsFiles: [path],
    log: createLogger({ write: (line) => lines.push(line) }),
  })
  onTestFinished(() => service.close())
  const send = async (path: string, init?: RequestInit) => {
    const response = await fetch(`${service.url}${path}`, init)
    // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
    const body: any = await response.json()
    return { status: response.status, body }
  }
  const order = (region = 'us-east-1') =>
    send(`${MGMT}/clusters`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(awsOrder('demo', { region: { id: region } })),
    })
  return { lines, send, order }
}

/** A server that does not know our credentials, as one that was started anew. */
async function startForgetful(): Promise<string> {
  const body = JSON.stringify({
    kind: 'Status',
    apiVersion: 'v1',
    reason: 'Unauthorized',
    message: 'Unauthorized',
    code: 401,
  })
  const server = createServer((_, response) =>
    response.writeHead(401, { 'content-type': 'application/json' }).end(body),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const REGENERATE = 'regenerate the kubeconfig and update the provision shard with it'

describe('the troubles that users have with shards', () => {
  it.each([
    [
      'connection refused',
      async () => 'http://127.0.0.1:1',
      `shard east: connection refused by SERVER: start its API server, or, if it has moved, ${REGENERATE}`,
    ],
    [
      'unauthorized after a restart',
      startForgetful,
      `shard east: Unauthorized: SERVER does not accept the credentials, which change when it restarts: ${REGENERATE}`,
    ],
  ])('%s: shard, cause and fix are in answer, status, readiness and log', async (_, start, text) => {
    const server = await start()
    const { lines, send, order } = await startService(await shardFile(server))
    const explanation = text.replace('SERVER', server)

    const { body: cluster } = await order()

    await vi.waitFor(async () => expect((await send(`${cluster.href}/status`)).body.description).toBe(explanation), {
      timeout: 10_000,
    })
    expect(await send(`${cluster.href}/credentials`)).toMatchObject({
      status: 503,
      body: { code: 'CLUSTERS-MGMT-503', reason: explanation },
    })
    expect((await send(`${MGMT}/clusters/${cluster.id}`)).body.state).toBe('pending')
    const ready = await send('/readyz')
    expect(ready.status).toBe(200)
    expect(ready.body.checks).toContainEqual({ name: 'provision-shards', ok: true, message: explanation })
    expect(lines.filter((line) => line.includes(explanation)).length).toBeGreaterThan(0)
    expect(lines.join('')).not.toContain('sesame')
  })

  it('no shard for a cluster: an order that none could ever take is refused, and the log has it', async () => {
    const { lines, order } = await startService(await shardFile('http://127.0.0.1:1'))
    const reason =
      "No provision shard is available for cloud provider 'aws' and region 'eu-west-1': " +
      "shard 'east' is for region 'us-east-1'. Add a provision shard for them"

    expect(await order('eu-west-1')).toMatchObject({ status: 400, body: { code: 'CLUSTERS-MGMT-400', reason } })
    expect(lines.filter((line) => line.includes(reason))).toHaveLength(1)
  })

  it('no shard for a cluster: one that may come is waited for, and status and log say what helps', async () => {
    const { lines, send, order } = await startService(await shardFile('http://127.0.0.1:1', 'maintenance'))
    const reason =
      "No provision shard is available for cloud provider 'aws' and region 'us-east-1': shard 'east' is not active " +
      "(status maintenance). Set the status of shard 'east' to active, or add a provision shard for them"

    const { status, body } = await order()

    expect(status).toBe(201)
    expect(body).toMatchObject({ state: 'pending', status: { description: reason } })
    expect((await send(`${body.href}/status`)).body.description).toBe(reason)
    expect(lines.filter((line) => line.includes(reason))).toHaveLength(1)
  })
})
