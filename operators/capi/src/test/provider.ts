import { AzureMachine, Node } from '@skep/api'
import { hasReason, type VirtualClock } from '@skep/base'
import type { Client, ObjectRef } from '@skep/client'
import { addFinalizer, createManager, dropFinalizer, type Reconciler } from '@skep/controller'
import { nodeDraft } from '@skep/sim'

const FINALIZER = 'azuremachine.infrastructure.cluster.x-k8s.io'

/** A provider whose machines are there at once, and become nodes of a tenant's cluster. */
export interface FakeProvider {
  /** Whether machines are made. */
  works: boolean
  /** Whether machines that are made become nodes. */
  joins: boolean
  /** Makes the machines that were not made before. */
  resume(): Promise<void>
  stop(): Promise<void>
}

/** Starts a provider that marks machines as ready and makes nodes of them. */
export function startProvider(client: Client, tenantClient: Client, clock: VirtualClock): FakeProvider {
  let number = 0
  const join = async (name: string, providerId: string): Promise<void> => {
    const draft = nodeDraft({ name, number: ++number, providerId }, 'test', clock.now())
    await tenantClient.create(Node, draft).catch((error: unknown) => {
      if (!hasReason(error, 'AlreadyExists')) throw error
    })
  }
  const make = async (ref: ObjectRef): Promise<void> => {
    const providerID = `azure:///${ref.name}`
    await client.patch(AzureMachine, ref, { type: 'merge', body: { spec: { providerID } } })
    const status = { ready: true, addresses: [{ type: 'InternalDNS', address: ref.name }] }
    await client.patch(AzureMachine, ref, { type: 'merge', body: { status } }, { subresource: 'status' })
    if (provider.joins) await join(ref.name, providerID)
  }
  const reconcile: Reconciler = async (_ctx, key) => {
    const machine = await client.get(AzureMachine, key)
    if (machine?.metadata.deletionTimestamp) await dropFinalizer(client, AzureMachine, machine, FINALIZER)
    else if (machine && !(await addFinalizer(client, AzureMachine, machine, FINALIZER))) {
      if (provider.works && !machine.status?.ready) await make(key)
    }
    return {}
  }
  const manager = createManager({ client, clock })
  const { enqueue } = manager.add({ name: 'azuremachine', kind: AzureMachine, reconcile })
  const stopping = new AbortController()
  const running = manager.start(stopping.signal)
  const provider: FakeProvider = {
    works: true,
    joins: true,
    resume: async () => {
      provider.works = true
      for (const { metadata } of (await client.list(AzureMachine)).items) enqueue(metadata)
    },
    stop: async () => {
      stopping.abort()
      await running
    },
  }
  return provider
}
