import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../server.ts'
import { aPod, apiOf, type TestApi } from '../test/api.ts'

let server: ApiServer
let api: TestApi

beforeAll(async () => {
  server = await startApiServer({ controllers: false })
  api = apiOf(server)
  for (const name of ['limits', 'quota', 'pods']) {
    await api.post('/api/v1/namespaces', { metadata: { name } })
    await api.post(`/api/v1/namespaces/${name}/serviceaccounts`, { metadata: { name: 'default' } })
  }
})
afterAll(() => server.close())

describe('namespace lifecycle', () => {
  it('refuses objects for a namespace that is not there', async () => {
    const { status, body } = await api.post('/api/v1/namespaces/none/configmaps', { metadata: { name: 'a' } })

    expect(status).toBe(404)
    expect(body.message).toBe('namespaces "none" not found')
  })

  it('keeps the system namespaces', async () => {
    const { status, body } = await api.delete('/api/v1/namespaces/kube-system')

    expect(status).toBe(403)
    expect(body.message).toBe('namespaces "kube-system" is forbidden: this namespace may not be deleted')
  })
})

describe('pods', () => {
  it('get an account, a token and tolerations', async () => {
    const { status, body } = await api.post('/api/v1/namespaces/pods/pods', aPod('plain'))

    expect(status).toBe(201)
    expect(body.spec.serviceAccountName).toBe('default')
    expect(body.spec.containers[0].volumeMounts[0].mountPath).toBe('/var/run/secrets/kubernetes.io/serviceaccount')
    expect(body.spec.volumes[0].name).toMatch(/^kube-api-access-[b-z2-9]{5}$/)
    expect(body.spec.tolerations.map(({ key }: { key: string }) => key)).toEqual([
      'node.kubernetes.io/not-ready',
      'node.kubernetes.io/unreachable',
    ])
    expect(body.spec.priority).toBe(0)
  })

  it('get no token when they or their account decline', async () => {
    const { body } = await api.post(
      '/api/v1/namespaces/pods/pods',
      aPod('tokenless', { automountServiceAccountToken: false }),
    )

    expect(body.spec.volumes).toBeUndefined()
  })

  it('are refused with an account that is not there', async () => {
    const { status, body } = await api.post(
      '/api/v1/namespaces/pods/pods',
      aPod('lost', { serviceAccountName: 'nobody' }),
    )

    expect(status).toBe(403)
    expect(body.message).toBe(
      'pods "lost" is forbidden: error looking up service account pods/nobody: serviceaccount "nobody" not found',
    )
  })

  it('get the number of their priority class', async () => {
    const { body } = await api.post(
      '/api/v1/namespaces/pods/pods',
      aPod('urgent', { priorityClassName: 'system-cluster-critical' }),
    )

    expect(body.spec.priority).toBe(2_000_000_000)
  })

  it('are refused with a priority class that is not there', async () => {
    const { status, body } = await api.post('/api/v1/namespaces/pods/pods', aPod('odd', { priorityClassName: 'none' }))

    expect(status).toBe(403)
    expect(body.message).toBe('pods "odd" is forbidden: no PriorityClass with name none was found')
  })
})

describe('limit ranges', () => {
  beforeAll(async () => {
    const limits = [{ type: 'Container', default: { cpu: '500m' }, defaultRequest: { cpu: '100m' }, max: { cpu: '1' } }]
    await api.post('/api/v1/namespaces/limits/limitranges', { metadata: { name: 'l' }, spec: { limits } })
  })

  it('fill in what a container does not say', async () => {
    const { body } = await api.post('/api/v1/namespaces/limits/pods', aPod('defaulted'))

    expect(body.spec.containers[0].resources).toEqual({ limits: { cpu: '500m' }, requests: { cpu: '100m' } })
    expect(body.metadata.annotations['kubernetes.io/limit-ranger']).toBe(
      'LimitRanger plugin set: cpu request for container main; cpu limit for container main',
    )
  })

  it('refuse what is beyond them', async () => {
    const containers = [{ name: 'main', image: 'i', resources: { limits: { cpu: '2' } } }]

    const { status, body } = await api.post('/api/v1/namespaces/limits/pods', aPod('big', { containers }))

    expect(status).toBe(403)
    expect(body.message).toBe('pods "big" is forbidden: maximum cpu usage per Container is 1, but limit is 2')
  })
})

describe('quotas', () => {
  beforeAll(async () => {
    const hard = { 'count/secrets': '2', 'services.nodeports': '1' }
    await api.post('/api/v1/namespaces/quota/resourcequotas', { metadata: { name: 'q' }, spec: { hard } })
    await api.patch('/api/v1/namespaces/quota/resourcequotas/q/status', {
      status: { hard, used: { 'count/secrets': '0' } },
    })
  })

  it('let no more through than they allow, however many come at once', async () => {
    const names = Array.from({ length: 8 }, (_, index) => `s${index}`)

    const answers = await Promise.all(
      names.map((name) => api.post('/api/v1/namespaces/quota/secrets', { metadata: { name } })),
    )

    expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
    expect(answers.find(({ status }) => status === 403)?.body.message).toContain(
      'exceeded quota: q, requested: count/secrets=1',
    )
  })

  it('are not charged by a dry run', async () => {
    const spec = { type: 'NodePort', ports: [{ port: 80 }] }
    const path = '/api/v1/namespaces/quota/services'

    await api.post(`${path}?dryRun=All`, { metadata: { name: 'a' }, spec })
    const { status } = await api.post(path, { metadata: { name: 'a' }, spec })

    expect(status).toBe(201)
  })
})

describe('services', () => {
  it('never share a cluster IP or node port', async () => {
    const create = (name: string) =>
      api.post('/api/v1/namespaces/default/services', {
        metadata: { name },
        spec: { type: 'NodePort', ports: [{ port: 80 }] },
      })

    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => create(`web-${index}`)))

    expect(new Set(answers.map(({ body }) => body.spec.clusterIP)).size).toBe(20)
    expect(new Set(answers.map(({ body }) => body.spec.ports[0].nodePort)).size).toBe(20)
  })

  it('are refused an address that another holds', async () => {
    const spec = { ports: [{ port: 80 }], clusterIP: '10.96.7.7' }
    await api.post('/api/v1/namespaces/default/services', { metadata: { name: 'first' }, spec })

    const { status, body } = await api.post('/api/v1/namespaces/default/services', {
      metadata: { name: 'second' },
      spec,
    })

    expect(status).toBe(422)
    expect(body.details.causes[0].message).toContain(
      'failed to allocate IP 10.96.7.7: provided IP is already allocated',
    )
  })

  it('give their address back when they go', async () => {
    const spec = { ports: [{ port: 80 }], clusterIP: '10.96.8.8' }
    await api.post('/api/v1/namespaces/default/services', { metadata: { name: 'old' }, spec })
    await api.delete('/api/v1/namespaces/default/services/old')

    expect((await api.post('/api/v1/namespaces/default/services', { metadata: { name: 'new' }, spec })).status).toBe(
      201,
    )
  })
})
