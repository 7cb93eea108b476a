/** What a regular expression in Go's syntax means, with flags, classes and escapes already resolved. */
export type Re2Node =
  | { type: 'empty' }
  /** One character of a set; `source` is the inside of a JavaScript class with the `u` flag. */
  | { type: 'set'; source: string; isNegated: boolean }
  | { type: 'assertion'; kind: Re2Assertion }
  | { type: 'concat'; parts: Re2Node[] }
  | { type: 'alternate'; parts: Re2Node[] }
  | { type: 'repeat'; part: Re2Node; min: number; max: number; isLazy: boolean }
  | { type: 'group'; part: Re2Node }

/** A condition on a place between two characters. */
export type Re2Assertion = 'text-start' | 'text-end' | 'line-start' | 'line-end' | 'word-boundary' | 'no-word-boundary'

/** A pattern that Go would refuse, with the message Go gives. */
export class Re2SyntaxError extends Error {
  override readonly name = 'Re2SyntaxError'

  constructor(problem: string, at: string) {
    super(`error parsing regexp: ${problem}: \`${at}\``)
  }
}

/** Escapes a code point for the inside of a JavaScript class. */
export const classCharacter = (point: number): string =>
  isAlphanumeric(point) ? String.fromCodePoint(point) : `\\u{${point.toString(16)}}`

const isAlphanumeric = (point: number): boolean =>
  (point >= 0x30 && point <= 0x39) || (point >= 0x41 && point <= 0x5a) || (point >= 0x61 && point <= 0x7a)
