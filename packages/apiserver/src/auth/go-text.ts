/** Pieces of text in the form clients know from the API server, whose messages quote and join as Go does. */

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
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

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what needs escaping
const UNPRINTABLE = /["\\\x00-\x1f\x7f]/g

/** A text in double quotes, like `%q`. */
export const quote = (text: string): string =>
  `"${text.replace(UNPRINTABLE, (char) => SHORT_ESCAPES[char] ?? `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`)}"`

/** A list of texts, like `%q` of a slice: `["a" "b"]`. */
export const quoteList = (texts: readonly string[]): string => `[${texts.map(quote).join(' ')}]`

/** Several errors as one text: the only one as it is, more of them once each as `[a, b]`. */
export function joinErrors(messages: readonly string[]): string {
  const distinct = [...new Set(messages)]
  return distinct.length === 1 ? distinct[0]! : `[${distinct.join(', ')}]`
}
