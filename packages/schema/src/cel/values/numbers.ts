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
