import type { ManagedCluster } from '@skep/api'

/** Taints of a managed cluster. */
export type Taints = NonNullable<NonNullable<ManagedCluster['spec']>['taints']>

const UNREACHABLE = 'cluster.open-cluster-management.io/unreachable'
const UNAVAILABLE = 'cluster.open-cluster-management.io/unavailable'

/** The taints of a cluster that is available, not, or of which nobody knows: placements keep away from the latter two. */
export function taintsFor(taints: Taints, available: string | undefined): Taints {
  const own = available === 'True' ? undefined : available === 'False' ? UNAVAILABLE : UNREACHABLE
  const kept = taints.filter(({ key }) => key === own || (key !== UNREACHABLE && key !== UNAVAILABLE))
  if (own === undefined || kept.some(({ key }) => key === own)) return kept
  return [...kept, { key: own, effect: 'NoSelect' }]
}
