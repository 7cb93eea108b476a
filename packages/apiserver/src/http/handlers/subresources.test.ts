import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiServer, startApiServer } from '../../server.ts'
import { TestClient } from '../../test/client.ts'

let server: ApiServer
let client: TestClient
const PODS = '/api/v1/namespaces/default/pods'
const DEPLOYMENTS = '/apis/apps/v1/namespaces/default/deployments'
const spec = { containers: [{ name: 'main', image: 'example/app:1' }] }
const pod = (name: string, more: object = {}, labels = {}) => ({
  metadata: { name, labels },
  spec: { ...spec, ...more },
})

beforeAll(async () => {
  server = await startApiServer({ controllers: false })
  client = new TestClient(server)
  const template = { metadata: { labels: { app: 'web' } }, spec }
  await client.post(DEPLOYMENTS, {
    metadata: { name: 'web' },
    spec: { replicas: 2, selector: { matchLabels: { app: 'web' } }, template },
  })
})
afterAll(() => server.close())

describe('scale', () => {
  it('shows and changes how many replicas there are to be', async () => {
    expect((await client.get(`${DEPLOYMENTS}/web/scale`)).body).toMatchObject({
      kind: 'Scale',
      spec: { replicas: 2 },
      status: { replicas: 0, selector: 'app=web' },
    })

    const { body } = await client.mergePatch(`${DEPLOYMENTS}/web/scale`, { spec: { replicas: 5 } })

    expect(body.spec).toEqual({ replicas: 5 })
    expect((await client.get(`${DEPLOYMENTS}/web`)).body).toMatchObject({
      metadata: { generation: 2 },
      spec: { replicas: 5 },
    })
  })

  it('refuses fewer than none', async () => {
    expect((await client.mergePatch(`${DEPLOYMENTS}/web/scale`, { spec: { replicas: -1 } })).body.message).toBe(
      'Scale.autoscaling "web" is invalid: spec.replicas: Invalid value: -1: must be greater than or equal to 0',
    )
  })
})

describe('status', () => {
  it('and the rest of the object leave each other alone', async () => {
    await client.mergePatch(`${DEPLOYMENTS}/web/status`, { spec: { replicas: 99 }, status: { replicas: 1 } })
    await client.mergePatch(`${DEPLOYMENTS}/web`, { spec: { paused: true }, status: { replicas: 77 } })

    const { body } = await client.get(`${DEPLOYMENTS}/web`)

    expect(body.spec.replicas).not.toBe(99)
    expect(body.spec.paused).toBe(true)
    expect(body.status.replicas).toBe(1)
  })
})

describe('binding a pod', () => {
  it('puts it on a node, once', async () => {
    await client.post(PODS, pod('loose'))
    const bind = (name: string) =>
      client.post(`${PODS}/loose/binding`, { metadata: { name: 'loose' }, target: { kind: 'Node', name } })

    expect(await bind('n1')).toMatchObject({ status: 201, body: { kind: 'Status', status: 'Success' } })
    expect((await client.get(`${PODS}/loose`)).body.spec.nodeName).toBe('n1')
    expect((await bind('n2')).body.message).toBe(
      'Operation cannot be fulfilled on pods/binding "loose": pod loose is already assigned to node "n1"',
    )
  })
})

describe('evicting a pod', () => {
  const evict = (name: string) => client.post(`${PODS}/${name}/eviction`, { metadata: { name } })

  it('deletes it when nothing protects it', async () => {
    await client.post(PODS, pod('free'))

    expect((await evict('free')).status).toBe(201)
    expect((await client.get(`${PODS}/free`)).status).toBe(404)
  })

  it('is refused while its budget has nothing to spare, and spends from it otherwise', async () => {
    await client.post(PODS, pod('kept', { nodeName: 'n1' }, { app: 'kept' }))
    const ready = { phase: 'Running', conditions: [{ type: 'Ready', status: 'True' }] }
    await client.mergePatch(`${PODS}/kept/status`, { status: ready })
    const budgets = '/apis/policy/v1/namespaces/default/poddisruptionbudgets'
    const selector = { matchLabels: { app: 'kept' } }
    await client.post(budgets, { metadata: { name: 'b' }, spec: { minAvailable: 1, selector } })
    const allow = (disruptionsAllowed: number) =>
      client.mergePatch(`${budgets}/b/status`, {
        status: { observedGeneration: 1, disruptionsAllowed, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 },
      })

    await allow(0)
    expect(await evict('kept')).toMatchObject({
      status: 429,
      body: {
        message: "Cannot evict pod as it would violate the pod's disruption budget.",
        details: { causes: [{ message: 'The disruption budget b needs 1 healthy pods and has 1 currently' }] },
      },
    })

    await allow(1)
    expect((await evict('kept')).status).toBe(201)
    expect((await client.get(`${budgets}/b`)).body.status).toMatchObject({ disruptionsAllowed: 0 })
  })
})

describe('tokens of service accounts', () => {
  it('let in who shows them, as the account', async () => {
    await client.post('/api/v1/namespaces/default/serviceaccounts', { metadata: { name: 'robot' } })
    const { body } = await client.post('/api/v1/namespaces/default/serviceaccounts/robot/token', { spec: {} })

    const review = await client.post('/apis/authentication.k8s.io/v1/tokenreviews', {
      spec: { token: body.status.token },
    })

    expect(review.body.status.user.username).toBe('system:serviceaccount:default:robot')
  })
})

describe('what there is no process for', () => {
  it('says so', async () => {
    await client.post(PODS, pod('quiet', { nodeName: 'n1' }))

    expect(await client.get(`${PODS}/quiet/log`)).toMatchObject({ status: 200, body: '' })
    expect(await client.get(`${PODS}/quiet/exec`)).toMatchObject({ status: 503 })
    expect(await client.get(`${PODS}/nobody/exec`)).toMatchObject({ status: 404 })
  })
})
