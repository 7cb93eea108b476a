/** How Go writes a double without an exponent, with as many digits as it takes: `strconv.FormatFloat(v, 'f', -1, 64)`. */
export function formatPlain(value: number): string {
  if (!Number.isFinite(value)) return formatInfinite(value)
  const text = String(value)
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (!match) return text
  const [, sign, first, rest = '', exponent] = match
  const shift = Number(exponent)
  const digits = first! + rest
  if (shift < 0) return `${sign}0.${'0'.repeat(-shift - 1)}${digits}`
  return sign + digits.padEnd(shift + 1, '0')
}

/** How Go writes a double with `%g`: an exponent of at least two digits below 1e-4 and from 1e21 on. */
export function formatShortest(value: number): string {
  if (!Number.isFinite(value)) return formatInfinite(value)
  const positive = Math.abs(value)
  if (positive !== 0 && (positive < 1e-4 || positive >= 1e21)) {
    const [mantissa = '', exponent = ''] = value.toExponential().split('e')
    return `${mantissa}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`
  }
  return String(value)
}

const formatInfinite = (value: number) => (Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf')
