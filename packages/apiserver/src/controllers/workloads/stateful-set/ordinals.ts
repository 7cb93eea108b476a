import type { Pod, StatefulSet } from '@skep/api'
import type { KubeObject } from '@skep/schema'

/** The number at the end of a member's name; undefined for what is no member of the set. */
export function ordinalOf({ metadata: { name = '' } }: StatefulSet, { metadata }: KubeObject): number | undefined {
  const match = /^(.*)-([0-9]+)$/.exec(metadata.name ?? '')
  return match?.[1] === name ? Number(match[2]) : undefined
}

export const startOf = ({ spec }: StatefulSet): number => spec.ordinals?.start ?? 0
export const sizeOf = ({ spec }: StatefulSet): number => spec.replicas ?? 1

/** Whether the set wants a member with this ordinal. */
export const isWanted = (set: StatefulSet, ordinal: number): boolean =>
  ordinal >= startOf(set) && ordinal < startOf(set) + sizeOf(set)

/** The ordinals that a set wants, in order. */
export const wantedOrdinals = (set: StatefulSet): number[] =>
  Array.from({ length: sizeOf(set) }, (_, index) => startOf(set) + index)

/** Members by ordinal. */
export function membersOf(set: StatefulSet, pods: readonly Pod[]): Map<number, Pod> {
  const members = new Map<number, Pod>()
  for (const pod of pods) {
    const ordinal = ordinalOf(set, pod)
    if (ordinal !== undefined) members.set(ordinal, pod)
  }
  return members
}
