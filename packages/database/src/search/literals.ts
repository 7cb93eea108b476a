import type { ResolvedAttribute } from './attributes.ts'
import type { Literal } from './conditions.ts'
import { SearchError } from './search-error.ts'

/** What a literal is bound as: a text, a number, or a boolean; instants are milliseconds since the Unix epoch. */
export type BoundValue = string | number | boolean

/** What a literal means beside an attribute of this type. */
export function boundValue(literal: Literal, { name, type }: ResolvedAttribute): BoundValue {
  const value = CONVERSIONS[type](literal.text)
  if (value !== undefined) return value
  const { offset, text } = literal
  throw new SearchError(`the attribute '${name}' is a ${type}, but '${text}' at offset ${offset} is not`, offset)
}

const CONVERSIONS: Record<ResolvedAttribute['type'], (text: string) => BoundValue | undefined> = {
  string: (text) => text,
  number: (text) => (text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined),
  boolean: (text) => BOOLEANS.get(text.toLowerCase()),
  timestamp: parseInstant,
}

const BOOLEANS = new Map([
  ['true', true],
  ['t', true],
  ['false', false],
  ['f', false],
])

const RFC3339 = /^(\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d)(\.\d+)?([Zz]|[+-]\d\d:\d\d)$/

/** Rounds to the millisecond, as both databases do. */
function parseInstant(text: string): number | undefined {
  const [, whole, fraction = '0', zone] = RFC3339.exec(text) ?? []
  if (whole === undefined) return undefined
  const seconds = Date.parse(`${whole.replace(/[t ]/, 'T')}${zone!.toUpperCase()}`)
  return Number.isNaN(seconds) ? undefined : seconds + Math.round(Number(`0${fraction}`) * 1_000)
}
