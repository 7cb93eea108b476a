import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { VirtualClock } from '@skep/base'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bearerAuthenticator, createService, ocmErrors, type Service } from '../index.ts'

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const ec = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 })
const folder = mkdtempSync(join(tmpdir(), 'skep-keys-'))
const file = join(folder, 'jwks.json')
const NOW = Date.UTC(2026, 0, 2) / 1_000

const writeKeys = (keys: Readonly<Record<string, KeyObject>>) =>
  writeFileSync(
    file,
    JSON.stringify({ keys: Object.entries(keys).map(([kid, key]) => ({ ...key.export({ format: 'jwk' }), kid })) }),
  )

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function token(claims: object, { alg = 'RS256', kid = 'rsa', key = rsa.privateKey } = {}): string {
  const signed = `${part({ alg, kid })}.${part({ sub: 'me', exp: NOW + 3_600, ...claims })}`
  return `${signed}.${sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

describe('authentication by bearer token', () => {
  let service: Service
  let clock: VirtualClock
  const base = '/api/clusters_mgmt/v1'
  beforeEach(async () => {
    clock = new VirtualClock({ start: NOW * 1_000 })
    writeKeys({ rsa: rsa.publicKey, ec: ec.publicKey })
    service = await createService({
      name: 'test',
      clock,
      auth: bearerAuthenticator({ keys: [{ file }], issuer: 'https://issuer.example.com', clock }),
      groups: [
        {
          base,
          errors: ocmErrors({ service: 'clusters_mgmt', base }),
          routes: [
            { method: 'GET', path: '/me', handler: ({ caller }) => ({ body: caller }) },
            { method: 'GET', path: '/open', public: true, handler: () => ({ body: {} }) },
          ],
        },
      ],
    })
  })
  afterEach(() => service.close())
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const ask = (authorization?: string, path = '/me') =>
    fetch(service.url + base + path, { headers: authorization === undefined ? {} : { authorization } })
  const iss = 'https://issuer.example.com'

  it.each([
    ['RS256', token({ iss })],
    ['ES256', token({ iss }, { alg: 'ES256', kid: 'ec', key: ec.privateKey })],
  ])('believes a token signed with %s', async (_algorithm, bearer) => {
    const response = await ask(`Bearer ${bearer}`)

    expect([response.status, await response.json()]).toMatchObject([200, { subject: 'me', claims: { iss } }])
  })

  const [header, claims] = token({ iss }).split('.')
  it.each([
    [undefined, "Request doesn't contain the 'Authorization' header"],
    ['Bearer', "The 'Authorization' header is malformed"],
    ['Basic YTpi', "Authentication type 'Basic' isn't supported"],
    ['Bearer nonsense', 'Bearer token is malformed'],
    [`Bearer ${header}.bm9uc2Vuc2U.x`, 'Bearer token is malformed'],
    [`Bearer ${header}.${claims}.AAAA`, "Bearer token can't be verified"],
    [`Bearer ${part({ alg: 'none', kid: 'rsa' })}.${claims}.AAAA`, "Bearer token can't be verified"],
    [`Bearer ${token({ iss }, { key: stranger.privateKey })}`, "Bearer token can't be verified"],
    [`Bearer ${token({ iss }, { kid: 'other' })}`, "Bearer token can't be verified"],
    [`Bearer ${token({ iss, exp: NOW - 61 })}`, 'Bearer token is expired'],
    [`Bearer ${token({ iss, exp: undefined })}`, "Bearer token doesn't contain required claim 'exp'"],
    [`Bearer ${token({ iss, iat: NOW + 61 })}`, 'Bearer token was issued in the future'],
    [`Bearer ${token({ iss, nbf: NOW + 61 })}`, "Bearer token isn't valid yet"],
    [`Bearer ${token({ iss: 'https://elsewhere.example.com' })}`, 'Bearer token has another issuer'],
  ])('refuses %.30s: %s', async (authorization, reason) => {
    const response = await ask(authorization)

    expect(response.status).toBe(401)
    expect(response.headers.get('www-authenticate')).toBe('Bearer realm="clusters_mgmt/v1"')
    expect(await response.json()).toMatchObject({ code: 'CLUSTERS-MGMT-401', reason })
  })

  it('finds keys that were added later', async () => {
    await ask(`Bearer ${token({ iss })}`)
    writeKeys({ new: stranger.publicKey })
    const bearer = `Bearer ${token({ iss }, { kid: 'new', key: stranger.privateKey })}`

    expect((await ask(bearer)).status).toBe(401)
    await clock.advance(10_000)
    expect((await ask(bearer)).status).toBe(200)
  })

  it('says that it cannot tell when there are no keys to tell by', async () => {
    rmSync(file)

    const response = await ask(`Bearer ${token({ iss })}`)

    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({
      reason: "Bearer token can't be checked at the moment: the keys can't be loaded",
    })
  })

  it('lets everybody ask for what is public', async () => {
    expect((await ask(undefined, '/open')).status).toBe(200)
  })
})
