import type { ReplicaSet } from '@skep/api'
import { sumOf } from '../counts.ts'
import type { RolloutLimits } from './limits.ts'
import { allOf, annotatedNumber, DESIRED_REPLICAS, isActive, MAX_REPLICAS, type Sets, sizeOf } from './replica-sets.ts'

/** Sizes that sets should have; sets that stay as they are may be left out. */
export type ScalePlan = ReadonlyMap<ReplicaSet, number>

const NOTHING: ScalePlan = new Map()
const availableOf = ({ status }: ReplicaSet): number => status?.availableReplicas ?? 0

/** How large the set of the present template may be now, `size` being what it is. */
export function sizeOfCurrent(limits: RolloutLimits, rolling: boolean, total: number, size: number): number {
  if (!rolling) return limits.replicas
  const room = limits.replicas + limits.maxSurge - total
  return room <= 0 ? size : size + Math.min(room, limits.replicas - size)
}

/** The next step of a gradual rollout: first the new set grows as far as it may, then old ones shrink. */
export function planRolling(limits: RolloutLimits, current: ReplicaSet, old: readonly ReplicaSet[]): ScalePlan {
  const size = sizeOf(current)
  const total = sumOf([...old, current], sizeOf)
  const wanted = size > limits.replicas ? limits.replicas : sizeOfCurrent(limits, true, total, size)
  if (size !== limits.replicas && wanted !== size) return new Map([[current, wanted]])
  return planShrinking(limits, current, old.filter(isActive))
}

function planShrinking(limits: RolloutLimits, current: ReplicaSet, old: readonly ReplicaSet[]): ScalePlan {
  const minAvailable = limits.replicas - limits.maxUnavailable
  // New pods that are not available yet must not make room for themselves.
  const unavailable = sizeOf(current) - availableOf(current)
  const spare = sumOf([...old, current], sizeOf) - minAvailable - unavailable
  if (old.length === 0 || spare <= 0) return NOTHING
  const sizes = new Map(old.map((set) => [set, sizeOf(set)]))
  // Pods that are not available are no loss, so they go first; they would only hold the rollout up.
  shrink(sizes, spare, (set, size) => Math.max(0, size - availableOf(set)))
  shrink(sizes, sumOf([...old, current], availableOf) - minAvailable, (_, size) => size)
  return changed(sizes)
}

/** Takes up to `count` pods from the sets in turn, `spareOf` of each at most. */
function shrink(
  sizes: Map<ReplicaSet, number>,
  count: number,
  spareOf: (set: ReplicaSet, size: number) => number,
): void {
  let rest = count
  for (const [set, size] of sizes) {
    const taken = Math.max(0, Math.min(rest, spareOf(set, size)))
    sizes.set(set, size - taken)
    rest -= taken
  }
}

const changed = (sizes: ReadonlyMap<ReplicaSet, number>): ScalePlan =>
  new Map([...sizes].filter(([set, size]) => size !== sizeOf(set)))

/** Whether the deployment has been given another size since its sets were last scaled. */
export const isResized = (sets: Sets, { replicas }: RolloutLimits): boolean =>
  allOf(sets)
    .filter(isActive)
    .some((set) => (annotatedNumber(set, DESIRED_REPLICAS) ?? replicas) !== replicas)

/** Follows a change of size without moving the rollout on: in the middle of one, all sets grow or shrink in proportion. */
export function planResize(limits: RolloutLimits, rolling: boolean, sets: Sets, present: number): ScalePlan {
  const active = allOf(sets).filter(isActive)
  const only = active.length > 1 ? undefined : (active[0] ?? sets.current ?? sets.old.at(-1))
  if (only) return sizeOf(only) === limits.replicas ? NOTHING : new Map([[only, limits.replicas]])
  if (isSaturated(limits, sets.current)) {
    return new Map(sets.old.filter(isActive).map((set) => [set, 0]))
  }
  return rolling && active.length > 0 ? planProportional(limits, active, present) : NOTHING
}

function isSaturated({ replicas }: RolloutLimits, set: ReplicaSet | undefined): boolean {
  if (!set) return false
  return (
    sizeOf(set) === replicas && annotatedNumber(set, DESIRED_REPLICAS) === replicas && availableOf(set) === replicas
  )
}

/** All sets are in the plan, for their annotations must follow even when their sizes do not change. */
function planProportional(limits: RolloutLimits, active: readonly ReplicaSet[], present: number): ScalePlan {
  const { replicas, maxSurge } = limits
  const allowed = replicas > 0 ? replicas + maxSurge : 0
  const toAdd = allowed - sumOf(active, sizeOf)
  const ordered = largestFirst(active, toAdd > 0)
  const sizes = new Map<ReplicaSet, number>()
  let added = 0
  for (const set of ordered) {
    const share = shareOf(limits, set, present)
    const rest = toAdd - added
    const bounded = toAdd > 0 ? Math.min(share, rest) : Math.max(share, rest)
    const change = rest === 0 ? 0 : bounded
    sizes.set(set, sizeOf(set) + change)
    added += change
  }
  const [largest] = ordered
  if (largest) sizes.set(largest, Math.max(0, sizes.get(largest)! + toAdd - added))
  return sizes
}

/** Of sets of the same size, the newer grows first and the older shrinks first. `active` has the oldest first. */
function largestFirst(active: readonly ReplicaSet[], growing: boolean): ReplicaSet[] {
  const byAge = growing ? active.toReversed() : [...active]
  return byAge.sort((a, b) => sizeOf(b) - sizeOf(a))
}

function shareOf({ replicas, maxSurge }: RolloutLimits, set: ReplicaSet, present: number): number {
  if (replicas === 0) return -sizeOf(set)
  const before = annotatedNumber(set, MAX_REPLICAS) || present || 1
  return Math.round((sizeOf(set) * (replicas + maxSurge)) / before) - sizeOf(set)
}
