import { StatusError } from '@skep/base'

/** The error of a configuration that nobody can mean. */
export const invalid = (message: string): StatusError => new StatusError('Invalid', message)

/** The members of an object; nothing counts as an empty one. */
export function readObject(what: string, value: unknown): Record<string, unknown> {
  if (value === undefined || value === null) return {}
  // Whatever is an object and no list has members by name.
  if (typeof value === 'object' && !Array.isArray(value)) return value as Record<string, unknown>
  throw invalid(`${what} must be an object`)
}

/** The items of a list; nothing counts as an empty one. */
export function readList(what: string, value: unknown): unknown[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value
  throw invalid(`${what} must be a list`)
}

export function readString(what: string, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (typeof value === 'string') return value
  throw invalid(`${what} must be a text`)
}

export function readBoolean(what: string, value: unknown): boolean {
  if (typeof value === 'boolean') return value
  throw invalid(`${what} must be true or false`)
}

export function readNumber(what: string, value: unknown): number {
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw invalid(`${what} must be a number`)
}

/** A number from 0 on. */
export function readAmount(what: string, value: unknown): number {
  const amount = readNumber(what, value)
  if (amount >= 0) return amount
  throw invalid(`${what} must be >= 0`)
}

/** Refuses members that nobody would look at: most are misspelt. */
export function refuseUnknown(what: string, value: Record<string, unknown>, known: readonly string[]): void {
  const unknown = Object.keys(value).find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw invalid(`${what} has no field ${JSON.stringify(unknown)}; it has ${known.join(', ')}`)
}
