import { ClusterDeployment } from '@skep/api'
import { type ClusterScope, refOf } from './scope.ts'

/** Has an installed cluster run or hibernate as its record says. */
export async function keepPower(
  { order, session, signal }: ClusterScope,
  { spec }: Pick<ClusterDeployment, 'spec'>,
): Promise<void> {
  const desired = order.record.desiredPowerState
  if (!spec.installed || (spec.powerState || 'Running') === desired) return
  const patch = { type: 'merge', body: { spec: { powerState: desired } } } as const
  await session.clients.hive.patch(ClusterDeployment, refOf(order), patch, { signal })
}
