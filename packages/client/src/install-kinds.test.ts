import { VirtualClock } from '@skep/base'
import { defineKind, kubeObject, s } from '@skep/schema'
import { describe, expect, it } from 'vitest'
import { installKinds } from './install-kinds.ts'
import { clientInProcess, startServer, testSignal } from './test/servers.ts'
import { waitFor } from './wait-for.ts'

const Order = defineKind({
  group: 'shop.skep.dev',
  version: 'v1',
  kind: 'Order',
  plural: 'orders',
  scope: 'Namespaced',
  statusSubresource: true,
  custom: true,
  schema: s.object({ ...kubeObject, spec: s.object({ size: s.integer({ minimum: 1 }) }) }),
})

const ref = { namespace: 'default', name: 'first' }

describe('installKinds', () => {
  it('makes a server serve kinds of our own, as often as it is called', async () => {
    const client = clientInProcess(await startServer())

    await installKinds(client, [Order], { signal: testSignal() })
    await installKinds(client, [Order], { signal: testSignal() })
    await client.create(Order, { metadata: ref, spec: { size: 3 } })

    expect((await client.get(Order, ref))?.spec).toEqual({ size: 3 })
    await expect(client.create(Order, { metadata: { ...ref, name: 'none' }, spec: { size: 0 } })).rejects.toMatchObject(
      {
        reason: 'Invalid',
      },
    )
  })

  it('serves a kind in all its versions', async () => {
    const client = clientInProcess(await startServer())
    const OrderInAlpha = defineKind({ ...Order, version: 'v1alpha1' })

    await installKinds(client, [defineKind({ ...Order, furtherVersions: ['v1alpha1'] })], { signal: testSignal() })
    await client.create(OrderInAlpha, { metadata: ref, spec: { size: 3 } })

    expect(await client.get(Order, ref)).toMatchObject({ apiVersion: 'shop.skep.dev/v1', spec: { size: 3 } })
    expect(await client.get(OrderInAlpha, ref)).toMatchObject({ apiVersion: 'shop.skep.dev/v1alpha1' })
  })
})

describe('waitFor', () => {
  it('resolves when the object is as it should be, and when it has gone', async () => {
    const clock = new VirtualClock()
    const client = clientInProcess(await startServer({ clock, kinds: [Order] }), { clock })
    const options = { clock, signal: testSignal() }
    const large = waitFor(client, Order, ref, (order) => (order?.spec.size ?? 0) > 2, options)
    await client.create(Order, { metadata: ref, spec: { size: 1 } })

    await client.patch(Order, ref, { type: 'merge', body: { spec: { size: 5 } } })
    expect((await large)?.spec.size).toBe(5)

    const gone = waitFor(client, Order, ref, (order) => order === undefined, options)
    await client.delete(Order, ref)
    expect(await gone).toBeUndefined()
  })

  it('gives up when its signal aborts', async () => {
    const client = clientInProcess(await startServer({ kinds: [Order] }))
    const controller = new AbortController()
    const waiting = waitFor(client, Order, ref, (order) => order !== undefined, controller)

    controller.abort(new Error('enough'))

    await expect(waiting).rejects.toThrow('enough')
  })
})
