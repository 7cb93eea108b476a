import { ClusterApiMachine } from '@skep/api'
import { describe, expect, it } from 'vitest'
import type { InfraMachine } from '../contracts.ts'
import { ProviderWorld, type TestedProvider } from './world.ts'

interface MachineStatus {
  readonly ready?: boolean
  readonly addresses?: readonly { readonly type: string; readonly address: string }[]
  readonly failureReason?: string
  readonly failureMessage?: string
}

/** What Cluster API expects of every provider of machines. */
export function describeMachineProvider<M extends InfraMachine>(name: string, tested: TestedProvider<M>): void {
  const start = () => ProviderWorld.start(tested)
  const statusOf = async (world: ProviderWorld<M>) =>
    ((await world.infraMachine('w-1')) as { status?: MachineStatus } | undefined)?.status

  describe(`${name}: a machine`, () => {
    it('waits for the infrastructure of its cluster, then for what it boots with', async () => {
      const world = await start()
      const { metadata } = await world.addMachine('w-1')
      expect(await world.readiness('w-1')).toContain('False WaitingForClusterInfrastructure')

      await world.changeCluster({ status: { infrastructureReady: true } })
      expect(await world.readiness('w-1')).toContain('False WaitingForBootstrapData')
      expect(world.machines.on.has(metadata.uid)).toBe(false)

      await world.provideUserData()
      await world.bootstrap('w-1')
      expect(world.machines.on.get(metadata.uid)).toMatchObject({
        machine: { namespace: 'clusters-demo', name: 'w-1', uid: metadata.uid },
        userData: '{"ignition":{"version":"3.2.0"}}',
        joined: false,
      })
    })

    it('waits for a Secret that is named but not there yet', async () => {
      const world = await start()
      await world.changeCluster({ status: { infrastructureReady: true } })
      const { metadata } = await world.addMachine('w-1')
      await world.bootstrap('w-1')
      expect(world.machines.on.has(metadata.uid)).toBe(false)

      await world.provideUserData()
      await world.clock.advance(60_000)

      expect(world.machines.on.has(metadata.uid)).toBe(true)
    })

    it('has an id, and addresses by which its node is known, once it is there', async () => {
      const world = await start()
      const { metadata } = await world.addWholeMachine('w-1')
      expect((await statusOf(world))?.ready ?? false).toBe(false)
      expect((await world.infraMachine('w-1'))?.spec?.providerID).toBeUndefined()

      world.machines.put(metadata.uid, 'FetchingIgnition')
      await world.settle()

      const boot = world.machines.on.get(metadata.uid)
      const status = await statusOf(world)
      expect(status?.ready).toBe(true)
      expect(await world.readiness('w-1')).toMatch(/^True /)
      expect((await world.infraMachine('w-1'))?.spec?.providerID).toBe(boot?.providerId)
      expect(status?.addresses).toEqual(boot?.addresses)
      expect(status?.addresses).toContainEqual({ type: 'InternalDNS', address: boot?.nodeName })
      expect(status?.addresses?.map(({ type }) => type)).toContain('InternalIP')
    })

    it('says why the provider cannot make it, and goes on when it can', async () => {
      const world = await start()
      const { metadata } = await world.addWholeMachine('w-1')
      const problem = { reason: 'QuotaExceeded', message: 'no more cores in this region' }

      world.machines.put(metadata.uid, 'Provisioning', problem)
      await world.settle()
      expect(await world.readiness('w-1')).toBe('False QuotaExceeded: no more cores in this region')
      expect((await statusOf(world))?.failureReason).toBeUndefined()

      world.machines.put(metadata.uid, 'FetchingIgnition')
      await world.settle()
      expect((await statusOf(world))?.ready).toBe(true)
    })

    it('has failed when that is for good', async () => {
      const world = await start()
      const { metadata } = await world.addWholeMachine('w-1')

      world.machines.put(metadata.uid, 'Provisioning', { reason: 'Gone', message: 'no such type', final: true })
      await world.settle()

      expect(await statusOf(world)).toMatchObject({ failureReason: 'CreateError', failureMessage: 'no such type' })
    })

    it('is off and gone once it is deleted', async () => {
      const world = await start()
      const { metadata } = await world.addWholeMachine('w-1')
      world.machines.put(metadata.uid, 'Ready')
      await world.settle()

      await world.removeInfraMachine('w-1')

      expect(world.machines.on.has(metadata.uid)).toBe(false)
      expect(await world.infraMachine('w-1')).toBeUndefined()
    })

    it('is gone at once when nothing was made for it', async () => {
      const world = await start()
      await world.addMachine('w-1')

      await world.removeInfraMachine('w-1')

      expect(await world.infraMachine('w-1')).toBeUndefined()
    })

    it('is gone also when it does not say any more whose it was', async () => {
      const world = await start()
      const { metadata } = await world.addWholeMachine('w-1')
      world.machines.put(metadata.uid, 'Ready')
      await world.settle()
      const body = { metadata: { ownerReferences: [] } }
      await world.client.patch(tested.kind, { namespace: metadata.namespace, name: 'w-1' }, { type: 'merge', body })

      await world.removeInfraMachine('w-1')

      expect(await world.infraMachine('w-1')).toBeUndefined()
    })

    it('is left alone while its cluster is paused', async () => {
      const world = await start()
      await world.changeCluster({ spec: { paused: true } })
      const { metadata } = await world.addWholeMachine('w-1')
      expect(world.machines.on.has(metadata.uid)).toBe(false)

      await world.changeCluster({ spec: { paused: false } })
      expect(world.machines.on.has(metadata.uid)).toBe(true)
    })

    it('is not written again while nothing changes', async () => {
      const world = await start()
      const { metadata } = await world.addWholeMachine('w-1')
      world.machines.put(metadata.uid, 'Ready')
      await world.settle()
      const before = await world.infraMachine('w-1')

      world.machines.put(metadata.uid, 'Ready')
      await world.changeCluster({ spec: { paused: true } })
      await world.clock.advance(3_600_000)

      expect((await world.infraMachine('w-1'))?.metadata.resourceVersion).toBe(before?.metadata.resourceVersion)
    })
  })

  describe(`${name}: after a restart`, () => {
    it('a machine that was being made is made again', async () => {
      const world = await start()
      const { metadata } = await world.addWholeMachine('w-1')

      await world.restart()

      expect(world.machines.on.get(metadata.uid)).toMatchObject({ joined: false, provisioned: false })
    })

    it('a machine that was there is on again as it was, also while its cluster is paused', async () => {
      const world = await start()
      const { metadata } = await world.addWholeMachine('w-1')
      world.machines.put(metadata.uid, 'FetchingIgnition')
      await world.settle()
      await world.changeCluster({ spec: { paused: true } })
      const before = world.machines.on.get(metadata.uid)

      await world.restart()

      expect(world.machines.on.get(metadata.uid)).toEqual({ ...before, provisioned: true })
    })

    it('a machine that had joined comes back without joining again', async () => {
      const world = await start()
      const { metadata } = await world.addWholeMachine('w-1')
      world.machines.put(metadata.uid, 'Ready')
      await world.settle()
      const body = { status: { nodeRef: { name: 'w-1' } } }
      await world.client.patch(ClusterApiMachine, metadata, { type: 'merge', body }, { subresource: 'status' })

      await world.restart()

      expect(world.machines.on.get(metadata.uid)).toMatchObject({ joined: true })
    })
  })
}
