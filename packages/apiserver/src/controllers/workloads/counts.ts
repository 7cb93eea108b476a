/** A count as it is, or a percentage of `total`, rounded up or down; 0 for what is neither. */
export function scaledCount(value: number | string | undefined, total: number, round: 'up' | 'down'): number {
  if (typeof value === 'number') return value
  const percent = /^([0-9]+)%$/.exec(value ?? '')?.[1]
  if (percent === undefined) return 0
  const exact = (Number(percent) * total) / 100
  return round === 'up' ? Math.ceil(exact) : Math.floor(exact)
}

/** The same without the members that are 0: the API leaves those out of a status. */
export function withoutZeros<T extends Record<string, number>>(counts: T): Partial<T> {
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0)) as Partial<T>
}

/** The sum of a number of each item. */
export const sumOf = <T>(items: readonly T[], count: (item: T) => number): number =>
  items.reduce((sum, item) => sum + count(item), 0)
