import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { createCertificateAuthority, issueServingCertificate } from '@skep/base/x509'
import type { JsonObject } from '@skep/schema'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../../server.ts'
import { apiOf, type TestApi } from '../../test/api.ts'

type Review = { request: JsonObject & { uid: string; object: { metadata: { name: string } } } }
type Response = JsonObject

/** A webhook server whose answers a test chooses. */
let answer: (review: Review, path: string) => Response
let seen: { path: string; request: Review['request'] }[]
let hooks: https.Server
let server: ApiServer
let api: TestApi
let caBundle: string

beforeAll(async () => {
  const now = Date.now()
  const ca = createCertificateAuthority({ commonName: 'hooks-ca', now })
  const { certificatePem, keyPem } = issueServingCertificate({
    ca,
    commonName: 'hooks',
    altNames: { dnsNames: ['localhost'], ipAddresses: ['127.0.0.1'], emails: [], uris: [] },
    now,
  })
  caBundle = Buffer.from(ca.certificatePem).toString('base64')
  hooks = https.createServer({ cert: certificatePem, key: keyPem }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const review = JSON.parse(Buffer.concat(chunks).toString()) as Review
      const path = request.url ?? ''
      seen.push({ path, request: review.request })
      const body = {
        apiVersion: 'admission.k8s.io/v1',
        kind: 'AdmissionReview',
        response: { uid: review.request.uid, ...answer(review, path) },
      }
      response.end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => hooks.listen(0, '127.0.0.1', resolve))
  server = await startApiServer({ controllers: false })
  api = apiOf(server)
})
afterAll(async () => {
  await server.close()
  hooks.closeAllConnections()
  hooks.close()
})

const GROUP = '/apis/admissionregistration.k8s.io/v1'
const url = (path: string) => `https://127.0.0.1:${(hooks.address() as AddressInfo).port}${path}`

const rules = [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }]
const hook = (name: string, changes: object = {}) => ({
  name: `${name}.example.com`,
  clientConfig: { url: url(`/${name}`), caBundle },
  rules,
  sideEffects: 'None',
  admissionReviewVersions: ['v1'],
  ...changes,
})

async function configure(kind: 'validating' | 'mutating', webhooks: object[]): Promise<void> {
  const { status, body } = await api.post(`${GROUP}/${kind}webhookconfigurations`, {
    metadata: { name: 'test' },
    webhooks,
  })
  expect(status, JSON.stringify(body)).toBe(201)
}

beforeEach(async () => {
  seen = []
  answer = () => ({ allowed: true })
  for (const kind of ['validating', 'mutating']) await api.delete(`${GROUP}/${kind}webhookconfigurations/test`)
})

let next = 0
const createConfigMap = (data: object = {}, query = '', labels: object = {}) =>
  api.post(`/api/v1/namespaces/default/configmaps${query}`, { metadata: { name: `cm-${next++}`, labels }, data })

const patchOf = (operations: object[]) => ({
  allowed: true,
  patchType: 'JSONPatch',
  patch: Buffer.from(JSON.stringify(operations)).toString('base64'),
})

