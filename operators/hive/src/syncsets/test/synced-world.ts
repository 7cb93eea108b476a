import { ClusterSync, SelectorSyncSet, SyncSet, type SyncStatus } from '@skep/api'
import type { Client, Stored } from '@skep/client'
import { NAMESPACE, type OrderChanges, startWorld, type World } from '../../full/test/world.ts'

/** A world with an installed cluster named blue. */
export interface SyncedWorld extends World {
  /** A client of blue. */
  readonly blue: Client
  sync(): Promise<Stored<ClusterSync> | undefined>
  /** How the SyncSet of a name fares. */
  syncStatus(name: string): Promise<SyncStatus | undefined>
  /** Makes a SyncSet for blue, and waits a second. */
  syncSet(name: string, content: Partial<SyncSet['spec']>): Promise<void>
  /** Replaces what it says, and waits a second. */
  change(name: string, content: Partial<SyncSet['spec']>): Promise<void>
  selectorSyncSet(name: string, spec: SelectorSyncSet['spec']): Promise<void>
}

/** Starts one; it is gone after the test. */
export async function startSyncedWorld(changes: OrderChanges = {}): Promise<SyncedWorld> {
  const world = await startWorld()
  await world.start()
  await world.order('blue', changes)
  await world.seconds(6)
  const id = (await world.deployment())?.spec.clusterMetadata?.clusterID ?? ''
  const sync = () => world.client.get(ClusterSync, { namespace: NAMESPACE, name: 'blue' })
  const refs = { clusterDeploymentRefs: [{ name: 'blue' }] }
  return {
    ...world,
    blue: world.tenants.get(id)!.client,
    sync,
    syncStatus: async (name) => (await sync())?.status?.syncSets?.find((status) => status.name === name),
    syncSet: async (name, content) => {
      await world.client.create(SyncSet, { metadata: { namespace: NAMESPACE, name }, spec: { ...refs, ...content } })
      await world.seconds(1)
    },
    change: async (name, spec) => {
      await world.client.patch(SyncSet, { namespace: NAMESPACE, name }, { type: 'merge', body: { spec } })
      await world.seconds(1)
    },
    selectorSyncSet: async (name, spec) => {
      await world.client.create(SelectorSyncSet, { metadata: { name }, spec })
      await world.seconds(1)
    },
  }
}

/** A ConfigMap as a SyncSet has it. */
export const configMap = (name: string, data: Record<string, string> = { here: 'yes' }) => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: 'default', name },
  data,
})
