import {
  ClusterRole,
  ClusterRoleBinding,
  ManagedCluster,
  ManifestWork,
  MutatingWebhookConfiguration,
  Namespace,
  ValidatingWebhookConfiguration,
} from '@skep/api'
import { createRandom } from '@skep/base'
import { createClient, inProcessTransport } from '@skep/client'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CLUSTER, configMap, newWork, startWorld, type TestWorld } from '../test/world.ts'
import { startWorkHub, type WorkHubOptions } from './start-hub.ts'

async function startHub(options: WorkHubOptions = { admission: {} }) {
  const world = await startWorld({ agent: {} })
  const hub = await startWorkHub({ hub: world.client, clock: world.clock, random: createRandom(5) }, options)
  let running = true
  const stop = async () => {
    if (running) await hub.stop()
    running = false
  }
  onTestFinished(stop)
  return { world, stop }
}

/** A client of somebody who may write works and clusters, and nothing else unless more rules are given. */
async function clientOf(world: TestWorld, name: string, rules: { resources: string[]; verbs: string[] }[] = []) {
  const apiGroups = ['*']
  const all = [{ resources: ['manifestworks', 'managedclusters'], verbs: ['create', 'update', 'patch'] }, ...rules]
  await world.client.create(ClusterRole, { metadata: { name }, rules: all.map((rule) => ({ apiGroups, ...rule })) })
  await world.client.create(ClusterRoleBinding, {
    metadata: { name },
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name },
    subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name }],
  })
  const client = createClient({
    transport: inProcessTransport(world.server, { user: { name, groups: ['system:authenticated'] } }),
    clock: world.clock,
  })
  onTestFinished(() => client.close())
  return client
}

const DENIED = 'admission webhook "manifestworkvalidators.admission.open-cluster-management.io" denied the request: '
const FOREGROUND = { propagationPolicy: 'Foreground' as const }
const executor = {
  subject: { type: 'ServiceAccount' as const, serviceAccount: { namespace: 'default', name: 'doer' } },
}
const cluster = (name: string, spec: object = {}) => ({
  metadata: { name },
  spec: { hubAcceptsClient: false, leaseDurationSeconds: 60, ...spec },
})

