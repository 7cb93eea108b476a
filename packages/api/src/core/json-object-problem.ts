/** What a Go program says about a text that should be a JSON object, or undefined when it is one. */
export function jsonObjectProblem(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const name = typeName(value)
    return name === 'object'
      ? undefined
      : `json: cannot unmarshal ${name} into Go value of type map[string]interface {}`
  } catch {
    return syntaxProblem(text)
  }
}

function typeName(value: unknown): string {
  if (value === null) return 'object'
  if (Array.isArray(value)) return 'array'
  return typeof value === 'boolean' ? 'bool' : typeof value
}

const END = 'unexpected end of JSON input'
const LITERALS: Record<string, string> = { t: 'true', f: 'false', n: 'null' }

/** Thrown inside the scanner only: the first character that cannot be. */
class Unexpected {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

const unexpected = (character: string | undefined, where: string): Unexpected =>
  new Unexpected(character === undefined ? END : `invalid character ${quoted(character)} ${where}`)

function quoted(character: string): string {
  if (character === "'") return `'\\''`
  if (character === '"') return `'"'`
  return `'${JSON.stringify(character).slice(1, -1)}'`
}

function syntaxProblem(text: string): string {
  const scanner = { text, at: 0 }
  try {
    scanValue(scanner)
    skipSpace(scanner)
    if (scanner.at < text.length) throw unexpected(text[scanner.at], 'after top-level value')
    return END
  } catch (problem) {
    if (problem instanceof Unexpected) return problem.text
    throw problem
  }
}

interface Scanner {
  text: string
  at: number
}

function skipSpace(scanner: Scanner): string | undefined {
  while (/[ \t\r\n]/.test(scanner.text[scanner.at] ?? '')) scanner.at++
  return scanner.text[scanner.at]
}

function scanValue(scanner: Scanner): void {
  const first = skipSpace(scanner)
  const literal = LITERALS[first ?? '']
  if (first === '{') scanObject(scanner)
  else if (first === '[') scanArray(scanner)
  else if (first === '"') scanString(scanner)
  else if (literal) scanLiteral(scanner, literal)
  else scanNumber(scanner, first)
}

function scanNumber(scanner: Scanner, first: string | undefined): void {
  const number = /^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/.exec(scanner.text.slice(scanner.at))
  if (number) scanner.at += number[0].length
  else if (first === '-') throw unexpected(scanner.text[scanner.at + 1], 'in numeric literal')
  else throw unexpected(first, 'looking for beginning of value')
}

function scanLiteral(scanner: Scanner, literal: string): void {
  for (const [index, wanted] of [...literal].entries()) {
    const character = scanner.text[scanner.at + index]
    if (character !== wanted) throw unexpected(character, `in literal ${literal} (expecting '${wanted}')`)
  }
  scanner.at += literal.length
}

function scanString(scanner: Scanner): void {
  for (scanner.at++; scanner.text[scanner.at] !== '"'; scanner.at++) {
    const character = scanner.text[scanner.at]
    if (character === undefined || character < ' ') throw unexpected(character, 'in string literal')
    if (character === '\\') {
      const escaped = scanner.text[++scanner.at]
      if (escaped === undefined || !'"\\/bfnrtu'.includes(escaped)) throw unexpected(escaped, 'in string escape code')
    }
  }
  scanner.at++
}

function scanObject(scanner: Scanner): void {
  scanner.at++
  if (skipSpace(scanner) === '}') {
    scanner.at++
    return
  }
  for (;;) {
    const key = skipSpace(scanner)
    if (key !== '"') throw unexpected(key, 'looking for beginning of object key string')
    scanString(scanner)
    const colon = skipSpace(scanner)
    if (colon !== ':') throw unexpected(colon, 'after object key')
    scanner.at++
    scanValue(scanner)
    const next = skipSpace(scanner)
    scanner.at++
    if (next === '}') return
    if (next !== ',') throw unexpected(next, 'after object key:value pair')
  }
}

function scanArray(scanner: Scanner): void {
  scanner.at++
  if (skipSpace(scanner) === ']') {
    scanner.at++
    return
  }
  for (;;) {
    scanValue(scanner)
    const next = skipSpace(scanner)
    scanner.at++
    if (next === ']') return
    if (next !== ',') throw unexpected(next, 'after array element')
  }
}
