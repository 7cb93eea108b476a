import https from 'node:https'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserInfo } from '../src/contracts.ts'
import { type ApiServer, startApiServer } from '../src/server.ts'
import { apiOf, type TestApi } from '../src/test/api.ts'
import { grant, person } from './support/people.ts'

const MAPS = '/api/v1/namespaces/blue/configmaps'
const WHO = '/apis/authentication.k8s.io/v1/selfsubjectreviews'

let server: ApiServer
let root: TestApi
beforeAll(async () => {
  server = await startApiServer({ controllers: false, tokens: { 'token-of-eve': person('eve') } })
  root = apiOf(server)
  for (const name of ['blue', 'green']) {
    await root.post('/api/v1/namespaces', { metadata: { name } })
    await root.post(`/api/v1/namespaces/${name}/serviceaccounts`, { metadata: { name: 'robot' } })
  }
})
afterAll(() => server.close())

interface Seen {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of every kind
  body: any
}

/** Over TLS, so that nothing but the headers says who asks. */
function send(method: string, path: string, headers: Record<string, string> = {}, body?: object): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const request = https.request(
      `${server.url}${path}`,
      { method, ca: server.ca, headers, agent: false },
      (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: parse(text) }))
      },
    )
    request.on('error', reject)
    request.end(body ? JSON.stringify(body) : undefined)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

