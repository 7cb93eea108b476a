import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { UserInfo } from '../src/contracts.ts'
import { type ApiServer, startApiServer } from '../src/server.ts'
import { aPod, apiOf, type TestApi } from '../src/test/api.ts'
import { isAllowed, isSaidToBeAllowed, type Question } from './support/access.ts'
import { grant, person } from './support/people.ts'

/**
 * Ann views, Ben edits and Cem administers blue; Dee views everything; Eve has nothing; Fay has a few rights to parts of
 * objects in blue; bot is a service account of blue with a role there; n1 is a node, and any is nobody in particular.
 */
const PEOPLE: Readonly<Record<string, UserInfo>> = {
  root: person('root', 'system:masters'),
  ann: person('ann'),
  ben: person('ben'),
  cem: person('cem', 'blue-admins'),
  dee: person('dee'),
  eve: person('eve'),
  fay: person('fay'),
  bot: person('system:serviceaccount:blue:bot', 'system:serviceaccounts', 'system:serviceaccounts:blue'),
  n1: person('system:node:n1', 'system:nodes'),
  any: { name: 'system:anonymous', groups: ['system:unauthenticated'] },
}

const MATRIX = `
  verb             resource                       namespace  name     root ann ben cem dee eve fay bot n1  any
  get              pods                           blue       a        yes  yes yes yes yes -   -   -   -   -
  list             pods                           blue       -        yes  yes yes yes yes -   -   -   -   -
  watch            pods                           blue       -        yes  yes yes yes yes -   -   -   -   -
  list             pods                           -          -        yes  -   -   -   yes -   -   -   -   -
  list             pods                           green      -        yes  -   -   -   yes -   -   -   -   -
  create           pods                           blue       -        yes  -   yes yes -   -   -   -   yes -
  create           pods                           green      -        yes  -   -   -   -   -   -   -   yes -
  update           pods                           blue       a        yes  -   yes yes -   -   -   -   -   -
  patch            pods                           blue       a        yes  -   yes yes -   -   -   -   -   -
  delete           pods                           blue       a        yes  -   yes yes -   -   -   -   yes -
  deletecollection pods                           blue       -        yes  -   yes yes -   -   -   -   -   -
  get              pods/log                       blue       a        yes  yes yes yes yes -   yes -   -   -
  get              pods/status                    blue       a        yes  yes yes yes yes -   -   -   -   -
  update           pods/status                    blue       a        yes  -   -   -   -   -   -   -   yes -
  create           pods/exec                      blue       a        yes  -   yes yes -   -   yes -   -   -
  create           pods/eviction                  blue       a        yes  -   yes yes -   -   -   -   yes -
  create           pods/binding                   blue       a        yes  -   -   -   -   -   -   -   -   -
  get              secrets                        blue       a        yes  -   yes yes -   -   -   -   -   -
  list             secrets                        blue       -        yes  -   yes yes -   -   -   -   -   -
  watch            secrets                        -          -        yes  -   -   -   -   -   -   -   -   -
  create           secrets                        blue       -        yes  -   yes yes -   -   -   -   -   -
  get              configmaps                     blue       one      yes  yes yes yes yes -   yes -   -   -
  get              configmaps                     blue       two      yes  yes yes yes yes -   -   -   -   -
  update           configmaps                     blue       one      yes  -   yes yes -   -   yes -   -   -
  list             configmaps                     blue       -        yes  yes yes yes yes -   -   yes -   -
  list             configmaps                     green      -        yes  -   -   -   yes -   -   -   -   -
  list             deployments.apps               blue       -        yes  yes yes yes yes -   -   -   -   -
  patch            deployments.apps/scale         blue       a        yes  -   yes yes -   -   yes -   -   -
  patch            deployments.apps               blue       a        yes  -   yes yes -   -   -   -   -   -
  create           serviceaccounts/token          blue       bot      yes  -   yes yes -   -   -   -   -   -
  list             roles.rbac.authorization.k8s.io        blue -      yes  -   -   yes -   -   -   -   -   -
  create           rolebindings.rbac.authorization.k8s.io blue -      yes  -   -   yes -   -   -   -   -   -
  list             clusterroles.rbac.authorization.k8s.io -    -      yes  -   -   -   -   -   -   -   -   -
  list             resourcequotas                 blue       -        yes  yes yes yes yes -   -   -   -   -
  create           resourcequotas                 blue       -        yes  -   -   -   -   -   -   -   -   -
  get              namespaces                     blue       -        yes  yes yes yes yes -   -   -   -   -
  list             namespaces                     -          -        yes  -   -   -   yes -   -   -   -   -
  create           namespaces                     -          -        yes  -   -   -   -   -   -   -   -   -
  list             nodes                          -          -        yes  -   -   -   -   -   -   -   -   -
  list             customresourcedefinitions.apiextensions.k8s.io - - yes  -   -   -   -   -   -   -   -   -
  create           tokenreviews.authentication.k8s.io     -    -      yes  -   -   -   -   -   -   -   yes -
  create           subjectaccessreviews.authorization.k8s.io - -      yes  -   -   -   -   -   -   -   yes -
  create           localsubjectaccessreviews.authorization.k8s.io blue - yes - -   yes -   -   -   -   yes -
  create           selfsubjectaccessreviews.authorization.k8s.io - -  yes  yes yes yes yes yes yes yes yes -
  create           selfsubjectreviews.authentication.k8s.io - -       yes  yes yes yes yes yes yes yes yes -
  list             things.example.com             blue       -        yes  -   -   -   -   -   -   -   -   -
`

