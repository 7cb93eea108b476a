import type { NodePool } from '@skep/api'
import { CAPI_ANNOTATIONS } from '../annotations.ts'

/** How many machines there shall be, and what the autoscaler is told. */
export interface WantedReplicas {
  readonly replicas: number
  readonly annotations: Readonly<Record<string, string>>
}

/**
 * How many machines a pool asks for. With an autoscaler, what there is counts as long as it is within the bounds. An
 * autoscaler that cannot know what a machine would bring never makes the first one, so that one stays.
 */
export function wantedReplicas(
  { spec: { replicas = 0, autoScaling } }: NodePool,
  present: number | undefined,
  knowsCapacity: boolean,
): WantedReplicas {
  if (!autoScaling) return { replicas, annotations: bounds(0, 0) }
  const min = autoScaling.min === 0 && !knowsCapacity ? 1 : autoScaling.min
  const max = Math.max(autoScaling.max, min)
  return { replicas: Math.min(Math.max(present ?? 0, min), max), annotations: bounds(min, max) }
}

const bounds = (min: number, max: number): Record<string, string> => ({
  [CAPI_ANNOTATIONS.autoscalerMin]: String(min),
  [CAPI_ANNOTATIONS.autoscalerMax]: String(max),
})

/** How many nodes may be updated in place at a time: one unless the pool says otherwise, and never none. */
export function inPlaceLimit({ spec: { replicas = 0, management } }: NodePool): number {
  const limit = management.inPlace?.maxUnavailable ?? 1
  const count =
    typeof limit === 'string' && limit.endsWith('%') ? (Number.parseFloat(limit) * replicas) / 100 : Number(limit)
  return Math.max(Math.floor(count) || 0, 1)
}
