/** A piece of a format string: text as it stands, or a clause such as `%d` or `%.3f` that takes an argument. */
export type FormatPiece = string | FormatClause

/** What is to be done with an argument. */
export interface FormatClause {
  verb: 's' | 'd' | 'f' | 'e' | 'b' | 'x' | 'X' | 'o'
  precision: number | undefined
}

/** Types a clause accepts, by the names of their kinds, and what it says to others. */
export const CLAUSES: Record<FormatClause['verb'], { kinds: readonly string[]; refusal: string }> = {
  s: {
    kinds: ['list', 'map', 'int', 'uint', 'double', 'bool', 'string', 'timestamp', 'bytes', 'duration', 'type', 'null'],
    refusal:
      'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
  },
  d: { kinds: ['int', 'uint'], refusal: 'decimal clause can only be used on integers' },
  f: { kinds: ['double', 'string'], refusal: 'fixed-point clause can only be used on doubles' },
  e: { kinds: ['double', 'string'], refusal: 'scientific clause can only be used on doubles' },
  b: { kinds: ['int', 'uint', 'bool'], refusal: 'only integers and bools can be formatted as binary' },
  x: {
    kinds: ['int', 'uint', 'string', 'bytes'],
    refusal: 'only integers, byte buffers, and strings can be formatted as hex',
  },
  X: {
    kinds: ['int', 'uint', 'string', 'bytes'],
    refusal: 'only integers, byte buffers, and strings can be formatted as hex',
  },
  o: { kinds: ['int', 'uint'], refusal: 'octal clause can only be used on integers' },
}

/** A format string that cannot be read, or an argument that does not fit. */
export class FormatError extends Error {
  override readonly name = 'FormatError'
}

const CLAUSE = /%(%|(?:\.(\d*))?(.?))/gsu

/** Takes a format string apart. `argumentCount` is how many clauses it may have. */
export function readFormat(format: string, argumentCount: number): FormatPiece[] {
  const pieces: FormatPiece[] = []
  let end = 0
  let used = 0
  for (const match of format.matchAll(CLAUSE)) {
    pieces.push(format.slice(end, match.index))
    end = match.index + match[0].length
    if (match[1] === '%') {
      pieces.push('%')
      continue
    }
    if (used >= argumentCount) throw new FormatError(`index ${used} out of range`)
    if (match[0] === '%') throw new FormatError('unexpected end of string')
    pieces.push(readClause(match[2], match[3]!))
    used++
  }
  return [...pieces, format.slice(end)].filter((piece) => piece !== '')
}

function readClause(precision: string | undefined, verb: string): FormatClause {
  const prefix = 'could not parse formatting clause: '
  if (precision !== undefined && verb === '') {
    throw new FormatError(`${prefix}error while parsing precision: could not find end of precision specifier`)
  }
  if (precision === '') {
    const problem = 'error while converting precision to integer: strconv.Atoi: parsing "": invalid syntax'
    throw new FormatError(`${prefix}error while parsing precision: ${problem}`)
  }
  if (!isVerb(verb)) throw new FormatError(`${prefix}unrecognized formatting clause "${verb}"`)
  return { verb, precision: precision === undefined ? undefined : Number(precision) }
}

const isVerb = (text: string): text is FormatClause['verb'] => Object.hasOwn(CLAUSES, text)
