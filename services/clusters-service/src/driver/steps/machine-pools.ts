import { isDeepStrictEqual } from 'node:util'
import { HiveMachinePool } from '@skep/api'
import type { Draft } from '@skep/client'
import type { ChildRecord } from '../../records/child-record.ts'
import { machinePools } from '../manifests/machine-pools.ts'
import { machinePoolName } from '../manifests/names.ts'
import { nameOf, namespaceOf } from '../manifests/order.ts'
import type { ClusterScope } from './scope.ts'

/** Has the shard hold the machine pools of a cluster, and no longer those that shall go. */
export async function keepMachinePools(scope: ClusterScope, records: readonly ChildRecord[]): Promise<void> {
  for (const draft of machinePools(scope.order, records)) await keepPool(scope, draft)
  for (const record of records) if (record.deleting) await removePool(scope, record)
}

async function keepPool({ session, signal }: ClusterScope, draft: Draft<HiveMachinePool>): Promise<void> {
  const { hive } = session.clients
  const ref = { namespace: draft.metadata.namespace ?? '', name: draft.metadata.name ?? '' }
  const current = session.machinePools.get(ref)
  if (current === undefined) {
    await hive.createIfMissing(HiveMachinePool, draft, { signal })
    return
  }
  const wanted = changeable(draft)
  if (isDeepStrictEqual(changeable(current), wanted)) return
  await hive.patch(HiveMachinePool, ref, { type: 'merge', body: { spec: wanted } }, { signal })
}

/** What may change in a pool; null where there is nothing, as a merge patch says it. */
const changeable = ({ spec }: Pick<HiveMachinePool, 'spec'>) => ({
  replicas: spec.replicas ?? null,
  autoscaling: spec.autoscaling ?? null,
  labels: spec.labels ?? null,
  taints: spec.taints ?? null,
})

/** A pool with machines goes in its own time; the news of its end brings us back here. */
async function removePool({ order, session, signal, parts }: ClusterScope, record: ChildRecord): Promise<void> {
  const ref = { namespace: namespaceOf(order), name: machinePoolName(nameOf(order), record.id) }
  const current = session.machinePools.get(ref)
  if (current?.metadata.deletionTimestamp !== undefined) return
  if (await session.clients.hive.delete(HiveMachinePool, ref, { signal })) return
  await parts.children.finishDeletion(record)
}
