/** Shorter ones are shared by the engine. */
const LEAST_LENGTH = 11
/** Longer ones are certificates and kubeconfigs, which come a few times each; those that are longer still, hardly ever. */
const LONG = 256
const GREATEST_LENGTH = 16_384

/** Texts that were seen lately: two generations of so many. */
class RecentTexts {
  readonly #generation: number
  #young = new Map<string, string>()
  #old = this.#young

  constructor(generation: number) {
    this.#generation = generation
  }

  share(text: string): string {
    const known = this.#young.get(text)
    if (known !== undefined) return known
    const shared = this.#old.get(text) ?? text
    if (this.#young.size === this.#generation) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(shared, shared)
    return shared
  }
}

const texts = new RecentTexts(8_192)
const longTexts = new RecentTexts(1_024)

/**
 * The same text, and the same memory as others that said it lately: names, uids, times and what conditions say stand in
 * many objects, a kubeconfig in several Secrets, and each that is read from bytes would have a copy of its own.
 */
export function sharedText(text: string): string {
  const { length } = text
  if (length < LEAST_LENGTH || length > GREATEST_LENGTH) return text
  return length > LONG ? longTexts.share(text) : texts.share(text)
}
