/** A number split into so many parts as evenly as possible; the first parts get the remainder. */
export const spread = (total: number, parts: number): number[] =>
  Array.from({ length: parts }, (_, index) => Math.floor(total / parts) + (index < total % parts ? 1 : 0))

/** How many machines a MachineSet has at least and at most. */
export interface ReplicaRange {
  readonly min: number
  readonly max: number
}

/** Bounds for an autoscaler, spread over MachineSets; none may be below its own minimum. */
export function spreadRange({ min, max }: ReplicaRange, parts: number): ReplicaRange[] {
  const maxima = spread(max, parts)
  return spread(min, parts).map((least, index) => ({ min: least, max: Math.max(least, maxima[index]!) }))
}