describe('validating webhooks', () => {
  it('are told who does what, and refuse in their own words', async () => {
    await configure('validating', [hook('deny')])
    answer = () => ({ allowed: false, status: { code: 409, reason: 'Conflict', message: 'not today' } })

    const { status, body } = await createConfigMap({ a: 'b' })

    expect(status, body.message).toBe(409)
    expect(body.message).toBe('admission webhook "deny.example.com" denied the request: not today')
    expect(seen[0]?.path).toBe('/deny?timeout=10s')
    expect(seen[0]?.request).toMatchObject({
      kind: { group: '', version: 'v1', kind: 'ConfigMap' },
      resource: { group: '', version: 'v1', resource: 'configmaps' },
      operation: 'CREATE',
      namespace: 'default',
      userInfo: { username: 'kubernetes-admin' },
      dryRun: false,
      oldObject: null,
    })
  })

  it('without an explanation refuse with 400', async () => {
    await configure('validating', [hook('deny')])
    answer = () => ({ allowed: false })

    const { status, body } = await createConfigMap()

    expect(status).toBe(400)
    expect(body.message).toBe('admission webhook "deny.example.com" denied the request without explanation')
  })

  it('can warn', async () => {
    await configure('validating', [hook('warn')])
    answer = () => ({ allowed: true, warnings: ['careful'] })

    expect((await createConfigMap()).warnings).toEqual(['299 - "careful"'])
  })

  it('are not asked about what their rules, selectors and conditions leave out', async () => {
    await configure('validating', [
      hook('a', { rules: [{ ...rules[0], resources: ['secrets'] }] }),
      hook('b', { objectSelector: { matchLabels: { app: 'x' } } }),
      hook('c', { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'other' } } }),
      hook('d', { matchConditions: [{ name: 'big', expression: "has(object.data) && 'big' in object.data" }] }),
    ])

    await createConfigMap({ small: 'x' })
    expect(seen).toEqual([])

    await createConfigMap({ big: 'x' }, '', { app: 'x' })
    expect(seen.map(({ path }) => path.slice(0, 2)).sort()).toEqual(['/b', '/d'])
  })

  it('that cannot be reached stop the write, or are ignored if they say so', async () => {
    const clientConfig = { url: 'https://127.0.0.1:1/x', caBundle }
    await configure('validating', [hook('gone', { clientConfig })])

    const { status, body } = await createConfigMap()
    expect(status).toBe(500)
    expect(body.message).toContain(
      'Internal error occurred: failed calling webhook "gone.example.com": failed to call webhook: Post "https://127.0.0.1:1/x?timeout=10s"',
    )

    await api.delete(`${GROUP}/validatingwebhookconfigurations/test`)
    await configure('validating', [hook('gone', { clientConfig, failurePolicy: 'Ignore' })])
    expect((await createConfigMap()).status).toBe(201)
  })

  it('with a certificate of another authority are not believed', async () => {
    const other = createCertificateAuthority({ commonName: 'other', now: Date.now() }).certificatePem
    const clientConfig = { url: url('/x'), caBundle: Buffer.from(other).toString('base64') }
    await configure('validating', [hook('forged', { clientConfig })])

    expect((await createConfigMap()).status).toBe(500)
    expect(seen).toEqual([])
  })

  it('with side effects are not asked in a dry run', async () => {
    await configure(
      'validating',
      [hook('effects', { sideEffects: 'Some' })].map((each) => ({ ...each, sideEffects: 'NoneOnDryRun' })),
    )

    expect((await createConfigMap({}, '?dryRun=All')).status).toBe(201)
    expect(seen[0]?.request['dryRun']).toBe(true)
  })

  it('never judge the objects that configure them', async () => {
    await configure('validating', [
      hook('all', { rules: [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }] }),
    ])
    answer = () => ({ allowed: false })

    expect((await api.delete(`${GROUP}/validatingwebhookconfigurations/test`)).status).toBe(200)
  })
})

describe('mutating webhooks', () => {
  it('change the object one after the other', async () => {
    await configure('mutating', [hook('a'), hook('b')])
    answer = (review, path) => {
      const data = (review.request.object as { data?: Record<string, string> }).data ?? {}
      return patchOf([{ op: 'add', path: '/data/seen', value: `${data['seen'] ?? ''}${path.slice(1, 2)}` }])
    }

    const { body } = await createConfigMap({ seen: '' })

    expect(body.data).toEqual({ seen: 'ab' })
  })

  it('are asked again when others changed what they saw, if they want to', async () => {
    await configure('mutating', [hook('first', { reinvocationPolicy: 'IfNeeded' }), hook('second')])
    answer = (_, path) =>
      path.startsWith('/second') ? patchOf([{ op: 'add', path: '/data/by', value: 'second' }]) : { allowed: true }

    await createConfigMap({ a: 'b' })

    expect(seen.map(({ path }) => path.split('?')[0])).toEqual(['/first', '/second', '/first'])
  })

  it('whose patch does not fit fail the write', async () => {
    await configure('mutating', [hook('bad')])
    answer = () => patchOf([{ op: 'remove', path: '/spec/none' }])

    expect((await createConfigMap()).status).toBeGreaterThanOrEqual(400)
  })

  it('cannot make an object invalid', async () => {
    await configure('mutating', [hook('wrong')])
    answer = () => patchOf([{ op: 'add', path: '/metadata/labels', value: { 'not a label!': 'x' } }])

    expect((await createConfigMap()).status).toBe(422)
  })
})
