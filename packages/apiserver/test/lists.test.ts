import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../src/server.ts'
import { aPod } from '../src/test/api.ts'
import { type Answer, TestClient } from '../src/test/client.ts'
import { times } from './support/cases.ts'

const MAPS = '/api/v1/configmaps'
const inNamespace = (namespace: string) => `/api/v1/namespaces/${namespace}/configmaps`

let server: ApiServer
let client: TestClient
/** The version after each config map was made, by its name. */
const versions: Record<string, string> = {}
beforeAll(async () => {
  server = await startApiServer({ controllers: false })
  client = new TestClient(server)
  for (const name of ['one', 'two', 'two-b']) await client.post('/api/v1/namespaces', { metadata: { name } })
  const objects: [string, string, object][] = [
    ['two', 'a', { app: 'web', tier: 'front' }],
    ['one', 'c', { app: 'web', tier: 'back' }],
    ['one', 'a', { app: 'db', size: '3' }],
    ['two-b', 'a', { app: 'web', size: '12' }],
    ['one', 'b', {}],
  ]
  for (const [namespace, name, labels] of objects) {
    const { body } = await client.post(inNamespace(namespace), { metadata: { name, labels } })
    versions[`${namespace}/${name}`] = body.metadata.resourceVersion
  }
})
afterAll(() => server.close())

type Listed = { body: { items: { metadata: { name: string; namespace: string } }[] } }
const paths = ({ body }: Listed): string[] =>
  body.items.map(({ metadata }) => `${metadata.namespace}/${metadata.name}`).filter((path) => !path.includes('kube'))

describe('a list over all namespaces', () => {
  it('is ordered by namespace and name, as keys of a store with slashes between them are', async () => {
    expect(paths(await client.get(MAPS))).toEqual(['one/a', 'one/b', 'one/c', 'two-b/a', 'two/a'])
    expect(paths(await client.get(inNamespace('one')))).toEqual(['one/a', 'one/b', 'one/c'])
  })

  it('goes page by page across namespaces, each object once', async () => {
    const seen: string[] = []
    let token = ''
    do {
      const page: Answer = await client.get(`${MAPS}?limit=2${token && `&continue=${token}`}`)
      expect(page.body.items.length).toBeLessThanOrEqual(2)
      seen.push(...paths(page))
      token = page.body.metadata.continue ?? ''
    } while (token)

    expect(seen).toEqual(paths(await client.get(MAPS)))
  })
})

describe('a list in pages', () => {
  it('is of one moment, however much is written meanwhile', async () => {
    const busy = '/apis/coordination.k8s.io/v1/namespaces/one/leases'
    for (const name of times(20, (index) => `m-${String(index).padStart(2, '0')}`))
      await client.post(busy, { metadata: { name } })
    const first = await client.get(`${busy}?limit=5`)
    let { continue: token, resourceVersion } = first.body.metadata
    const seen = [...first.body.items]

    for (let page = 0; token; page++) {
      await client.delete(`${busy}/m-${String(19 - page).padStart(2, '0')}`)
      await client.post(busy, { metadata: { name: `n-${page}` } })
      await client.mergePatch(`${busy}/m-10`, { spec: { holderIdentity: `page ${page}` } })
      const { body } = await client.get(`${busy}?limit=5&continue=${token}`)
      expect(body.metadata.resourceVersion).toBe(resourceVersion)
      seen.push(...body.items)
      token = body.metadata.continue
    }

    expect(seen.map(({ metadata }) => metadata.name)).toEqual(
      times(20, (index) => `m-${String(index).padStart(2, '0')}`),
    )
    expect(seen[10].spec.holderIdentity).toBeUndefined()
  })

  it('does not count what is left behind a selector', async () => {
    const { body } = await client.get(`${MAPS}?limit=1&labelSelector=app%3Dweb`)

    expect(body.metadata.continue).toBeTruthy()
    expect(body.metadata).not.toHaveProperty('remainingItemCount')
  })

  it('has no version to ask for beside its token', async () => {
    const { body } = await client.get(`${inNamespace('one')}?limit=1`)
    const again = await client.get(`${inNamespace('one')}?limit=1&continue=${body.metadata.continue}&resourceVersion=1`)

    expect(again).toMatchObject({
      status: 400,
      body: { message: 'specifying resource version is not allowed when using continue' },
    })
  })
})

