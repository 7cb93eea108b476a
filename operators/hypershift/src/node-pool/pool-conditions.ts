import type { NodePoolCondition } from '@skep/api'
import { formatTime } from '@skep/base'

/** A condition as a step states it; an empty reason or message is left out. */
export interface PoolStatement {
  readonly type: string
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason?: string
  readonly message?: string
}

/** The condition of a type, if there is one. */
export const findPoolCondition = (
  conditions: readonly NodePoolCondition[],
  type: string,
): NodePoolCondition | undefined => conditions.find((condition) => condition.type === type)

/** States a condition, in place; the time of transition moves only with the status. Returns whether anything changed. */
export function setPoolCondition(
  conditions: NodePoolCondition[],
  { type, status, reason = '', message = '' }: PoolStatement,
  { now, generation }: { readonly now: number; readonly generation: number },
): boolean {
  const index = conditions.findIndex((condition) => condition.type === type)
  const former = conditions[index]
  const next: NodePoolCondition = {
    type,
    status,
    lastTransitionTime: former?.status === status ? former.lastTransitionTime : formatTime(now),
    ...(reason === '' ? {} : { reason }),
    ...(message === '' ? {} : { message }),
    observedGeneration: generation,
  }
  if (former && saysTheSame(former, next)) return false
  if (former) conditions[index] = next
  else conditions.push(next)
  return true
}

/** Takes a condition back, in place. */
export function removePoolCondition(conditions: NodePoolCondition[], type: string): void {
  const index = conditions.findIndex((condition) => condition.type === type)
  if (index !== -1) conditions.splice(index, 1)
}

const saysTheSame = (a: NodePoolCondition, b: NodePoolCondition): boolean =>
  a.status === b.status &&
  a.reason === b.reason &&
  a.message === b.message &&
  a.observedGeneration === b.observedGeneration