describe('a hub', () => {
  it.each([
    ['without manifests', [], 'manifests should not be empty'],
    ['with an object twice', [configMap('a'), configMap('a')], 'duplicate manifest for resource default/a'],
    ['with a nameless object', [{ ...configMap('a'), metadata: {} }], 'name must be set in manifest'],
    ['that is too large', [configMap('a', { text: 'x'.repeat(600_000) })], 'bytes which exceeds the 512000 limit'],
  ])('refuses a work %s with 400', async (_problem, manifests, message) => {
    const { world } = await startHub()

    await expect(world.post('blue', manifests)).rejects.toMatchObject({
      code: 400,
      message: expect.stringContaining(message),
    })
  })

  it('refuses a time after completion that is over before it begins', async () => {
    const { world } = await startHub()

    await expect(
      world.post('blue', [configMap('a')], { deleteOption: { ...FOREGROUND, ttlSecondsAfterFinished: -1 } }),
    ).rejects.toMatchObject({
      code: 422,
      message: expect.stringContaining('spec.deleteOption.ttlSecondsAfterFinished'),
    })
  })

  it('lets no cluster in of which nobody says so, and wants conditions in what is said of it', async () => {
    const { world } = await startHub()
    const ref = { name: 'demo' }
    const body = {
      apiVersion: 'cluster.open-cluster-management.io/v1',
      kind: 'ManagedCluster',
      metadata: ref,
      spec: {},
    }
    await world.client.raw({
      method: 'POST',
      path: '/apis/cluster.open-cluster-management.io/v1/managedclusters',
      body,
    })

    const demo = await world.client.get(ManagedCluster, ref)
    expect(demo?.spec).toEqual({ hubAcceptsClient: false, leaseDurationSeconds: 60 })
    const version = { type: 'merge', body: { status: { version: { kubernetes: 'v1.32.3' } } } } as const
    await expect(world.client.patch(ManagedCluster, ref, version, { subresource: 'status' })).rejects.toMatchObject({
      code: 422,
      message: expect.stringContaining('status.conditions: Required value'),
    })
  })

  it('takes larger works where that is chosen, and refuses those beyond', async () => {
    const { world } = await startHub({ admission: {}, manifestLimitBytes: 1_000 })

    await expect(world.post('blue', [configMap('a', { text: 'x'.repeat(1_000) })])).rejects.toMatchObject({
      message: expect.stringContaining(`${DENIED}the size of manifests is`),
    })
    await expect(world.post('red', [configMap('a')])).resolves.toBeDefined()
  })

  it('lets only those name an executor who may act in its name', async () => {
    const { world } = await startHub()
    const jo = await clientOf(world, 'jo')
    const al = await clientOf(world, 'al', [{ resources: ['manifestworks'], verbs: ['execute-as'] }])

    await expect(jo.create(ManifestWork, newWork('red', [configMap('a')], { executor }))).rejects.toMatchObject({
      code: 400,
      message: `${DENIED}user jo cannot manipulate the Manifestwork with executor default/doer in namespace local-cluster`,
    })
    await expect(al.create(ManifestWork, newWork('green', [configMap('a')], { executor }))).resolves.toBeDefined()
  })

  it('completes managed clusters, and refuses those it cannot reach', async () => {
    const { world } = await startHub()

    const created = await world.client.create(
      ManagedCluster,
      cluster('demo', { taints: [{ key: 'full', effect: 'NoSelect' }] }),
    )
    expect(created.metadata.labels).toEqual({ 'cluster.open-cluster-management.io/clusterset': 'default' })
    expect(created.spec?.taints).toEqual([{ key: 'full', effect: 'NoSelect', timeAdded: '2030-01-01T00:00:00Z' }])

    const taints = [{ key: 'new', effect: 'NoSelect', timeAdded: '2029-01-01T00:00:00Z' }]
    const patch = { type: 'merge' as const, body: { spec: { taints } } }
    await expect(world.client.patch(ManagedCluster, { name: 'demo' }, patch)).rejects.toMatchObject({
      code: 400,
      message: expect.stringContaining('It is not allowed to set TimeAdded of Taint "new".'),
    })
    const managedClusterClientConfigs = [{ url: 'http://a.example' }]
    await expect(
      world.client.create(ManagedCluster, cluster('other', { managedClusterClientConfigs })),
    ).rejects.toMatchObject({ code: 400 })
  })

  it('lets only those accept a cluster who may', async () => {
    const { world } = await startHub()
    const join = { resources: ['managedclustersets/join'], verbs: ['create'] }
    const jo = await clientOf(world, 'jo', [join])
    const al = await clientOf(world, 'al', [join, { resources: ['managedclusters/accept'], verbs: ['update'] }])

    await expect(jo.create(ManagedCluster, cluster('demo', { hubAcceptsClient: true }))).rejects.toMatchObject({
      code: 403,
      message: expect.stringContaining('user "jo" cannot update the HubAcceptsClient field'),
    })
    await expect(al.create(ManagedCluster, cluster('demo', { hubAcceptsClient: true }))).resolves.toBeDefined()
  })

  it('accepts no cluster whose namespace is just going', async () => {
    const { world } = await startHub()
    const held = {
      ...configMap('hold'),
      metadata: { namespace: 'demo', name: 'hold', finalizers: ['example.com/hold'] },
    }
    await world.client.create(Namespace, { metadata: { name: 'demo' } })
    await world.post('blue', [held])
    await world.client.delete(Namespace, { name: 'demo' })

    await expect(
      world.client.create(ManagedCluster, cluster('demo', { hubAcceptsClient: true })),
    ).rejects.toMatchObject({ code: 403, message: expect.stringContaining('cluster namespace "demo" is terminating') })
  })

  it('asks nobody any more when it has stopped', async () => {
    const { world, stop } = await startHub()

    await stop()

    expect((await world.client.list(ValidatingWebhookConfiguration)).items).toEqual([])
    expect((await world.client.list(MutatingWebhookConfiguration)).items).toEqual([])
    await expect(world.post('blue', [])).resolves.toBeDefined()
  })

  it('deletes a complete work when its time is over', async () => {
    const { world } = await startHub({})
    const manifestConfigs = [
      {
        resourceIdentifier: { group: '', resource: 'configmaps', namespace: 'default', name: 'a' },
        feedbackScrapeType: 'Watch' as const,
        conditionRules: [
          { condition: 'Complete', type: 'CEL' as const, celExpressions: ['object.data.colour == "red"'] },
        ],
      },
    ]
    const deleteOption = { propagationPolicy: 'Foreground' as const, ttlSecondsAfterFinished: 100 }
    await world.post('blue', [configMap('a')], { manifestConfigs, deleteOption })
    await world.post('red', [configMap('b')], { deleteOption })
    await world.seconds(150)
    expect(await world.work('blue')).toBeDefined()

    await world.change('blue', { workload: { manifests: [configMap('a', { colour: 'red' })] } })
    await world.seconds(99)
    expect(await world.client.get(ManifestWork, { namespace: CLUSTER, name: 'blue' })).toBeDefined()
    await world.seconds(30)

    expect(await world.work('blue')).toBeUndefined()
    expect(await world.work('red')).toBeDefined()
  })
})
