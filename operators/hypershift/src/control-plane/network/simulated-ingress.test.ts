import { Route, Service } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { BY_NODE_PORTS } from '../test/specs.ts'
import { NAMESPACE, startWorld } from '../test/world.ts'

describe('what a cloud would do for a control plane', () => {
  it('takes the time of its infrastructure', async () => {
    const world = await startWorld()
    await world.start()
    await world.make()
    const api = () => world.client.get(Service, { namespace: NAMESPACE, name: 'kube-apiserver' })

    await world.seconds(17)
    expect((await api())?.status?.loadBalancer).toEqual({})
    await world.seconds(2)

    expect((await api())?.status?.loadBalancer?.ingress).toEqual([
      { ip: expect.stringMatching(/^198\.1[89]\./), ipMode: 'VIP' },
    ])
  })

  it('admits routes, and names those that nobody named', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    await world.start()
    await world.make()

    await world.seconds(5)

    const route = await world.client.get(Route, { namespace: NAMESPACE, name: 'oauth' })
    expect(route?.spec.host).toBe('oauth-clusters-demo.apps.management.example.net')
    expect(route?.status?.ingress).toMatchObject([
      {
        host: 'oauth-clusters-demo.apps.management.example.net',
        conditions: [{ type: 'Admitted', status: 'True' }],
      },
    ])
  })

  it('leaves services of others alone', async () => {
    const world = await startWorld({ delaySeconds: 0 })
    await world.start()
    await world.make({ spec: { services: BY_NODE_PORTS } })
    const metadata = { namespace: NAMESPACE, name: 'mine' }
    await world.client.create(Service, { metadata, spec: { type: 'LoadBalancer', ports: [{ port: 80 }] } })

    await world.seconds(60)

    expect((await world.client.get(Service, metadata))?.status?.loadBalancer).toEqual({})
  })
})
