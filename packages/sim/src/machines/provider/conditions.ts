import type { ClusterApiCondition } from '@skep/api'
import { formatTime } from '@skep/base'

/** A condition of Cluster API as a provider states it; when it changed is worked out. */
export type ClusterApiStatement = Omit<ClusterApiCondition, 'lastTransitionTime'>

/** Conditions with one stated: its time moves with its status. */
export function stateCondition(
  conditions: readonly ClusterApiCondition[] | undefined,
  statement: ClusterApiStatement,
  now: number,
): ClusterApiCondition[] {
  const former = conditions?.find(({ type }) => type === statement.type)
  const lastTransitionTime = former?.status === statement.status ? former.lastTransitionTime : formatTime(now)
  const others = (conditions ?? []).filter(({ type }) => type !== statement.type)
  return [...others, { ...statement, lastTransitionTime }].sort(compareTypes)
}

/** Ready comes first, then by type. */
const compareTypes = (a: ClusterApiCondition, b: ClusterApiCondition): number =>
  Number(b.type === 'Ready') - Number(a.type === 'Ready') || (a.type < b.type ? -1 : 1)
