import type { Pod } from '@skep/api'
import { formatTime } from '@skep/base'

/** In place: sets a condition of a pod; the time of its transition stays when its status does. */
export function setPodCondition(
  pod: Pod,
  condition: { type: string; status: string; reason?: string; message?: string },
  now: number,
): void {
  const status = (pod.status ??= {})
  const others = (status.conditions ?? []).filter(({ type }) => type !== condition.type)
  const before = status.conditions?.find(({ type }) => type === condition.type)
  const kept = before?.status === condition.status ? before.lastTransitionTime : undefined
  status.conditions = [...others, { ...condition, lastTransitionTime: kept ?? formatTime(now) }]
}
