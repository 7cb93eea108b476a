/** A number, or a share such as `25%` of a total. Throws for a text that is neither. */
export function scaled(value, total, round) {
  if (typeof value === 'number') return value
  const [, percent] = /^(\d+)%$/.exec(value) ?? []
  if (percent === undefined) throw new Error(`${JSON.stringify(value)} is neither a number nor a percentage`)
  const share = (Number(percent) * total) / 100
  return round === 'up' ? Math.ceil(share) : Math.floor(share)
}
//# sourceMappingURL=counts.js.map