interface Row {
  readonly question: Question
  readonly allowed: readonly string[]
}

function rowsOf(matrix: string): Row[] {
  const [header = [], ...lines] = matrix
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
  const people = header.slice(4)
  return lines.map(([verb = '', resource = '', namespace = '', name = '', ...answers]) => ({
    question: { verb, resource, namespace, name },
    allowed: people.filter((_, index) => answers[index] === 'yes'),
  }))
}

let server: ApiServer
let root: TestApi
beforeAll(async () => {
  server = await startApiServer({ controllers: false })
  root = apiOf(server)
  for (const name of ['blue', 'green']) await root.post('/api/v1/namespaces', { metadata: { name } })
  await root.post('/api/v1/namespaces/blue/serviceaccounts', { metadata: { name: 'default' } })
  await grant(root, { namespace: 'blue', role: 'view', to: PEOPLE['ann']! })
  await grant(root, { namespace: 'blue', role: 'edit', to: PEOPLE['ben']! })
  await grant(root, { namespace: 'blue', role: 'admin', toGroup: 'blue-admins' })
  await grant(root, { role: 'view', to: PEOPLE['dee']! })
  await grant(root, {
    namespace: 'blue',
    rules: [
      { apiGroups: [''], resources: ['pods/log'], verbs: ['get'] },
      { apiGroups: [''], resources: ['pods/exec'], verbs: ['create'] },
      { apiGroups: [''], resources: ['configmaps'], resourceNames: ['one'], verbs: ['get', 'update'] },
      { apiGroups: ['apps'], resources: ['*/scale'], verbs: ['patch'] },
    ],
    to: PEOPLE['fay']!,
  })
  await grant(root, {
    namespace: 'blue',
    rules: [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }],
    to: PEOPLE['bot']!,
  })
})
afterAll(() => server.close())

describe('who may do what', () => {
  it.each(rowsOf(MATRIX).map((row) => [Object.values(row.question).join(' '), row] as const))(
    '%s',
    async (_title, { question, allowed }) => {
      const tried: string[] = []
      const said: string[] = []
      for (const [name, user] of Object.entries(PEOPLE)) {
        if (await isAllowed(server, user, question)) tried.push(name)
        if (await isSaidToBeAllowed(server, user, question)) said.push(name)
      }

      expect(tried).toEqual(allowed)
      expect(said).toEqual(allowed)
    },
  )
})

describe('a node', () => {
  const node = () => apiOf(server, PEOPLE['n1']!)

  it('brings no pods of its own but mirrors of what it runs', async () => {
    expect(await node().post('/api/v1/namespaces/blue/pods', aPod('mine', { nodeName: 'n1' }))).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('can only create mirror pods') },
    })
  })

  it('reads the secrets of its pods, and no others', async () => {
    const volumes = [{ name: 'v', secret: { secretName: 'mounted' } }]
    const pod = aPod('runs-on-n1', { nodeName: 'n1', automountServiceAccountToken: false, volumes })
    for (const name of ['mounted', 'private']) {
      await root.post('/api/v1/namespaces/blue/secrets', { metadata: { name } })
    }
    expect((await root.post('/api/v1/namespaces/blue/pods', pod)).status).toBe(201)

    expect((await node().get('/api/v1/namespaces/blue/secrets/mounted')).status).toBe(200)
    expect((await node().get('/api/v1/namespaces/blue/secrets/private')).status).toBe(403)
    expect((await node().get('/api/v1/namespaces/blue/secrets')).status).toBe(403)
  })
})

