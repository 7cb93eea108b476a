import type { EndpointSlice, Endpoints, Pod, Service } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { ENDPOINT_SLICES, ENDPOINTS, PODS, SERVICES } from '../resources.ts'
import { addNode, aNode, startWorld, type World } from '../test/world.ts'

type PodSpec = NonNullable<Pod['spec']>

const aPod = (name: string, labels: Record<string, string>, spec: Partial<PodSpec> = {}): Pod => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, labels },
  spec: {
    containers: [{ name: 'main', image: 'registry.example/app', ports: [{ name: 'http', containerPort: 8080 }] }],
    ...spec,
  } as PodSpec,
})

const aService = (rest: Partial<NonNullable<Service['spec']>> = {}): Service =>
  ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'web', labels: { team: 'blue' } },
    spec: { selector: { app: 'web' }, ports: [{ name: 'http', port: 80, targetPort: 'http' }], ...rest },
  }) as Service

const run = (world: World, name: string, ip: string, ready = true) =>
  world.report<Pod>(PODS, name, (pod) => {
    const conditions = [{ type: 'Ready', status: ready ? 'True' : 'False' }]
    pod.status = { ...pod.status, phase: 'Running', podIP: ip, podIPs: [{ ip }], conditions }
  })
const endpoints = (world: World) => world.get<Endpoints>(ENDPOINTS, 'web')
const slices = (world: World) => world.list<EndpointSlice>(ENDPOINT_SLICES, 'kubernetes.io/service-name=web')

describe('the addresses of a service', () => {
  it('are those of its pods, ready or not', async () => {
    const world = await startWorld()
    await addNode(world, aNode('one', { labels: { 'topology.kubernetes.io/zone': 'east' } }))
    await world.create(SERVICES, aService())
    for (const name of ['a', 'b']) await world.create(PODS, aPod(name, { app: 'web' }))
    await run(world, 'a', '10.0.0.1')
    await run(world, 'b', '10.0.0.2', false)

    expect(endpoints(world)?.metadata.labels).toEqual({
      team: 'blue',
      'endpoints.kubernetes.io/managed-by': 'endpoint-controller',
    })
    expect(endpoints(world)?.subsets).toMatchObject([
      {
        addresses: [{ ip: '10.0.0.1', nodeName: 'one', targetRef: { kind: 'Pod', name: 'a', namespace: 'default' } }],
        notReadyAddresses: [{ ip: '10.0.0.2' }],
        ports: [{ name: 'http', port: 8080, protocol: 'TCP' }],
      },
    ])
    const [slice] = slices(world)
    expect(slice).toMatchObject({
      addressType: 'IPv4',
      metadata: {
        labels: { team: 'blue', 'endpointslice.kubernetes.io/managed-by': 'endpointslice-controller.k8s.io' },
        ownerReferences: [{ kind: 'Service', name: 'web', controller: true }],
      },
      ports: [{ name: 'http', port: 8080, protocol: 'TCP' }],
      endpoints: [
        {
          addresses: ['10.0.0.1'],
          conditions: { ready: true, serving: true, terminating: false },
          nodeName: 'one',
          zone: 'east',
        },
        { addresses: ['10.0.0.2'], conditions: { ready: false, serving: false, terminating: false } },
      ],
    })
    expect(slice?.metadata.name).toMatch(/^web-\w{5}$/)
  })

  it('leave out pods that are on their way out, but slices still tell of them', async () => {
    const world = await startWorld()
    await addNode(world, aNode('one'))
    await world.create(SERVICES, aService())
    await world.create(PODS, aPod('a', { app: 'web' }))
    await run(world, 'a', '10.0.0.1')

    await world.delete(PODS, 'a')

    expect(endpoints(world)?.subsets ?? []).toEqual([])
    expect(slices(world)[0]?.endpoints).toMatchObject([
      { addresses: ['10.0.0.1'], conditions: { ready: false, serving: true, terminating: true } },
    ])
  })

  it('follow labels and selectors', async () => {
    const world = await startWorld()
    await world.create(SERVICES, aService())
    await world.create(PODS, aPod('a', { app: 'other' }))
    await run(world, 'a', '10.0.0.1')
    expect(endpoints(world)?.subsets ?? []).toEqual([])
    expect(slices(world)[0]?.endpoints ?? []).toEqual([])

    await world.change<Pod>(PODS, 'a', ({ metadata }) => {
      metadata.labels = { app: 'web' }
    })
    expect(endpoints(world)?.subsets).toHaveLength(1)
    await world.change<Service>(SERVICES, 'web', (service) => {
      service.spec!.selector = { app: 'none' }
    })

    expect(endpoints(world)?.subsets ?? []).toEqual([])
  })

  it('name the pods of a headless service', async () => {
    const world = await startWorld()
    await world.create(SERVICES, aService({ clusterIP: 'None' }))
    await world.create(PODS, aPod('web-0', { app: 'web' }, { hostname: 'web-0', subdomain: 'web' }))

    await run(world, 'web-0', '10.0.0.1')

    expect(endpoints(world)?.metadata.labels).toHaveProperty(['service.kubernetes.io/headless'], '')
    expect(endpoints(world)?.subsets?.[0]?.addresses).toMatchObject([{ hostname: 'web-0' }])
    expect(slices(world)[0]?.endpoints).toMatchObject([{ hostname: 'web-0' }])
  })

  it('take up as many slices as it needs, and change as few as possible', async () => {
    const world = await startWorld()
    await world.create(SERVICES, aService())
    const pods = Array.from({ length: 101 }, (_, index) => aPod(`p${index}`, { app: 'web' }))
    await Promise.all(pods.map((pod) => world.objects.create(PODS, 'default', pod)))
    await world.playKubelets()
    const before = slices(world)
    expect(before.map((slice) => slice.endpoints?.length).sort()).toEqual([1, 100])
    const full = before.find((slice) => slice.endpoints?.length === 100)!
    const last = before.find((slice) => slice !== full)?.endpoints?.[0]?.targetRef?.name

    await world.delete(PODS, last ?? '', { gracePeriodSeconds: 0 })

    expect(slices(world)).toEqual([full])
  })

  it('go with the service', async () => {
    const world = await startWorld()
    await world.create(SERVICES, aService())

    await world.delete(SERVICES, 'web')

    expect(endpoints(world)).toBeUndefined()
    expect(slices(world)).toEqual([])
  })

  it('are left to whoever makes a service without a selector', async () => {
    const world = await startWorld()
    const service = aService()
    delete service.spec!.selector

    await world.create(SERVICES, service)
    expect(endpoints(world)).toBeUndefined()
    expect(slices(world)).toEqual([])
    const subsets = [{ addresses: [{ ip: '192.0.2.1' }], ports: [{ name: 'http', port: 80, protocol: 'TCP' }] }]
    await world.create<Endpoints>(ENDPOINTS, {
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: { name: 'web' },
      subsets,
    })

    expect(slices(world)).toMatchObject([
      {
        metadata: { labels: { 'endpointslice.kubernetes.io/managed-by': 'endpointslicemirroring-controller.k8s.io' } },
        endpoints: [{ addresses: ['192.0.2.1'], conditions: { ready: true } }],
        ports: [{ name: 'http', port: 80, protocol: 'TCP' }],
      },
    ])
    await world.delete(ENDPOINTS, 'web')
    expect(slices(world)).toEqual([])
  })
})
