/**
 * Resource quantities: `500m`, `1.5Gi`, `12e6`. A quantity is an exact amount of billionths and the notation it prefers
 * to be printed in, as in Kubernetes' `resource.Quantity`.
 */

/** `decimal` prints with k, M, G, ...; `binary` with Ki, Mi, Gi, ...; `exponent` with e3, e6, ... */
export type QuantityNotation = 'decimal' | 'binary' | 'exponent'

/** A parsed quantity. */
export interface Quantity {
  /** The amount in billionths. */
  readonly nanos: bigint
  readonly notation: QuantityNotation
  /** The text it was parsed from, where Kubernetes prints that instead of the canonical form. */
  readonly text?: string
}

const NANO = 1_000_000_000n
const MAX_BINARY = (2n ** 63n - 1n) * NANO
/** Larger exponents are legal in Kubernetes, but no resource has them and a number of that length could stall us. */
const MAX_EXPONENT = 400
/** Longer texts are legal in Kubernetes, too, and just as absurd. */
const MAX_LENGTH = 256
const SYNTAX = /^([+-]?)([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*[-+]?[0-9]*)$/

const FORMAT_WRONG = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'"
const SUFFIX_WRONG = "unable to parse quantity's suffix"

const DECIMAL_SUFFIXES: Record<string, number> = { n: -9, u: -6, m: -3, '': 0, k: 3, M: 6, G: 9, T: 12, P: 15, E: 18 }
const BINARY_SUFFIXES: Record<string, number> = { Ki: 10, Mi: 20, Gi: 30, Ti: 40, Pi: 50, Ei: 60 }
const DECIMAL_BY_EXPONENT = new Map(Object.entries(DECIMAL_SUFFIXES).map(([suffix, exponent]) => [exponent, suffix]))
const BINARY_BY_STEP = ['', 'Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei']

/** What most manifests say, and Kubernetes keeps as it is: `100m`, `2`, `250k`. */
const CANONICAL_DECIMAL = /^[1-9][0-9]{0,2}[numkMGTPE]?$/

/** Parses a quantity; throws an Error with Kubernetes' message when the text is none. */
export function parseQuantity(text: string): Quantity {
  const match = text === '' || text.length > MAX_LENGTH ? null : SYNTAX.exec(text)
  if (match === null) throw new Error(FORMAT_WRONG)
  const [, sign = '', whole = '', fraction = '', suffix = ''] = match
  const { base, exponent, notation } = interpretSuffix(suffix)
  const digits = { whole: whole.replace(/^0+/, '') || '0', fraction }
  const nanos = scaleToNanos(BigInt(digits.whole + fraction), base, exponent, fraction.length)
  const amount = notation === 'binary' && nanos > MAX_BINARY ? MAX_BINARY : nanos
  const signed = sign === '-' ? -amount : amount
  const tiny = notation === 'binary' && amount > 0n && amount < NANO
  const parsed: Quantity = { nanos: signed, notation: tiny ? 'decimal' : notation }
  return keepsItsText(digits, exponent, notation) ? { ...parsed, text } : parsed
}

function interpretSuffix(suffix: string): { base: 2n | 10n; exponent: number; notation: QuantityNotation } {
  const decimal = DECIMAL_SUFFIXES[suffix]
  if (decimal !== undefined) return { base: 10n, exponent: decimal, notation: 'decimal' }
  const binary = BINARY_SUFFIXES[suffix]
  if (binary !== undefined) return { base: 2n, exponent: binary, notation: 'binary' }
  const exponent = /^[eE]([+-]?[0-9]+)$/.exec(suffix)?.[1]
  if (exponent === undefined || Math.abs(Number(exponent)) > MAX_EXPONENT) throw new Error(SUFFIX_WRONG)
  return { base: 10n, exponent: Number(exponent), notation: 'exponent' }
}

/** Rounds up (away from zero) to the next billionth. */
function scaleToNanos(digits: bigint, base: bigint, exponent: number, fractionDigits: number): bigint {
  const power = BigInt(Math.abs(exponent))
  const numerator = digits * NANO * (exponent > 0 ? base ** power : 1n)
  const denominator = 10n ** BigInt(fractionDigits) * (exponent < 0 ? base ** power : 1n)
  return (numerator + denominator - 1n) / denominator
}

/** Kubernetes prints a quantity as it was written when that is cheap to recognise as canonical enough. */
function keepsItsText(
  { whole, fraction }: { whole: string; fraction: string },
  exponent: number,
  notation: QuantityNotation,
): boolean {
  if (whole === '0' && /^0*$/.test(fraction)) return false
  if (notation === 'binary') {
    const precision = 15 - whole.length - Math.floor((exponent * 3) / 10) - 1
    return fraction === '' && precision >= 0 && (BigInt(whole) & 7n) !== 0n
  }
  const digits = whole + fraction
  const scale = exponent - fraction.length
  return digits.length <= 18 && scale >= -9 && scale % 3 === 0 && !digits.endsWith('000') && digits[0] !== '0'
}

/** Prints a quantity in Kubernetes' canonical form. */
export function formatQuantity(quantity: Quantity): string {
  if (quantity.text !== undefined) return quantity.text
  if (quantity.nanos === 0n) return '0'
  if (quantity.notation === 'binary' && isLargeInteger(quantity.nanos)) return formatBinary(quantity.nanos / NANO)
  return formatDecimal(quantity.nanos, quantity.notation)
}

/** Small or fractional amounts are printed in decimal, so that nothing is lost and nobody is confused. */
function isLargeInteger(nanos: bigint): boolean {
  const limit = 1024n * NANO
  return nanos % NANO === 0n && (nanos >= limit || nanos <= -limit)
}

function formatBinary(amount: bigint): string {
  let rest = amount
  let step = 0
  while (rest % 1024n === 0n && step < BINARY_BY_STEP.length - 1) {
    rest /= 1024n
    step++
  }
  return `${rest}${BINARY_BY_STEP[step]}`
}

function formatDecimal(nanos: bigint, notation: QuantityNotation): string {
  let rest = nanos
  let exponent = -9
  while (rest % 1000n === 0n && (notation === 'exponent' || exponent < 18)) {
    rest /= 1000n
    exponent += 3
  }
  if (notation !== 'exponent') return `${rest}${DECIMAL_BY_EXPONENT.get(exponent)}`
  return exponent === 0 ? `${rest}` : `${rest}e${exponent}`
}

/** The form in which Kubernetes prints what a manifest says: `0.5` and `1024Mi` become `500m` and `1Gi`. */
export function canonicalQuantity(value: string | number): string {
  const text = typeof value === 'number' ? String(value).replace('e+', 'e') : value.trim()
  return CANONICAL_DECIMAL.test(text) ? text : formatQuantity(parseQuantity(text))
}

/** Negative, zero or positive as `a` is less than, equal to or greater than `b`. */
export function compareQuantity(a: Quantity, b: Quantity): number {
  if (a.nanos === b.nanos) return 0
  return a.nanos < b.nanos ? -1 : 1
}

/** The sum, in the notation of the first operand unless that is zero. */
export function addQuantity(a: Quantity, b: Quantity): Quantity {
  return { nanos: a.nanos + b.nanos, notation: a.nanos === 0n ? b.notation : a.notation }
}

/** The difference, in the notation of the first operand unless that is zero. */
export function subtractQuantity(a: Quantity, b: Quantity): Quantity {
  return addQuantity(a, { ...b, nanos: -b.nanos })
}

/** The amount as a number, exact as far as a double can be. */
export function quantityToNumber(quantity: Quantity): number {
  const whole = quantity.nanos / NANO
  return Number(whole) + Number(quantity.nanos - whole * NANO) / 1e9
}
