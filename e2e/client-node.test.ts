import type { KubernetesObject } from '@kubernetes/client-node'
import { KubeConfig, KubernetesObjectApi, makeInformer, Watch } from '@kubernetes/client-node'
import { CustomResourceDefinition } from '@skep/api'
import { type ApiServer, startApiServer } from '@skep/apiserver'
import { createClient, inProcessTransport } from '@skep/client'
import { describe, expect, it, onTestFinished } from 'vitest'

interface Order extends KubernetesObject {
  spec: { size: number; colour?: string }
  status?: { phase: string }
}

const orderCrd = {
  metadata: { name: 'orders.shop.skep.dev' },
  spec: {
    group: 'shop.skep.dev',
    scope: 'Namespaced' as const,
    names: { plural: 'orders', singular: 'order', kind: 'Order', listKind: 'OrderList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                required: ['size'],
                properties: { size: { type: 'integer', minimum: 1 }, colour: { type: 'string', default: 'blue' } },
              },
              status: { type: 'object', properties: { phase: { type: 'string' } } },
            },
          },
        },
      },
    ],
  },
}

const anOrder = (name: string, size = 1): Order => ({
  apiVersion: 'shop.skep.dev/v1',
  kind: 'Order',
  metadata: { namespace: 'default', name },
  spec: { size },
})

/** A server that serves orders, and the library's own kubeconfig for it. */
async function startShop(): Promise<{ server: ApiServer; config: KubeConfig }> {
  const server = await startApiServer()
  onTestFinished(() => server.close())
  const client = createClient({ transport: inProcessTransport(server) })
  await client.create(CustomResourceDefinition, orderCrd)
  await expect
    .poll(() =>
      client.raw({ path: '/apis/shop.skep.dev/v1/orders' }).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true)
  const config = new KubeConfig()
  config.loadFromString(await server.kubeconfig())
  return { server, config }
}

describe('@kubernetes/client-node', () => {
  it('creates, reads, patches and deletes custom resources with KubernetesObjectApi', async () => {
    const { config } = await startShop()
    const api = KubernetesObjectApi.makeApiClient(config)
    const header = { metadata: { namespace: 'default', name: 'first' } }

    const made = await api.create(anOrder('first', 3))
    const read = await api.read<Order>({ ...anOrder('first'), ...header })
    const patched = await api.patch(
      { ...anOrder('first', 5), metadata: header.metadata },
      undefined,
      undefined,
      undefined,
      undefined,
      'application/merge-patch+json',
    )
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
    await api.patch(anOrder('after', 2), undefined, undefined, undefined, undefined, 'application/merge-patch+json')
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
