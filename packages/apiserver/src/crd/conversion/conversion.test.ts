import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { createCertificateAuthority, issueServingCertificate } from '@skep/base/x509'
import type { JsonObject } from '@skep/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aDefinition, aVersion, aWidget, type Fixture, startFixture, widgetsPath } from '../test/fixture.ts'

let fixture: Fixture
let webhook: https.Server
let reviews = 0

type Spec = { hostPort?: string; host?: string; port?: string }

/** Between `host` and `port` of v1 and `hostPort` of v2. */
function convertSpec({ hostPort, host, port }: Spec, version: string): Spec {
  if (version === 'example.com/v2') return { hostPort: hostPort ?? `${host}:${port}` }
  const [first = '', second = ''] = hostPort?.split(':') ?? [host, port]
  return { host: first, port: second }
}

function answer(review: JsonObject): JsonObject {
  reviews++
  const { uid, desiredAPIVersion, objects } = review['request'] as {
    uid: string
    desiredAPIVersion: string
    objects: (JsonObject & { spec: Spec })[]
  }
  const convertedObjects = objects.map((object) => ({
    ...object,
    apiVersion: desiredAPIVersion,
    spec: convertSpec(object.spec, desiredAPIVersion) as JsonObject,
  }))
  return { ...review, response: { uid, convertedObjects, result: { status: 'Success' } } }
}

async function startWebhook(): Promise<string> {
  const now = Date.now()
  const ca = createCertificateAuthority({ commonName: 'webhook-ca', now })
  const altNames = { dnsNames: ['localhost'], ipAddresses: ['127.0.0.1'], emails: [], uris: [] }
  const { certificatePem, keyPem } = issueServingCertificate({ ca, commonName: 'webhook', altNames, now })
  webhook = https.createServer({ cert: certificatePem, key: keyPem }, async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    response.end(JSON.stringify(answer(JSON.parse(Buffer.concat(chunks).toString()))))
  })
  await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve))
  return Buffer.from(ca.certificatePem).toString('base64')
}

beforeAll(async () => {
  fixture = await startFixture()
  const caBundle = await startWebhook()
  const text = { type: 'string' } as const
  const { port } = webhook.address() as AddressInfo
  const { status } = await fixture.define(
    aDefinition({
      versions: [aVersion('v1', { host: text, port: text }), aVersion('v2', { hostPort: text })],
      conversion: {
        strategy: 'Webhook',
        webhook: {
          conversionReviewVersions: ['v1'],
          clientConfig: { url: `https://127.0.0.1:${port}/convert`, caBundle },
        },
      },
    }),
  )
  expect(status).toBe(201)
})
afterAll(async () => {
  await fixture.server.close()
  webhook.closeAllConnections()
  webhook.close()
})

describe('a definition with a conversion webhook', () => {
  it('stores what was written in one version so that it can be read in another', async () => {
    const created = await fixture.create(aWidget('a', { hostPort: 'localhost:80' }, 'v2'))

    expect(created.body['spec']).toEqual({ hostPort: 'localhost:80' })
    expect((await fixture.read('a', 'v1')).body['spec']).toEqual({ host: 'localhost', port: '80' })
  })

  it('converts a list with one call', async () => {
    await fixture.create(aWidget('b', { host: 'b', port: '1' }, 'v1'))
    await fixture.create(aWidget('c', { host: 'c', port: '2' }, 'v1'))
    reviews = 0

    const { body } = await fixture.send('GET', widgetsPath('v2'))

    const specs = (body['items'] as { spec: Spec }[]).map(({ spec }) => spec.hostPort)
    expect(specs).toEqual(expect.arrayContaining(['b:1', 'c:2']))
    expect(reviews).toBe(1)
  })

  it('converts what watchers see', async () => {
    const stop = new AbortController()
    const watch = await fixture.server.handle({ path: `${widgetsPath('v2')}?watch=true`, signal: stop.signal })
    await fixture.create(aWidget('d', { host: 'd', port: '4' }, 'v1'))

    const specs = new Map<string, unknown>()
    for await (const chunk of watch.chunks()) {
      for (const line of chunk.toString().split('\n').filter(Boolean)) {
        const { object } = JSON.parse(line)
        specs.set(object.metadata.name, object.spec)
      }
      if (specs.has('d')) stop.abort()
    }

    expect(specs.get('d')).toEqual({ hostPort: 'd:4' })
  })

  it('says what keeps it from converting', async () => {
    await fixture.create(aWidget('e', { host: 'e', port: '5' }, 'v1'))
    webhook.closeAllConnections()
    await new Promise((resolve) => webhook.close(resolve))

    const { status, body } = await fixture.read('e', 'v2')

    expect(status).toBe(500)
    expect(body['message']).toMatch(
      /^conversion webhook for example.com\/v1, Kind=Widget failed: Post "https:\/\/127.0.0.1:\d+\/convert\?timeout=30s": /,
    )
  })
})