describe('paths that are no resources', () => {
  const monitor = person('prometheus', 'system:monitoring')

  it.each([
    ['/healthz', ['root', 'eve', 'any', 'monitor']],
    ['/livez', ['root', 'eve', 'any', 'monitor']],
    ['/readyz', ['root', 'eve', 'any', 'monitor']],
    ['/readyz/ping', ['root', 'monitor']],
    ['/version', ['root', 'eve', 'any', 'monitor']],
    ['/api', ['root', 'eve', 'monitor']],
    ['/apis/apps/v1', ['root', 'eve', 'monitor']],
    ['/openapi/v3', ['root', 'eve', 'monitor']],
    ['/metrics', ['root', 'monitor']],
    ['/nowhere', ['root']],
    ['/', ['root']],
  ])('%s', async (path, allowed) => {
    const users = { root: PEOPLE['root']!, eve: PEOPLE['eve']!, any: PEOPLE['any']!, monitor }
    const answers = await Promise.all(
      Object.entries(users).map(async ([name, user]) => ({
        name,
        status: (await server.handle({ path, user })).status,
      })),
    )

    expect(answers.filter(({ status }) => status !== 403).map(({ name }) => name)).toEqual(allowed)
  })
})

describe('a refusal', () => {
  it.each([
    [
      'ann',
      'GET',
      '/api/v1/namespaces/blue/secrets/s',
      'secrets "s" is forbidden: User "ann" cannot get resource "secrets" in API group "" in the namespace "blue"',
    ],
    [
      'eve',
      'GET',
      '/api/v1/nodes',
      'nodes is forbidden: User "eve" cannot list resource "nodes" in API group "" at the cluster scope',
    ],
    [
      'ann',
      'POST',
      '/apis/apps/v1/namespaces/blue/deployments',
      'deployments.apps is forbidden: User "ann" cannot create resource "deployments" in API group "apps" in the namespace "blue"',
    ],
    [
      'ann',
      'POST',
      '/api/v1/namespaces/blue/pods/a/exec',
      'pods "a" is forbidden: User "ann" cannot create resource "pods/exec" in API group "" in the namespace "blue"',
    ],
    ['any', 'GET', '/apis', 'forbidden: User "system:anonymous" cannot get path "/apis"'],
    [
      'bot',
      'DELETE',
      '/api/v1/namespaces/blue/configmaps',
      'configmaps is forbidden: User "system:serviceaccount:blue:bot" cannot deletecollection resource "configmaps" in API group "" in the namespace "blue"',
    ],
  ])('tells %s why %s %s was refused', async (name, method, path, message) => {
    const response = await server.handle({ method, path, user: PEOPLE[name]! })

    expect(await response.json()).toMatchObject({ kind: 'Status', reason: 'Forbidden', code: 403, message })
  })

  it('says nothing of whether the thing is there', async () => {
    await root.post('/api/v1/namespaces/blue/secrets', { metadata: { name: 'there' } })
    const eve = apiOf(server, PEOPLE['eve']!)

    const there = await eve.get('/api/v1/namespaces/blue/secrets/there')
    const absent = await eve.get('/api/v1/namespaces/blue/secrets/gone')

    expect([there.status, absent.status]).toEqual([403, 403])
    expect(absent.body.message).toBe(there.body.message.replace('there', 'gone'))
  })

  it('comes before the body is looked at', async () => {
    const eve = apiOf(server, PEOPLE['eve']!)

    expect((await eve.post('/api/v1/namespaces/blue/pods', { kind: 'Nonsense' })).status).toBe(403)
  })
})

describe('a change of roles and bindings', () => {
  it('counts from the next request on', async () => {
    const guy = person('guy')
    const path = '/api/v1/namespaces/green/configmaps'
    const before = await apiOf(server, guy).get(path)
    const binding = await grant(root, { namespace: 'green', role: 'view', to: guy })
    const during = await apiOf(server, guy).get(path)
    await root.delete(binding)
    const after = await apiOf(server, guy).get(path)

    expect([before.status, during.status, after.status]).toEqual([403, 200, 403])
  })

  it('makes no difference when the role of a binding is not there', async () => {
    const hal = person('hal')
    await grant(root, { namespace: 'green', role: 'none-such', to: hal })

    expect((await apiOf(server, hal).get('/api/v1/namespaces/green/configmaps')).body.message).toContain(
      'RBAC: clusterrole.rbac.authorization.k8s.io "none-such" not found',
    )
  })
})
