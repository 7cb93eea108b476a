import type { KubernetesObject } from '@kubernetes/client-node'
import { KubeConfig, KubernetesObjectApi, makeInformer, Watch } from '@kubernetes/client-node'
import { type ApiServer, startApiServer } from '@skep/apiserver'
import { createClient, inProcessTransport, installKinds } from '@skep/client'
import { defineKind, kubeObject, s } from '@skep/schema'
import { describe, expect, it, onTestFinished } from 'vitest'

const schema = s.object({
  ...kubeObject,
  spec: s.object({ size: s.integer({ minimum: 1 }), colour: s.optional(s.string({ default: 'blue' })) }),
  status: s.optional(s.object({ phase: s.optional(s.string()) })),
})
const Order = defineKind({
  group: 'shop.skep.dev',
  version: 'v1',
  kind: 'Order',
  plural: 'orders',
  scope: 'Namespaced',
  statusSubresource: true,
  custom: true,
  schema,
})

interface Order extends KubernetesObject {
  metadata: { namespace: string; name: string; resourceVersion?: string }
  spec: { size: number; colour?: string }
}

const anOrder = (name: string, size = 1): Order => ({
  apiVersion: 'shop.skep.dev/v1',
  kind: 'Order',
  metadata: { namespace: 'default', name },
  spec: { size },
})

const MERGE_PATCH = 'application/merge-patch+json'

/** A server that serves orders, and the library's own kubeconfig for it. */
async function startShop(): Promise<{ server: ApiServer; config: KubeConfig }> {
  const server = await startApiServer()
  onTestFinished(() => server.close())
  const client = createClient({ transport: inProcessTransport(server) })
  await installKinds(client, [Order], { signal: AbortSignal.timeout(10_000) })
  const config = new KubeConfig()
  config.loadFromString(await server.kubeconfig())
  return { server, config }
}

describe('@kubernetes/client-node', () => {
  it('creates, reads, patches and deletes custom resources with KubernetesObjectApi', async () => {
    const { config } = await startShop()
    const api = KubernetesObjectApi.makeApiClient(config)

    const made = await api.create(anOrder('first', 3))
    const read = await api.read<Order>(anOrder('first'))
    const patched = await api.patch(anOrder('first', 5), undefined, undefined, undefined, undefined, MERGE_PATCH)
    const { items } = await api.list<Order>('shop.skep.dev/v1', 'Order', 'default')
    await api.delete(made)
    const gone = await api.read(anOrder('first')).catch((error: { code: number }) => error.code)

    expect(read.spec).toEqual({ size: 3, colour: 'blue' })
    expect(patched.spec).toEqual({ size: 5, colour: 'blue' })
    expect(items.map(({ metadata }) => metadata?.name)).toEqual(['first'])
    expect(gone).toBe(404)
  })

  it('reports what is wrong with an object', async () => {
    const { config } = await startShop()
    const api = KubernetesObjectApi.makeApiClient(config)

    const refused = await api.create(anOrder('none', 0)).catch((error: { body: string }) => error.body)

    expect(refused).toContain('spec.size in body should be greater than or equal to 1')
  })

  it('follows custom resources with an informer', async () => {
    const { config } = await startShop()
    const api = KubernetesObjectApi.makeApiClient(config)
    await api.create(anOrder('before'))
    const seen: string[] = []
    const informer = makeInformer<Order>(config, '/apis/shop.skep.dev/v1/namespaces/default/orders', () =>
      api.list<Order>('shop.skep.dev/v1', 'Order', 'default'),
    )
    onTestFinished(() => informer.stop())
    for (const event of ['add', 'update', 'delete'] as const) {
      informer.on(event, (order) => seen.push(`${event} ${order.metadata?.name} ${order.spec.size}`))
    }
    await informer.start()

    await api.create(anOrder('after'))
    await api.patch(anOrder('after', 2), undefined, undefined, undefined, undefined, MERGE_PATCH)
    await api.delete(anOrder('before'))

    await expect
      .poll(() => seen, { timeout: 10_000 })
      .toEqual(['add before 1', 'add after 1', 'update after 2', 'delete before 1'])
  })

  it('resumes a watch from the version it had seen', async () => {
    const { config } = await startShop()
    const api = KubernetesObjectApi.makeApiClient(config)
    const { metadata } = await api.create(anOrder('first'))
    await api.create(anOrder('second'))
    const seen: string[] = []

    const controller = await new Watch(config).watch(
      '/apis/shop.skep.dev/v1/orders',
      { resourceVersion: metadata?.resourceVersion ?? '' },
      (type, order: Order) => seen.push(`${type} ${order.metadata?.name}`),
      () => {},
    )
    onTestFinished(() => controller.abort())

    await expect.poll(() => seen, { timeout: 10_000 }).toEqual(['ADDED second'])
  })
})
