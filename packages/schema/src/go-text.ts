/**
 * Texts as Go prints them. Clients compare messages of the Kubernetes API, and those quote values the way Go's fmt and
 * encoding/json do, which is not quite the way JavaScript does.
 */

/** A string as Go's `%q` prints it. */
export function goQuote(text: string): string {
  let quoted = ''
  for (const character of text) quoted += quoteCharacter(character)
  return `"${quoted}"`
}

const NAMED_ESCAPES: Record<string, string> = {
  '"': '\\"',
  '\\': '\\\\',
  '\x07': '\\a',
  '\b': '\\b',
  '\f': '\\f',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\v': '\\v',
}
// Go prints letters, marks, numbers, punctuation, symbols and the ASCII space as they are.
const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]$/u

function quoteCharacter(character: string): string {
  const named = NAMED_ESCAPES[character]
  if (named !== undefined) return named
  if (PRINTABLE.test(character)) return character
  const point = character.codePointAt(0) ?? 0
  if (point < 0x80) return `\\x${point.toString(16).padStart(2, '0')}`
  if (point >= 0xd800 && point <= 0xdfff) return '\ufffd'
  return point < 0x10000 ? `\\u${point.toString(16).padStart(4, '0')}` : `\\U${point.toString(16).padStart(8, '0')}`
}

/** A list of strings as Go's `%q` prints it: `["a" "b"]`. */
export const goQuoteList = (texts: readonly string[]): string => `[${texts.map(goQuote).join(' ')}]`

/** Several errors in one message, each once: the only one as it is, more of them as `[a, b]`. */
export function goErrors(messages: readonly string[]): string {
  const [first = '', ...others] = new Set(messages)
  return others.length === 0 ? first : `[${[first, ...others].join(', ')}]`
}

/** A number as Go's `%v` prints an int64 or float64. */
export function goNumber(value: number): string {
  const text = String(value)
  const small = Math.abs(value) < 1e-4 && value !== 0
  if (!small) return text
  const [mantissa = '', exponent = ''] = value.toExponential().split('e-')
  return `${mantissa}e-${exponent.padStart(2, '0')}`
}

/** A value as Go's `json.Marshal` renders it: keys sorted, the characters that matter to HTML escaped. */
export function goJson(value: unknown): string {
  const text = JSON.stringify(value, (_key, each: unknown) => (isPlainObject(each) ? sortKeys(each) : each)) ?? 'null'
  return text.replace(/[<>&\u2028\u2029]/g, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const sortKeys = (value: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))

/** A value as a Kubernetes field error quotes it. */
export function goValue(value: unknown): string {
  if (typeof value === 'string') return goQuote(value)
  if (typeof value === 'number') return goNumber(value)
  return goJson(value)
}
