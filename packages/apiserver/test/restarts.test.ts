import { describe, expect, it } from 'vitest'
import type { ApiServer } from '../src/server.ts'
import { TestClient } from '../src/test/client.ts'
import { times } from './support/cases.ts'
import { startServer, temporaryFolder } from './support/servers.ts'
import { overHttp1 } from './support/wire.ts'

const MAPS = '/api/v1/namespaces/default/configmaps'
const ACCOUNT = '/api/v1/namespaces/default/serviceaccounts/default'

/** A server, something done with it, and the server that takes its place. */
async function restarted<T>(use: (server: ApiServer, client: TestClient) => Promise<T>) {
  const dataDir = await temporaryFolder()
  const first = await startServer({ dataDir })
  const before = await use(first, new TestClient(first))
  await first.close()
  const server = await startServer({ dataDir })
  return { before, server, client: new TestClient(server) }
}

describe('after a restart', () => {
  it('every object is as it was, and versions go on where they were', async () => {
    const { before, client } = await restarted(async (_server, first) => {
      for (const name of ['a', 'b', 'c']) await first.post(MAPS, { metadata: { name }, data: { name } })
      await first.mergePatch(`${MAPS}/b`, { data: { changed: 'yes' } })
      await first.delete(`${MAPS}/c`)
      return (await first.get(MAPS)).body
    })

    const after = (await client.get(MAPS)).body
    const { body: next } = await client.post(MAPS, { metadata: { name: 'd' } })

    expect(after).toEqual(before)
    expect(Number(next.metadata.resourceVersion)).toBe(Number(before.metadata.resourceVersion) + 1)
  })

  it('a watch goes on from the version it had', async () => {
    const { before, client } = await restarted(async (_server, first) => {
      const { body } = await first.post(MAPS, { metadata: { name: 'seen' } })
      await first.post(MAPS, { metadata: { name: 'missed' } })
      await first.delete(`${MAPS}/missed`)
      return body.metadata.resourceVersion
    })

    const watch = await client.watch(`${MAPS}?watch=true&resourceVersion=${before}`)
    await client.post(MAPS, { metadata: { name: 'new' } })
    const events = [await watch.next(), await watch.next(), await watch.next()]
    watch.close()

    expect(events.map((event) => `${event?.type} ${event?.object.metadata.name}`)).toEqual([
      'ADDED missed',
      'DELETED missed',
      'ADDED new',
    ])
  })

  it('a list goes on with its next page', async () => {
    const { before, client } = await restarted(async (_server, first) => {
      // The first page also holds the certificate that every namespace has.
      for (const name of times(6, (index) => `m-${index}`)) await first.post(MAPS, { metadata: { name } })
      const { body } = await first.get(`${MAPS}?limit=4`)
      await first.delete(`${MAPS}/m-5`)
      return body.metadata.continue
    })

    const { body } = await client.get(`${MAPS}?limit=4&continue=${before}`)

    expect(body.items.map((item: { metadata: { name: string } }) => item.metadata.name)).toEqual(['m-3', 'm-4', 'm-5'])
  })

  it('tokens and certificates are as good as before', async () => {
    const { before, server } = await restarted(async (first, client) => ({
      ca: first.ca,
      token: (await client.post(`${ACCOUNT}/token`, { spec: {} })).body.status.token as string,
    }))

    const answer = await overHttp1(server, before.token).send({ method: 'GET', path: '/apis' })

    expect(answer.status).toBe(200)
    expect(server.ca).toBe(before.ca)
  })

  it('roles and bindings are in force, and what was deleted stays deleted', async () => {
    const { client, server } = await restarted(async (_server, first) => {
      const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['list'] }]
      const apiGroup = 'rbac.authorization.k8s.io'
      await first.post('/apis/rbac.authorization.k8s.io/v1/clusterroles', { metadata: { name: 'reader' }, rules })
      await first.post('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
        metadata: { name: 'reader' },
        roleRef: { apiGroup, kind: 'ClusterRole', name: 'reader' },
        subjects: [{ apiGroup, kind: 'User', name: 'ann' }],
      })
      await first.delete('/apis/rbac.authorization.k8s.io/v1/clusterroles/view')
    })

    const ann = new TestClient(server, { user: { name: 'ann', groups: ['system:authenticated'] } })

    expect((await ann.get(MAPS)).status).toBe(200)
    expect((await ann.get('/api/v1/namespaces/default/secrets')).status).toBe(403)
    expect((await client.get('/apis/rbac.authorization.k8s.io/v1/clusterroles/view')).status).toBe(404)
  })

  it('writes under way at the end are there if they were answered', async () => {
    const { before, client } = await restarted(async (first, api) => {
      const answers = times(200, (index) => api.post(MAPS, { metadata: { name: `w-${index}` } }))
      await Promise.race(answers)
      const settled = Promise.allSettled(answers)
      await first.close()
      const results = await settled
      return results.flatMap((result) =>
        result.status === 'fulfilled' && result.value.status === 201 ? [result.value.body.metadata.name as string] : [],
      )
    })

    const names = (await client.get(MAPS)).body.items.map((item: { metadata: { name: string } }) => item.metadata.name)

    expect(before.length).toBeGreaterThan(0)
    expect(names).toEqual(expect.arrayContaining(before))
  })
})
