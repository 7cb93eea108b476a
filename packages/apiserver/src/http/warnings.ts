/** The most that all warnings of an answer may say, in characters; beyond it, each is cut short. */
const MAX_TOTAL = 4 * 1024
const MAX_EACH_WHEN_TOO_LONG = 256

/** Values of `Warning` headers for these texts, each said once. A body full of mistakes does not make an endless header. */
export function warningHeaders(texts: readonly string[]): string[] {
  const sayable = [...new Set(texts)].filter((text) => text !== '' && !/\p{Cc}/u.test(text))
  const total = sayable.reduce((sum, text) => sum + text.length, 0)
  return (total <= MAX_TOTAL ? sayable : shortened(sayable)).map(headerValue)
}

function shortened(texts: readonly string[]): string[] {
  const short: string[] = []
  let total = 0
  for (const text of texts) {
    if (total >= MAX_TOTAL) break
    const characters = [...text].slice(0, MAX_EACH_WHEN_TOO_LONG)
    short.push(characters.join(''))
    total += characters.length
  }
  return short
}

/** Headers are bytes, one per character to node; what is not ASCII goes as UTF-8. */
function headerValue(text: string): string {
  const quoted = text.replace(/["\\]/g, '\\$&')
  return Buffer.from(`299 - "${quoted}"`).toString('latin1')
}
