import { X509Certificate } from 'node:crypto'
import https from 'node:https'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../server.ts'

let server: ApiServer

beforeAll(async () => {
  server = await startApiServer()
  await server.clusters.create('blue')
  await server.clusters.create('green')
})
afterAll(() => server.close())

const ADMIN = { name: 'system:admin', groups: ['system:masters'] }

const decode = (kubeconfig: string, name: string): string =>
  Buffer.from(new RegExp(`${name}: (\\S+)`).exec(kubeconfig)?.[1] ?? '', 'base64').toString('utf8')

/** A request over TLS with credentials of one cluster, to the path of another. */
async function request(path: string, credentials: { cluster?: string; token?: string }): Promise<number> {
  const kubeconfig = credentials.cluster === undefined ? '' : await server.kubeconfig(credentials.cluster)
  return new Promise((resolve, reject) => {
    https
      .get(
        `${server.url}${path}`,
        {
          ca: server.ca,
          ...(kubeconfig
            ? { cert: decode(kubeconfig, 'client-certificate-data'), key: decode(kubeconfig, 'client-key-data') }
            : {}),
          headers: credentials.token ? { authorization: `Bearer ${credentials.token}` } : {},
          agent: false,
        },
        (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        },
      )
      .on('error', reject)
  })
}

async function tokenOf(clusterId: string): Promise<string> {
  const prefix = clusterId === 'root' ? '' : `/clusters/${clusterId}`
  const answer = await server.handle({
    method: 'POST',
    path: `${prefix}/api/v1/namespaces/default/serviceaccounts/default/token`,
    headers: { 'content-type': 'application/json' },
    body: '{"spec":{}}',
  })
  const { status } = (await answer.json()) as { status: { token: string } }
  return status.token
}

const PATHS = { root: '', blue: '/clusters/blue', green: '/clusters/green' }

describe('logical clusters', () => {
  it.each(Object.entries(PATHS))('let in an administrator of their own: %s', async (cluster, prefix) => {
    expect(await request(`${prefix}/api/v1/namespaces`, { cluster })).toBe(200)
  })

  it.each([
    ['blue', 'green'],
    ['green', 'blue'],
    ['blue', 'root'],
    ['root', 'blue'],
  ] as const)('refuse a certificate of another: %s to %s', async (from, to) => {
    expect(await request(`${PATHS[to]}/api/v1/namespaces`, { cluster: from })).toBe(401)
  })

  it.each([
    ['blue', 'green'],
    ['blue', 'root'],
    ['root', 'blue'],
  ] as const)('refuse a service account token of another: %s to %s', async (from, to) => {
    await expect.poll(() => tokenOf(from).catch(() => undefined)).toBeTruthy()
    const token = await tokenOf(from)

    expect(await request(`${PATHS[from]}/api`, { token })).toBe(200)
    expect(await request(`${PATHS[to]}/api`, { token })).toBe(401)
  })

  it.each([
    '/clusters/blue/../green/api/v1/namespaces',
    '/clusters/blue/clusters/green/api/v1/namespaces',
    '/clusters/blue%2f..%2fgreen/api/v1/namespaces',
    '/clusters/blue//clusters/green/api/v1/namespaces',
    '/clusters/Blue/api/v1/namespaces',
    '/clusters/missing/api/v1/namespaces',
    '/clusters/',
    '/clusters/system/clusters',
  ])('cannot be left by a path: %s', async (path) => {
    expect([401, 403, 404]).toContain(await request(path, { cluster: 'blue' }))
  })

  it.each([
    ['blue', 'green'],
    ['green', 'root'],
  ] as const)('refuse a certificate of another that is shown in the process: %s to %s', async (from, to) => {
    const { certificatePem } = await server.issueClientCertificate(from, ADMIN)
    const credentials = { certificate: new X509Certificate(certificatePem) }

    expect((await server.handle({ path: `${PATHS[from]}/api/v1/namespaces`, credentials })).status).toBe(200)
    expect((await server.handle({ path: `${PATHS[to]}/api/v1/namespaces`, credentials })).status).toBe(401)
    expect(await server.clientCa(from)).not.toBe(await server.clientCa(to))
  })

  it('do not believe a caller in the process who asks to be examined', async () => {
    const path = '/clusters/blue/api/v1/namespaces'

    expect((await server.handle({ path, credentials: {} })).status).toBe(403)
    expect((await server.handle({ path, credentials: {}, headers: { authorization: 'Bearer x' } })).status).toBe(401)
  })

  it('stop serving one without the other', async () => {
    await server.clusters.change('green', { serving: false })

    expect(await request('/clusters/green/api/v1/namespaces', { cluster: 'green' })).toBe(503)
    expect(await request('/clusters/blue/api/v1/namespaces', { cluster: 'blue' })).toBe(200)
    await server.clusters.change('green', { serving: true })
    expect(await request('/clusters/green/api/v1/namespaces', { cluster: 'green' })).toBe(200)
  })

  it('keep objects to themselves', async () => {
    const body = JSON.stringify({ metadata: { name: 'only-in-blue' } })
    await server.handle({ method: 'POST', path: '/clusters/blue/api/v1/namespaces', body })

    const answer = await server.handle({ method: 'GET', path: '/clusters/green/api/v1/namespaces/only-in-blue' })

    expect(answer.status).toBe(404)
  })

  it('take everything with them when they are deleted', async () => {
    await server.clusters.create('gone')
    const body = JSON.stringify({ metadata: { name: 'inside' } })
    await server.handle({ method: 'POST', path: '/clusters/gone/api/v1/namespaces', body })

    await server.clusters.delete('gone')

    expect((await server.handle({ method: 'GET', path: '/clusters/gone/api/v1/namespaces' })).status).toBe(404)
    expect(server.store.buckets('gone/')).toEqual([])
  })
})
