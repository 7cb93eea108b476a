import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { type ApiServer, type ApiServerOptions, startApiServer } from './server.ts'
import { TestClient } from './test/client.ts'

const MAPS = '/api/v1/namespaces/default/configmaps'
const opened: ApiServer[] = []
const folders: string[] = []

async function start(options: ApiServerOptions = {}): Promise<ApiServer> {
  const server = await startApiServer({ controllers: false, ...options })
  opened.push(server)
  return server
}

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'skep-'))
  folders.push(path)
  return path
}

afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()))
  await Promise.all(folders.splice(0).map((path) => rm(path, { recursive: true })))
})

/** The credentials in a kubeconfig. */
function credentials(kubeconfig: string) {
  const value = (name: string) => Buffer.from(new RegExp(`${name}: (\\S+)`).exec(kubeconfig)?.[1] ?? '', 'base64')
  return {
    ca: value('certificate-authority-data'),
    cert: value('client-certificate-data'),
    key: value('client-key-data'),
  }
}

function request(url: string, options: https.RequestOptions, body?: string): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const send = url.startsWith('https:') ? https.request : http.request
    const sent = send(url, options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => (text += chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

describe('a server', () => {
  it('is called in its kubeconfig what it was told to be called', async () => {
    const server = await start({ name: 'hive-simulator' })

    expect(await server.kubeconfig()).toContain('current-context: "hive-simulator"')
  })

  it('answers HTTP/1.1 over TLS to the holder of its kubeconfig', async () => {
    const server = await start()

    const answer = await request(`${server.url}/version`, credentials(await server.kubeconfig()))

    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.text).major).toBe('1')
  })

  it('answers HTTP/2 on the same port', async () => {
    const server = await start()
    const session = http2.connect(server.url, credentials(await server.kubeconfig()))
    const stream = session.request({ ':path': MAPS, ':method': 'POST' })
    stream.end('{"metadata":{"name":"two"}}')

    const [headers] = await new Promise<[http2.IncomingHttpHeaders]>((resolve) =>
      stream.on('response', (received) => resolve([received])),
    )

    expect(headers[':status']).toBe(201)
    session.destroy()
  })

  it('knows strangers as anonymous, and lets them see nothing', async () => {
    const server = await start()

    const answer = await request(`${server.url}${MAPS}`, { ca: server.ca })

    expect(answer.status).toBe(403)
    expect(JSON.parse(answer.text).message).toContain('User "system:anonymous" cannot list resource "configmaps"')
  })

  it('turns away tokens that it does not know, and takes those that it was given', async () => {
    const server = await start({ tokens: { sesame: { name: 'ali', groups: ['system:masters'] } } })
    const withToken = (token: string) =>
      request(`${server.url}${MAPS}`, { ca: server.ca, headers: { authorization: `Bearer ${token}` } })

    expect((await withToken('wrong')).status).toBe(401)
    expect((await withToken('sesame')).status).toBe(200)
  })

  it('takes the certificate of one logical cluster for nothing in another', async () => {
    const server = await start()
    await server.clusters.create('blue')
    await server.clusters.create('green')
    const blue = credentials(await server.kubeconfig('blue'))
    await server.kubeconfig('green')

    expect((await request(`${server.url}/clusters/blue${MAPS}`, blue)).status).toBe(200)
    expect((await request(`${server.url}/clusters/green${MAPS}`, blue)).status).toBe(401)
    expect((await request(`${server.url}${MAPS}`, blue)).status).toBe(401)
  })

  it('does not trust the certificates of a logical cluster that is gone in one of the same name', async () => {
    const server = await start()
    await server.clusters.create('blue')
    const old = credentials(await server.kubeconfig('blue'))
    await server.clusters.delete('blue')
    await server.clusters.create('blue')
    await server.kubeconfig('blue')

    expect((await request(`${server.url}/clusters/blue${MAPS}`, old)).status).toBe(401)
  })

  it('has a kube-system of its own, by whose uid programs tell clusters apart, and keeps it', async () => {
    const uidOf = async (server: ApiServer): Promise<string> =>
      (await new TestClient(server).get('/api/v1/namespaces/kube-system')).body.metadata.uid
    const dataDir = await folder()
    const first = await start({ dataDir })
    const uid = await uidOf(first)
    await first.close()

    expect(await uidOf(await start({ dataDir }))).toBe(uid)
    expect(await uidOf(await start())).not.toBe(uid)
  })

  it('keeps objects, versions, clusters and credentials across a restart', async () => {
    const dataDir = await folder()
    const first = await start({ dataDir })
    const { body } = await new TestClient(first).post(MAPS, { metadata: { name: 'kept' }, data: { k: 'v' } })
    await first.clusters.create('blue')
    const kubeconfig = credentials(await first.kubeconfig())
    const before = first.store.revision
    await first.close()

    const second = await start({ dataDir })

    expect((await new TestClient(second).get(`${MAPS}/kept`)).body).toEqual(body)
    expect(second.store.revision).toBe(before)
    expect(second.clusters.list()).toEqual(['blue'])
    expect((await request(`${second.url}${MAPS}/kept`, kubeconfig)).status).toBe(200)
  })

  it('writes a kubeconfig that nobody else can read', async () => {
    const server = await start()
    const path = join(await folder(), 'admin.kubeconfig')
    await writeFile(path, '', { mode: 0o644 })

    await server.writeKubeconfig(path)

    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  it('serves a unix socket to its owner alone', async () => {
    const socketPath = join(await folder(), 'api.sock')
    await start({ socketPath })

    const answer = await request('http://localhost/version', { socketPath })

    expect(answer.status).toBe(200)
    expect((await stat(socketPath)).mode & 0o777).toBe(0o600)
  })

  it('runs beside another one', async () => {
    const [one, two] = await Promise.all([start(), start()])

    await new TestClient(one).post(MAPS, { metadata: { name: 'only-here' } })

    expect((await new TestClient(two).get(`${MAPS}/only-here`)).status).toBe(404)
  })

  it('sends a large list compressed to those who ask for it', async () => {
    const server = await start()
    const client = new TestClient(server)
    const data = { text: 'x'.repeat(50_000) }
    for (const name of ['a', 'b', 'c', 'd']) await client.post(MAPS, { metadata: { name }, data })

    const { headers } = await server.handle({ path: MAPS, headers: { 'accept-encoding': 'gzip' } })

    expect(headers['content-encoding']).toBe('gzip')
  })

  it('asks those beyond its limit to come back, but not those who watch', async () => {
    const server = await start({ limits: { reading: 0, writing: 1 } })
    const admin = new TestClient(server)
    await admin.post('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
      metadata: { name: 'jane' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'jane' }],
    })
    const client = new TestClient(server, { user: { name: 'jane', groups: ['system:authenticated'] } })

    const refused = await client.get(MAPS)
    const watch = await client.watch(`${MAPS}?watch=true&resourceVersion=${server.store.revision}`)
    const [first, second] = await Promise.all([
      client.post(MAPS, { metadata: { name: 'a' } }),
      client.post(MAPS, { metadata: { name: 'b' } }),
    ])

    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': 1 }, body: { reason: 'TooManyRequests' } })
    expect((await watch.next())?.type).toBe('ADDED')
    expect([first.status, second.status].sort()).toEqual([201, 429])
    // What runs in this process is let in whatever the others do: operators, and kubelets that say that they are alive.
    expect((await admin.get(MAPS)).status).toBe(200)
    const kubelet = new TestClient(server, { user: { name: 'system:node:one', groups: ['system:nodes'] } })
    expect((await kubelet.get('/api/v1/nodes/one')).status).toBe(404)
    watch.close()
  })
})
