import { AzureMachine, Node } from '@skep/api'
import { hasReason, type VirtualClock } from '@skep/base'
import type { Client } from '@skep/client'
import { addFinalizer, createManager, dropFinalizer, type Reconciler } from '@skep/controller'
import { nodeDraft } from '@skep/sim'

const FINALIZER = 'azuremachine.infrastructure.cluster.x-k8s.io'

/** A provider whose machines are there at once, and become nodes of a tenant's cluster. */
export interface FakeProvider {
  /** Machines that are not made, by name; true for none at all. */
  readonly withheld: Set<string>
  /** Machines that are made and never become nodes, unless this is empty: then all do. */
  joins: boolean
  stop(): Promise<void>
}

/** Starts a provider that marks machines as ready and makes nodes of them. */
export function startProvider(client: Client, tenantClient: Client, clock: VirtualClock): FakeProvider {
  const provider = { withheld: new Set<string>(), joins: true }
  let number = 0
  const join = async (name: string, providerId: string): Promise<void> => {
    const draft = nodeDraft({ name, number: ++number, providerId }, 'test', clock.now())
    await tenantClient.create(Node, draft).catch((error: unknown) => {
      if (!hasReason(error, 'AlreadyExists')) throw error
    })
  }
  const reconcile: Reconciler = async (_ctx, key) => {
    const machine = await client.get(AzureMachine, key)
    if (!machine) return {}
    if (machine.metadata.deletionTimestamp) {
      await dropFinalizer(client, AzureMachine, machine, FINALIZER)
      return {}
    }
    if (await addFinalizer(client, AzureMachine, machine, FINALIZER)) return {}
    if (provider.withheld.has(key.name) || machine.status?.ready) return {}
    const providerID = `azure:///${key.name}`
    await client.patch(AzureMachine, key, { type: 'merge', body: { spec: { providerID } } })
    const status = { ready: true, addresses: [{ type: 'InternalDNS', address: key.name }] }
    await client.patch(AzureMachine, key, { type: 'merge', body: { status } }, { subresource: 'status' })
    if (provider.joins) await join(key.name, providerID)
    return {}
  }
  const manager = createManager({ client, clock })
  manager.add({ name: 'azuremachine', kind: AzureMachine, reconcile })
  const stopping = new AbortController()
  const running = manager.start(stopping.signal)
  return Object.assign(provider, {
    stop: async () => {
      stopping.abort()
      await running
    },
  })
}
