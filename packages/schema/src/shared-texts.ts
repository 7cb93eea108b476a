/** Shorter ones are shared by the engine; longer ones are keys and certificates, which hardly ever come twice. */
const LEAST_LENGTH = 11
const GREATEST_LENGTH = 256
/** Two generations of so many are remembered. */
const GENERATION = 8_192

let young = new Map<string, string>()
let old = young

/**
 * The same text, and the same memory as others that said it lately: names, uids, times and what conditions say stand in
 * many objects, and each that is read from bytes would have a copy of its own.
 */
export function sharedText(text: string): string {
  if (text.length < LEAST_LENGTH || text.length > GREATEST_LENGTH) return text
  const known = young.get(text)
  if (known !== undefined) return known
  const shared = old.get(text) ?? text
  if (young.size === GENERATION) {
    old = young
    young = new Map()
  }
  young.set(shared, shared)
  return shared
}
