import type { ClientKind, Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import type { ProviderParts } from './contracts.ts'
import { isExternallyManaged } from './owners.ts'

/** Adds a controller that says of a provider's part of each cluster that it is there: nothing has to be made for it. */
export function addClusterController<C extends KubeObject>(
  { client, manager }: ProviderParts,
  kind: ClientKind<C>,
  report: (cluster: Stored<C>, now: number) => void,
): void {
  const clusters = manager.informersOf().of(kind)
  manager.add({
    name: kind.plural,
    kind,
    reconcile: async (ctx, key) => {
      const cluster = clusters.get(key)
      if (!cluster || isExternallyManaged(cluster) || cluster.metadata.deletionTimestamp !== undefined) return {}
      const after = structuredClone(cluster)
      report(after, ctx.clock.now())
      await client.patchStatus(kind, cluster, after, { ifUnchanged: true })
      return {}
    },
  })
}