describe('a label selector', () => {
  it.each([
    ['app=web', ['one/c', 'two-b/a', 'two/a']],
    ['app==web,tier=back', ['one/c']],
    ['app!=web', ['one/a', 'one/b']],
    ['app', ['one/a', 'one/c', 'two-b/a', 'two/a']],
    ['!app', ['one/b']],
    ['app in (db,cache)', ['one/a']],
    ['app notin (db),tier', ['one/c', 'two/a']],
    ['size>5', ['two-b/a']],
    ['size<5', ['one/a']],
    ['app=none', []],
  ])('%s selects %j', async (selector, selected) => {
    const answer = await client.get(`${MAPS}?labelSelector=${encodeURIComponent(selector)}`)

    expect(paths(answer)).toEqual(selected)
  })
})

describe('a field selector', () => {
  it.each([
    ['metadata.name=a', ['one/a', 'two-b/a', 'two/a']],
    ['metadata.name=a,metadata.namespace=two', ['two/a']],
    ['metadata.namespace!=one', ['two-b/a', 'two/a']],
    ['metadata.name=none', []],
  ])('%s selects %j', async (selector, selected) => {
    const answer = await client.get(`${MAPS}?fieldSelector=${encodeURIComponent(selector)}`)

    expect(paths(answer)).toEqual(selected)
  })

  it('knows where pods are and how they do', async () => {
    const pods = '/api/v1/namespaces/one/pods'
    await client.post('/api/v1/namespaces/one/serviceaccounts', { metadata: { name: 'default' } })
    await client.post(pods, aPod('here', { nodeName: 'n1' }))
    await client.post(pods, aPod('nowhere'))
    await client.mergePatch(`${pods}/here/status`, { status: { phase: 'Running' } })
    const names = async (selector: string) =>
      (await client.get(`${pods}?fieldSelector=${encodeURIComponent(selector)}`)).body.items.map(
        (pod: { metadata: { name: string } }) => pod.metadata.name,
      )

    expect(await names('spec.nodeName=n1')).toEqual(['here'])
    expect(await names('spec.nodeName=')).toEqual(['nowhere'])
    expect(await names('status.phase=Running')).toEqual(['here'])
    expect(await names('status.phase!=Running,spec.restartPolicy=Always')).toEqual(['nowhere'])
  })
})

describe('the version of a list', () => {
  const first = () => versions['two/a'] ?? ''
  const exactly = 'resourceVersionMatch=Exact'
  const atLeast = 'resourceVersionMatch=NotOlderThan'

  it.each([
    ['without a version is the newest', () => '', ['one/a', 'one/b', 'one/c']],
    ['0 is whatever is there', () => 'resourceVersion=0', ['one/a', 'one/b', 'one/c']],
    ['a version is at least that', () => `resourceVersion=${first()}`, ['one/a', 'one/b', 'one/c']],
    ['not older than a version', () => `resourceVersion=${first()}&${atLeast}`, ['one/a', 'one/b', 'one/c']],
    ['exactly a version of the past', () => `resourceVersion=${versions['one/a']}&${exactly}`, ['one/a', 'one/c']],
    ['a limit with a version means exactly that one', () => `resourceVersion=${versions['one/c']}&limit=9`, ['one/c']],
    ['a limit with 0 is no limit', () => 'resourceVersion=0&limit=1', ['one/a', 'one/b', 'one/c']],
  ])('%s', async (_rule, query, selected) => {
    expect(paths(await client.get(`${inNamespace('one')}?${query()}`))).toEqual(selected)
  })

  it.each([
    ['resourceVersionMatch=Exact', 422],
    ['resourceVersion=0&resourceVersionMatch=Exact', 422],
    ['resourceVersion=1&resourceVersionMatch=Nearly', 422],
    ['resourceVersion=new', 400],
    ['sendInitialEvents=true', 422],
  ])('cannot be asked for by %s', async (query, status) => {
    expect((await client.get(`${MAPS}?${query}`)).status).toBe(status)
  })

  it('that is gone is 410', async () => {
    const then = server.store.revision
    await client.post(inNamespace('two'), { metadata: { name: 'newer' } })
    server.store.compact('root//configmaps', server.store.revision)

    const answer = await client.get(`${MAPS}?resourceVersion=${then}&resourceVersionMatch=Exact`)

    expect(answer).toMatchObject({ status: 410, body: { reason: 'Expired' } })
  })

  it('of the future is waited for, but not for long', async () => {
    const answer = await client.get(`${MAPS}?resourceVersion=${server.store.revision + 1_000}`)

    expect(answer).toMatchObject({
      status: 504,
      headers: { 'retry-after': 1 },
      body: { reason: 'Timeout', details: { causes: [{ reason: 'ResourceVersionTooLarge' }] } },
    })
  })
})
