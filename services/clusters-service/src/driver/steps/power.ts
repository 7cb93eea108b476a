import { ClusterDeployment } from '@skep/api'
import type { Stored } from '@skep/client'
import type { ClusterObservation, PowerState } from '../../records/cluster-record.ts'
import { type ClusterScope, refOf } from './scope.ts'

/** What is to be noted of the power state of a cluster. */
export type PowerNote = NonNullable<ClusterObservation['power']>

/**
 * Has an installed cluster run or hibernate as its record says. Once the shard had what users wish, what differs from it
 * was changed there, by an administrator or by Hive itself when the time came that the cluster was to sleep: that is
 * taken over as if users had asked for it.
 */
export async function keepPower(
  { order, session, signal }: ClusterScope,
  { metadata, spec }: Stored<ClusterDeployment>,
): Promise<PowerNote | undefined> {
  const { desiredPowerState: desired, power = {} } = order.record
  const isOld = power.uid === metadata.uid && (metadata.generation ?? 0) < (power.generation ?? 0)
  if (!spec.installed || isOld) return undefined
  const present: PowerState = spec.powerState === 'Hibernating' ? 'Hibernating' : 'Running'
  if (present === desired) return power.agreed ? undefined : { ...power, agreed: true }
  if (power.agreed) return { ...power, desired: present }
  const patch = { type: 'merge', body: { spec: { powerState: desired } } } as const
  const patched = await session.clients.hive.patch(ClusterDeployment, refOf(order), patch, { signal })
  const { generation, uid } = patched.metadata
  return { ...power, ...(generation ? { generation, uid } : {}) }
}
