import tls from 'node:tls'
import { openMemoryStore } from '@skep/store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestClient } from '../src/test/client.ts'
import { type Laboratory, openLaboratory } from './support/laboratory.ts'
import { startServer } from './support/servers.ts'

const WIDGETS = '/apis/example.com/v1/namespaces/lab/widgets'
const MAPS = '/api/v1/namespaces/lab/configmaps'
const PROTOBUF = 'application/vnd.kubernetes.protobuf'

let laboratory: Laboratory
let client: TestClient
beforeAll(async () => {
  laboratory = await openLaboratory()
  client = new TestClient(laboratory.server)
})
afterAll(() => laboratory.close())

describe('health', () => {
  it.each(['/healthz', '/livez', '/readyz', '/livez/ping'])('at %s is ok in two letters', async (path) => {
    expect(await client.get(path)).toMatchObject({ status: 200, body: 'ok' })
  })

  it('can be asked for check by check', async () => {
    expect((await client.get('/readyz?verbose')).body).toMatch(
      /^\[\+\]ping ok\n(\[\+\]\S+ ok\n)+readyz check passed\n$/,
    )
  })

  it('fails while writes would be lost', async () => {
    const store = openMemoryStore()
    const server = await startServer({ store })
    await store.close()

    const answer = await new TestClient(server).get('/readyz')

    expect(answer.status).toBe(500)
    expect(answer.body).toContain('[-]store failed')
  })
})

describe('the certificate of the server', () => {
  it('is good for the names that clients call it by', async () => {
    const { port, ca } = laboratory.server
    const certificate = await new Promise<tls.PeerCertificate>((resolve, reject) => {
      const socket = tls.connect({ port, host: '127.0.0.1', ca, servername: 'kubernetes.default.svc' }, () => {
        resolve(socket.getPeerCertificate())
        socket.destroy()
      })
      socket.on('error', reject)
    })

    const names = certificate.subjectaltname?.split(', ')
    expect(names).toEqual(
      expect.arrayContaining([
        'DNS:localhost',
        'DNS:kubernetes',
        'DNS:kubernetes.default',
        'DNS:kubernetes.default.svc',
        'IP Address:127.0.0.1',
        'IP Address:0:0:0:0:0:0:0:1',
      ]),
    )
  })
})

describe('formats', () => {
  it('of custom resources do not include protobuf, so that clients fall back to JSON', async () => {
    expect((await client.get(`${WIDGETS}/a`, { accept: PROTOBUF })).status).toBe(406)
    expect((await client.post(WIDGETS, 'k8s', { 'content-type': PROTOBUF })).status).toBe(415)
    expect((await client.get(`${WIDGETS}/a`, { accept: `${PROTOBUF},application/json` })).status).toBe(200)
  })

  it('that nobody serves are 406, with those that are', async () => {
    expect(await client.get(MAPS, { accept: 'text/html' })).toMatchObject({
      status: 406,
      body: {
        reason: 'NotAcceptable',
        message: expect.stringContaining('application/json, application/yaml, application/vnd.kubernetes.protobuf'),
      },
    })
  })

  it('can be made easy to read', async () => {
    const { body } = await laboratory.server.handle({ path: `${WIDGETS}/a?pretty=true` })

    expect((await body()).toString()).toMatch(/^\{\n {2}"apiVersion": "example.com\/v1",\n/)
  })

  it('of errors follow what was asked for', async () => {
    const { headers, body } = await client.get(`${MAPS}/none`, { accept: 'application/yaml' })

    expect(headers['content-type']).toBe('application/yaml')
    expect(body).toContain('message: configmaps "none" not found')
  })
})

describe('discovery', () => {
  const AGGREGATED = { accept: 'application/json;as=APIGroupDiscoveryList;g=apidiscovery.k8s.io;v=v2' }

  it('is not sent again to those who have it', async () => {
    const first = await client.get('/apis', AGGREGATED)
    const etag = String(first.headers['etag'])
    const again = await client.get('/apis', { ...AGGREGATED, 'if-none-match': etag })

    expect(first.status).toBe(200)
    expect(again).toMatchObject({ status: 304, body: '' })
  })

  it('is different once there is another resource', async () => {
    const server = await startServer()
    const before = await new TestClient(server).get('/apis', AGGREGATED)
    const definition = (await client.get('/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.com'))
      .body
    await new TestClient(server).post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      apiVersion: definition.apiVersion,
      kind: definition.kind,
      metadata: { name: 'widgets.example.com' },
      spec: definition.spec,
    })
    const after = await new TestClient(server).get('/apis', AGGREGATED)

    expect(after.headers['etag']).not.toBe(before.headers['etag'])
    expect(after.body.items.map((group: { metadata: { name: string } }) => group.metadata.name)).toContain(
      'example.com',
    )
  })
})
