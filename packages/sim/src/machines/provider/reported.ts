import type { ClientKind, Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import type { ProviderParts } from './contracts.ts'
import { isExternallyManaged } from './owners.ts'

/**
 * Adds a controller that says something of each object of a kind for which nothing has to be made, such as a provider's
 * part of a cluster.
 */
export function addReportController<C extends KubeObject>(
  { client, manager }: ProviderParts,
  kind: ClientKind<C>,
  report: (object: Stored<C>, now: number) => void,
): void {
  const objects = manager.informersOf().of(kind)
  manager.add({
    name: kind.plural,
    kind,
    reconcile: async (ctx, key) => {
      const object = objects.get(key)
      if (!object || isExternallyManaged(object) || object.metadata.deletionTimestamp !== undefined) return {}
      const after = structuredClone(object)
      report(after, ctx.clock.now())
      await client.patchStatus(kind, object, after, { ifUnchanged: true })
      return {}
    },
  })
}