const withToken = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` })

async function tokenOf(namespace: string, name: string): Promise<string> {
  const path = `/api/v1/namespaces/${namespace}/serviceaccounts/${name}/token`
  return (await root.post(path, { spec: {} })).body.status.token
}

describe('nobody in particular', () => {
  it.each(['/healthz', '/livez', '/readyz', '/version'])('may see %s', async (path) => {
    expect((await send('GET', path)).status).toBe(200)
  })

  it.each([
    ['GET', '/api'],
    ['GET', '/apis/apps/v1'],
    ['GET', '/openapi/v2'],
    ['GET', '/metrics'],
    ['GET', '/api/v1/namespaces'],
    ['GET', '/api/v1/namespaces/kube-public/configmaps'],
    ['GET', '/api/v1/namespaces/kube-system/secrets'],
    ['POST', WHO],
    ['POST', MAPS],
    ['DELETE', '/api/v1/namespaces/blue'],
    ['GET', '/none'],
  ])('may not %s %s', async (method, path) => {
    expect(await send(method, path)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('User "system:anonymous" cannot') },
    })
  })

  it('may read what a new node needs to trust the cluster, once it is published', async () => {
    const path = '/api/v1/namespaces/kube-public/configmaps'
    await root.post(path, { metadata: { name: 'cluster-info' }, data: { kubeconfig: 'x' } })
    const rules = [{ apiGroups: [''], resources: ['configmaps'], resourceNames: ['cluster-info'], verbs: ['get'] }]
    await grant(root, { namespace: 'kube-public', rules, to: { name: 'system:anonymous', groups: [] } })

    expect((await send('GET', `${path}/cluster-info`)).status).toBe(200)
    expect((await send('GET', `${path}/kube-root-ca.crt`)).status).toBe(403)
  })
})

describe('a token', () => {
  it.each([
    ['of nobody', 'nobody-knows-me'],
    ['that looks like a JWT', 'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhZG1pbiJ9.c2lnbmF0dXJl'],
    ['that claims to need no signature', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJzeXN0ZW06YWRtaW4ifQ.'],
    ['that looks like a bootstrap token', 'abcdef.0123456789abcdef'],
  ])('%s is 401, not anonymous', async (_what, token) => {
    expect(await send('GET', '/version', withToken(token))).toMatchObject({
      status: 401,
      body: { kind: 'Status', reason: 'Unauthorized', message: 'Unauthorized' },
    })
  })

  it('of a service account is good for what the account may do, and where', async () => {
    await grant(root, { namespace: 'blue', role: 'view', to: person('system:serviceaccount:blue:robot') })
    const robot = withToken(await tokenOf('blue', 'robot'))

    expect((await send('POST', WHO, robot, {})).body.status.userInfo.groups).toEqual([
      'system:serviceaccounts',
      'system:serviceaccounts:blue',
      'system:authenticated',
    ])
    expect((await send('GET', MAPS, robot)).status).toBe(200)
    expect((await send('GET', '/api/v1/namespaces/blue/secrets', robot)).status).toBe(403)
    expect((await send('GET', '/api/v1/namespaces/green/configmaps', robot)).status).toBe(403)
    expect((await send('GET', MAPS, withToken(await tokenOf('green', 'robot')))).status).toBe(403)
  })

  it('is worth nothing once its account is gone', async () => {
    await root.post('/api/v1/namespaces/blue/serviceaccounts', { metadata: { name: 'brief' } })
    const brief = withToken(await tokenOf('blue', 'brief'))
    expect((await send('GET', '/version', brief)).status).toBe(200)

    await root.delete('/api/v1/namespaces/blue/serviceaccounts/brief')

    expect((await send('GET', '/version', brief)).status).toBe(401)
  })
})

describe('who speaks for others', () => {
  const eve = withToken('token-of-eve')
  const helper = person('helper')
  const as = (user: UserInfo, headers: Record<string, string>) =>
    server.handle({ method: 'POST', path: WHO, body: {}, headers, user })

  it('needs the right to', async () => {
    expect(await send('GET', MAPS, { ...eve, 'impersonate-user': 'ann' })).toMatchObject({
      status: 403,
      body: {
        message:
          'configmaps is forbidden: User "eve" cannot impersonate-on:user-info:list resource "configmaps" in API group "" in the namespace "blue"',
      },
    })
  })

  it.each([
    ['a group', { 'impersonate-user': 'eve', 'impersonate-group': 'system:masters' }],
    ['a node', { 'impersonate-user': 'system:node:n1', 'impersonate-group': 'system:nodes' }],
    ['an account', { 'impersonate-user': 'system:serviceaccount:kube-system:default' }],
    ['nobody', { 'impersonate-user': 'system:anonymous' }],
    ['extra', { 'impersonate-user': 'eve', 'impersonate-extra-scopes': 'all' }],
  ])('cannot become %s without it', async (_what, headers) => {
    expect((await send('GET', '/version', { ...eve, ...headers })).status).toBe(403)
  })

  it('cannot give themselves groups by the right to a user', async () => {
    const rules = [{ apiGroups: [''], resources: ['users'], resourceNames: ['ann'], verbs: ['impersonate'] }]
    await grant(root, { rules, to: helper })

    const ann = await as(helper, { 'impersonate-user': 'ann' })
    const ben = await as(helper, { 'impersonate-user': 'ben' })
    const master = await as(helper, { 'impersonate-user': 'ann', 'impersonate-group': 'system:masters' })

    expect([ann.status, ben.status, master.status]).toEqual([201, 403, 403])
    expect(await ann.json()).toMatchObject({
      status: { userInfo: { username: 'ann', groups: ['system:authenticated'] } },
    })
  })

  it('has the rights of who they speak for, and none of their own', async () => {
    const headers = { 'impersonate-user': 'ann' }
    const response = await server.handle({ path: MAPS, headers })

    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ message: expect.stringContaining('User "ann" cannot list') })
  })

  it('must say who they speak for', async () => {
    const response = await server.handle({ path: MAPS, headers: { 'impersonate-group': 'team' } })

    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ kind: 'Status', reason: 'BadRequest' })
  })

  it('speaks for accounts of a namespace as an editor there', async () => {
    const ben = person('ben')
    await grant(root, { namespace: 'blue', role: 'edit', to: ben })

    const own = await as(ben, { 'impersonate-user': 'system:serviceaccount:blue:robot' })
    const other = await as(ben, { 'impersonate-user': 'system:serviceaccount:green:robot' })

    expect([own.status, other.status]).toEqual([201, 403])
  })
})
