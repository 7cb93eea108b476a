import { CertificateSigningRequest, Lease } from '@skep/api'
import { describe, expect, it } from 'vitest'
import { aMachine, readiness, requests, startMachineWorld } from './test/world.ts'

const LEASE = { namespace: 'kube-node-lease', name: 'w-1' }

describe('simulated machines after a restart', () => {
  it('come back as the nodes that they were, without asking for certificates', async () => {
    const world = await startMachineWorld()
    world.machines.boot(aMachine())
    await world.clock.advance(180_000)
    const before = await world.node('w-1')

    const machines = await world.restart()
    machines.boot(aMachine('w-1', { joined: true }))
    await world.clock.advance(20_000)

    expect(machines.stateOf('uid-w-1')?.stage).toBe('Ready')
    expect((await requests(world)).length).toBe(2)
    expect((await world.node('w-1'))?.metadata.uid).toBe(before?.metadata.uid)
    expect((await world.api.client.get(Lease, LEASE))?.spec.renewTime).toBe('2030-01-01T00:03:20.000000Z')
  })

  it('take their node over also when nobody knows that they have joined', async () => {
    const world = await startMachineWorld()
    world.machines.boot(aMachine())
    await world.clock.advance(175_000)
    expect(await readiness(world)).toBe('False')

    const machines = await world.restart()
    machines.boot(aMachine('w-1', { provisioned: true }))
    await world.clock.advance(20_000)

    expect(machines.stateOf('uid-w-1')?.stage).toBe('Ready')
    expect(await readiness(world)).toBe('True')
    expect((await requests(world)).length).toBe(2)
  })

  it('ask for the serving certificate that they had no time to ask for', async () => {
    const world = await startMachineWorld()
    world.machines.boot(aMachine())
    await world.clock.advance(175_000)
    const serving = (await requests(world)).find(({ spec }) => spec.signerName === 'kubernetes.io/kubelet-serving')
    await world.api.client.delete(CertificateSigningRequest, serving!.metadata)

    const machines = await world.restart()
    machines.boot(aMachine('w-1', { provisioned: true }))
    await world.clock.advance(20_000)

    const found = await requests(world)
    expect(found.map(({ spec }) => spec.signerName).sort()).toEqual([
      'kubernetes.io/kube-apiserver-client-kubelet',
      'kubernetes.io/kubelet-serving',
    ])
  })

  it('register again when their node was deleted meanwhile', async () => {
    const world = await startMachineWorld()

    world.machines.boot(aMachine('w-1', { joined: true }))
    await world.clock.advance(20_000)

    expect(await readiness(world)).toBe('True')
    expect(await requests(world)).toEqual([])
  })
})
