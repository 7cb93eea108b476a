import { VirtualClock } from '@skep/base'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../../server.ts'
import { apiOf, type TestApi } from '../../test/api.ts'

let server: ApiServer
let api: TestApi
const clock = new VirtualClock()

beforeAll(async () => {
  server = await startApiServer({ clock })
  api = apiOf(server)
})
afterAll(() => server.close())

const makeNamespace = (name: string) => api.post('/api/v1/namespaces', { metadata: { name } })

describe('deleting a namespace', () => {
  it('deletes everything in it, then the namespace', async () => {
    await makeNamespace('full')
    await api.post('/api/v1/namespaces/full/configmaps', { metadata: { name: 'a' } })
    await api.post('/apis/apps/v1/namespaces/full/controllerrevisions', {
      metadata: { name: 'r' },
      revision: 1,
      data: {},
    })

    await api.delete('/api/v1/namespaces/full')
    await clock.settle()

    expect((await api.get('/api/v1/namespaces/full')).status).toBe(404)
    expect((await api.get('/api/v1/namespaces/full/configmaps')).body.items).toEqual([])
  })

  it('says what it waits for, and finishes when that is gone', async () => {
    await makeNamespace('held')
    await api.post('/api/v1/namespaces/held/secrets', { metadata: { name: 's', finalizers: ['example.com/hold'] } })

    await api.delete('/api/v1/namespaces/held')
    await clock.settle()

    const { body } = await api.get('/api/v1/namespaces/held')
    const messages = Object.fromEntries(
      body.status.conditions.map(({ type, message }: { type: string; message: string }) => [type, message]),
    )
    expect(messages['NamespaceContentRemaining']).toBe(
      'Some resources are remaining: secrets. has 1 resource instances',
    )
    expect(messages['NamespaceFinalizersRemaining']).toBe(
      'Some content in the namespace has finalizers remaining: example.com/hold in 1 resource instances',
    )

    await api.patch('/api/v1/namespaces/held/secrets/s', { metadata: { finalizers: null } })
    await clock.settle()
    expect((await api.get('/api/v1/namespaces/held')).status).toBe(404)
  })

  it('takes nothing new', async () => {
    await makeNamespace('closing')
    await api.post('/api/v1/namespaces/closing/secrets', { metadata: { name: 's', finalizers: ['example.com/hold'] } })
    await api.delete('/api/v1/namespaces/closing')

    const { status, body } = await api.post('/api/v1/namespaces/closing/configmaps', { metadata: { name: 'late' } })

    expect(status).toBe(403)
    expect(body.details.causes[0].reason).toBe('NamespaceTerminating')
  })
})

describe('a new namespace', () => {
  it('has a default account and the certificate of the server, and gets them back', async () => {
    await makeNamespace('fresh')
    await clock.settle()
    expect((await api.get('/api/v1/namespaces/fresh/serviceaccounts/default')).status).toBe(200)
    expect((await api.get('/api/v1/namespaces/fresh/configmaps/kube-root-ca.crt')).body.data['ca.crt']).toBe(server.ca)

    await api.delete('/api/v1/namespaces/fresh/serviceaccounts/default')
    await api.patch('/api/v1/namespaces/fresh/configmaps/kube-root-ca.crt', { data: { 'ca.crt': 'changed' } })
    await clock.settle()

    expect((await api.get('/api/v1/namespaces/fresh/serviceaccounts/default')).status).toBe(200)
    expect((await api.get('/api/v1/namespaces/fresh/configmaps/kube-root-ca.crt')).body.data['ca.crt']).toBe(server.ca)
  })
})

describe('a secret that asks for a token', () => {
  it('is filled, and goes with its account', async () => {
    const annotations = { 'kubernetes.io/service-account.name': 'robot' }
    await api.post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'robot' } })
    await api.post('/api/v1/namespaces/default/secrets', {
      metadata: { name: 'robot-token', annotations },
      type: 'kubernetes.io/service-account-token',
    })
    await clock.settle()
    const { data } = (await api.get('/api/v1/namespaces/default/secrets/robot-token')).body
    expect(Buffer.from(data.token, 'base64').toString().split('.')).toHaveLength(3)
    expect(Buffer.from(data.namespace, 'base64').toString()).toBe('default')

    await api.delete('/api/v1/namespaces/default/serviceaccounts/robot')
    await clock.settle()

    expect((await api.get('/api/v1/namespaces/default/secrets/robot-token')).status).toBe(404)
  })
})

describe('events', () => {
  it('are gone after an hour', async () => {
    const now = new Date(clock.now()).toISOString().replace(/\.\d+Z/, 'Z')
    const involvedObject = { kind: 'Pod', namespace: 'default', name: 'p' }
    await api.post('/api/v1/namespaces/default/events', { metadata: { name: 'e' }, involvedObject, lastTimestamp: now })

    await clock.advance(59 * 60_000)
    expect((await api.get('/api/v1/namespaces/default/events/e')).status).toBe(200)

    await clock.advance(2 * 60_000)
    expect((await api.get('/api/v1/namespaces/default/events/e')).status).toBe(404)
  })
})

describe('a quota', () => {
  it('counts what is there, and what goes', async () => {
    await makeNamespace('counted')
    await api.post('/api/v1/namespaces/counted/secrets', { metadata: { name: 'one' } })
    await api.post('/api/v1/namespaces/counted/resourcequotas', {
      metadata: { name: 'q' },
      spec: { hard: { 'count/secrets': '5' } },
    })
    await clock.settle()
    const used = async () => (await api.get('/api/v1/namespaces/counted/resourcequotas/q')).body.status.used
    expect(await used()).toEqual({ 'count/secrets': '1' })

    await api.delete('/api/v1/namespaces/counted/secrets/one')
    await clock.settle()

    expect(await used()).toEqual({ 'count/secrets': '0' })
  })
})

describe('an aggregated role', () => {
  it('is the sum of the roles it selects', async () => {
    const roles = '/apis/rbac.authorization.k8s.io/v1/clusterroles'
    const rule = { apiGroups: [''], resources: ['pods'], verbs: ['get'] }
    const clusterRoleSelectors = [{ matchLabels: { part: 'yes' } }]
    await api.post(roles, { metadata: { name: 'sum' }, aggregationRule: { clusterRoleSelectors } })
    await api.post(roles, { metadata: { name: 'part', labels: { part: 'yes' } }, rules: [rule] })
    await clock.settle()
    expect((await api.get(`${roles}/sum`)).body.rules).toEqual([rule])

    await api.delete(`${roles}/part`)
    await clock.settle()

    expect((await api.get(`${roles}/sum`)).body.rules ?? []).toEqual([])
  })
})
