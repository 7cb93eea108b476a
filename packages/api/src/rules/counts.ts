/** A count or percentage as a number: 25 for `25%`; 0 for what is neither. */
export function amountOf(value: number | string | undefined): number {
  if (typeof value === 'number') return value
  return /^[0-9]+%?$/.test(value ?? '') ? Number.parseInt(value ?? '', 10) : 0
}
