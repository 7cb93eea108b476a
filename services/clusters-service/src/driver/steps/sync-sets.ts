import { isDeepStrictEqual } from 'node:util'
import { SyncSet } from '@skep/api'
import type { Draft } from '@skep/client'
import type { ChildRecord } from '../../records/child-record.ts'
import { namespaceOf } from '../manifests/order.ts'
import { syncSetName, syncSets } from '../manifests/sync-sets.ts'
import type { ClusterScope } from './scope.ts'

/** Has the shard hold the SyncSets of a cluster's external configuration, and no longer those that shall go. */
export async function keepSyncSets(scope: ClusterScope, records: readonly ChildRecord[]): Promise<void> {
  const { order, session, signal, parts } = scope
  for (const draft of syncSets(order, records)) await keepSyncSet(scope, draft)
  for (const record of records.filter(({ deleting }) => deleting)) {
    const ref = { namespace: namespaceOf(order), name: syncSetName(record) }
    if (await session.clients.hive.delete(SyncSet, ref, { signal })) continue
    await parts.children.finishDeletion(record)
  }
}

async function keepSyncSet({ session, signal }: ClusterScope, draft: Draft<SyncSet>): Promise<void> {
  const { hive } = session.clients
  const ref = { namespace: draft.metadata.namespace ?? '', name: draft.metadata.name ?? '' }
  const current = session.syncSets.get(ref)
  if (current === undefined) await hive.createIfMissing(SyncSet, draft, { signal })
  else if (!isDeepStrictEqual(current.spec.resources, draft.spec.resources)) {
    await hive.patch(SyncSet, ref, { type: 'merge', body: { spec: { resources: draft.spec.resources } } }, { signal })
  }
}
