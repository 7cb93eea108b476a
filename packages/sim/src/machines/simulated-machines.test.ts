import { CertificateSigningRequest, Lease, Pod } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { aMachine, type MachineWorld, readiness, requests, startMachineWorld } from './test/world.ts'

const LEASE = { namespace: 'kube-node-lease', name: 'w-1' }

const taints = async ({ node }: MachineWorld) =>
  (await node('w-1'))?.spec?.taints?.map(({ key, effect }) => `${key}:${effect}`)

describe('a simulated machine', () => {
  it('is provisioned after a minute, fetches its configuration half a minute later, and is ready after three', async () => {
    const world = await startMachineWorld()
    const { clock, machines } = world

    machines.boot(aMachine())
    expect(machines.stateOf('uid-w-1')).toEqual({ stage: 'Provisioning', since: Date.UTC(2030, 0, 1) })

    await clock.advance(60_000)
    expect(machines.stateOf('uid-w-1')?.stage).toBe('FetchingIgnition')
    expect(world.asked).toEqual([])

    await clock.advance(30_000)
    expect(machines.stateOf('uid-w-1')?.stage).toBe('WaitingForClientCertificate')
    expect(world.asked).toEqual([
      { url: 'https://ignition.test/ignition', headers: { Authorization: 'Bearer dG9rZW4=' }, ca: 'THE-CA' },
    ])
    expect(await requests(world)).toEqual([])

    await clock.advance(80_000)
    expect(await readiness(world)).toBe('False')
    expect(await taints(world)).toContain('node.kubernetes.io/not-ready:NoSchedule')

    await clock.advance(10_000)
    expect(machines.stateOf('uid-w-1')?.stage).toBe('Ready')
    expect(await readiness(world)).toBe('True')
    expect(await taints(world)).toBeUndefined()
  })

  it('joins as a kubelet does: with a certificate for the node, and one for its server', async () => {
    const world = await startMachineWorld()
    world.machines.boot(aMachine())
    await world.clock.advance(180_000)

    const found = await requests(world)
    expect(found.map(({ spec }) => [spec.signerName, spec.username])).toEqual(
      expect.arrayContaining([
        [
          'kubernetes.io/kube-apiserver-client-kubelet',
          'system:serviceaccount:openshift-machine-config-operator:node-bootstrapper',
        ],
        ['kubernetes.io/kubelet-serving', 'system:node:w-1'],
      ]),
    )
    expect(found.map(({ status }) => Boolean(status?.certificate))).toEqual([true, true])
    expect(await world.node('w-1')).toMatchObject({
      metadata: {
        labels: { 'node-role.kubernetes.io/worker': '' },
        annotations: { 'machineconfiguration.openshift.io/currentConfig': 'a1b2c3d4' },
      },
      spec: { providerID: 'test:///w-1' },
      status: {
        addresses: [
          { type: 'InternalDNS', address: 'w-1' },
          { type: 'InternalIP', address: '10.0.0.1' },
          { type: 'Hostname', address: 'w-1' },
        ],
        nodeInfo: {
          kubeletVersion: 'v1.32.5',
          osImage: 'Red Hat Enterprise Linux CoreOS 4.19 (Plow)',
          containerRuntimeVersion: 'cri-o://1.32.5',
        },
      },
    })
  })

  it('runs pods, and keeps its lease', async () => {
    const { clock, machines, api } = await startMachineWorld()
    machines.boot(aMachine())
    await clock.advance(180_000)

    const web = { namespace: 'default', name: 'web' }
    await api.client.create(Pod, { metadata: web, spec: { containers: [{ name: 'web', image: 'nginx' }] } })
    await clock.advance(15_000)

    expect(await api.client.get(Pod, web)).toMatchObject({
      spec: { nodeName: 'w-1' },
      status: { phase: 'Running', hostIP: '10.0.0.1', podIP: '10.132.0.2' },
    })
    expect((await api.client.get(Lease, LEASE))?.spec.renewTime).toBe('2030-01-01T00:03:10.000000Z')
  })

  it('is heard when all of them say at once that they are alive, however few requests are answered at a time', async () => {
    const { clock, machines, api } = await startMachineWorld({ limits: { reading: 400, writing: 1 } })
    const names = ['w-1', 'w-2', 'w-3', 'w-4']
    for (const name of names) machines.boot(aMachine(name))
    await clock.advance(600_000)
    expect(names.map((name) => machines.stateOf(`uid-${name}`)?.stage)).toEqual(['Ready', 'Ready', 'Ready', 'Ready'])

    await clock.advance(10_000)

    const leases = await api.client.list(Lease, { namespace: 'kube-node-lease' })
    const renewed = leases.items.map(({ spec }) => clock.now() - Date.parse(spec.renewTime ?? ''))
    expect(renewed.map((age) => age <= 10_000)).toEqual([true, true, true, true])
  })

  it('says nothing any more once it is off, and its pods have addresses of their own', async () => {
    const { clock, machines, api, node } = await startMachineWorld()
    machines.boot(aMachine('w-1'))
    machines.boot(aMachine('w-2'))
    await clock.advance(180_000)
    expect([(await node('w-1'))?.spec?.podCIDR, (await node('w-2'))?.spec?.podCIDR].sort()).toEqual([
      '10.132.0.0/23',
      '10.132.2.0/23',
    ])

    expect(machines.powerOff('uid-w-1')).toBe(true)
    await clock.advance(60_000)

    expect(machines.stateOf('uid-w-1')).toBeUndefined()
    expect(machines.powerOff('uid-w-1')).toBe(false)
    machines.boot(aMachine('w-3'))
    await clock.advance(180_000)
    // The node is still there, and has what it had.
    expect((await node('w-3'))?.spec?.podCIDR).toBe('10.132.4.0/23')
    const ready = (await node('w-1'))?.status?.conditions?.find(({ type }) => type === 'Ready')
    expect(ready?.status).toBe('Unknown')
    expect((await api.client.get(Lease, { ...LEASE, name: 'w-2' }))?.spec.renewTime).toBe('2030-01-01T00:07:00.000000Z')
  })

  it('asks the ignition server again until it answers', async () => {
    const world = await startMachineWorld()
    world.ignitionAnswer = { status: 511, body: 'no payload yet' }
    world.machines.boot(aMachine())

    await world.clock.advance(100_000)
    expect(world.machines.stateOf('uid-w-1')).toMatchObject({
      stage: 'FetchingIgnition',
      problem: { reason: 'IgnitionFailed', message: 'https://ignition.test/ignition answered 511: no payload yet' },
    })

    world.ignitionAnswer = undefined
    await world.clock.advance(200_000)
    expect(world.machines.stateOf('uid-w-1')).toEqual({ stage: 'Ready', since: expect.any(Number) })
  })

  it('waits for its certificate for as long as nobody approves it', async () => {
    const world = await startMachineWorld()
    world.approving = false
    world.machines.boot(aMachine())

    await world.clock.advance(60 * 60_000)

    expect(world.machines.stateOf('uid-w-1')?.stage).toBe('WaitingForClientCertificate')
    expect((await requests(world)).length).toBe(1)
    expect(await world.node('w-1')).toBeUndefined()
  })

  it('asks for another certificate when its request is denied or deleted', async () => {
    const world = await startMachineWorld()
    world.approving = false
    world.machines.boot(aMachine())
    await world.clock.advance(170_000)
    const [denied] = await requests(world)
    const now = '2030-01-01T00:00:00Z'
    const condition = { type: 'Denied', status: 'True', reason: 'Test', message: 'not this one', lastUpdateTime: now }

    const body = { status: { conditions: [condition] } }
    const options = { subresource: 'approval' }
    await world.api.client.patch(CertificateSigningRequest, denied!.metadata, { type: 'merge', body }, options)
    await world.clock.settle()
    expect(world.machines.stateOf('uid-w-1')?.problem).toEqual({
      reason: 'ClientCertificateFailed',
      message: `certificate signing request ${denied?.metadata.name} is Denied: not this one`,
    })

    await world.clock.advance(1_000)
    const asked = (await requests(world)).filter(({ metadata }) => metadata.name !== denied?.metadata.name)
    expect(asked.length).toBe(1)
    await world.api.client.delete(CertificateSigningRequest, asked[0]!.metadata)
    world.approving = true
    await world.clock.advance(60_000)
    expect(world.machines.stateOf('uid-w-1')).toEqual({ stage: 'Ready', since: expect.any(Number) })
  })

  it('says what is wrong with its user data', async () => {
    const { machines, clock } = await startMachineWorld()
    machines.boot(aMachine('w-1', { userData: '#!/bin/sh' }))

    await clock.advance(100_000)

    expect(machines.stateOf('uid-w-1')?.problem).toEqual({
      reason: 'IgnitionFailed',
      message: 'the Ignition configuration is not a JSON object',
    })
  })

  it('is ready without anybody waiting where simulated time leaps, and beats in real time', async () => {
    const { machines, clock, api } = await startMachineWorld({ leaping: true })
    machines.boot(aMachine())

    await clock.settle()
    expect(machines.stateOf('uid-w-1')?.stage).toBe('Ready')
    expect((await api.client.get(Lease, LEASE))?.spec.renewTime).toBe('2030-01-01T00:00:00.000000Z')

    await clock.advance(20_000)
    expect((await api.client.get(Lease, LEASE))?.spec.renewTime).toBe('2030-01-01T00:00:20.000000Z')
  })

  it('tells of every stage', async () => {
    const { machines, clock } = await startMachineWorld()
    const told: string[] = []
    machines.onChange((uid) => told.push(`${uid}: ${machines.stateOf(uid)?.stage}`))

    machines.boot(aMachine())
    machines.boot(aMachine())
    await clock.advance(180_000)

    expect(told).toEqual([
      'uid-w-1: FetchingIgnition',
      'uid-w-1: WaitingForClientCertificate',
      'uid-w-1: Registering',
      'uid-w-1: WaitingForServingCertificate',
      'uid-w-1: Ready',
    ])
  })
})
