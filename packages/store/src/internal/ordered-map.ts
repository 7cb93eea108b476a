/** A chunk that grows beyond this is cut in two; small enough that an insertion moves little, large enough to be few. */
const MAX_CHUNK = 512

/** Neighbouring keys in order, with their values at the same places. */
interface Chunk<V> {
  readonly keys: string[]
  readonly values: V[]
}

/** The keys from `from` (inclusive) up to `to` (exclusive; the end when absent), in UTF-16 code unit order. */
export interface KeyRange {
  readonly from: string
  readonly to: string | undefined
}

/** A map whose keys are in order: insertion stays cheap at any size, and a range costs no more than its own length. */
export class OrderedMap<V> {
  readonly #chunks: Chunk<V>[] = []
  #size = 0

  get size(): number {
    return this.#size
  }

  get(key: string): V | undefined {
    const chunk = this.#chunks[this.#chunkFor(key)]
    if (chunk === undefined) return undefined
    const index = lowerBound(chunk.keys, key)
    return chunk.keys[index] === key ? chunk.values[index] : undefined
  }

  set(key: string, value: V): void {
    if (this.#chunks.length === 0) this.#chunks.push({ keys: [], values: [] })
    const at = this.#chunkFor(key)
    const { keys, values } = this.#chunks[at]!
    const index = lowerBound(keys, key)
    if (keys[index] === key) {
      values[index] = value
      return
    }
    keys.splice(index, 0, key)
    values.splice(index, 0, value)
    this.#size++
    if (keys.length > MAX_CHUNK) this.#split(at)
  }

  delete(key: string): void {
    const at = this.#chunkFor(key)
    const chunk = this.#chunks[at]
    if (chunk === undefined) return
    const index = lowerBound(chunk.keys, key)
    if (chunk.keys[index] !== key) return
    chunk.keys.splice(index, 1)
    chunk.values.splice(index, 1)
    this.#size--
    if (chunk.keys.length === 0) this.#chunks.splice(at, 1)
  }

  clear(): void {
    this.#chunks.length = 0
    this.#size = 0
  }

  /** The first `limit` values of the range. */
  values(range: KeyRange, limit = Number.POSITIVE_INFINITY): V[] {
    const found: V[] = []
    for (let at = this.#chunkFor(range.from); at < this.#chunks.length && found.length < limit; at++) {
      const { keys, values } = this.#chunks[at]!
      const start = lowerBound(keys, range.from)
      const end = range.to === undefined ? keys.length : lowerBound(keys, range.to)
      const stop = Math.min(end, start + limit - found.length)
      for (let index = start; index < stop; index++) found.push(values[index]!)
      if (end < keys.length) break
    }
    return found
  }

  count(range: KeyRange): number {
    const end = range.to === undefined ? this.#size : this.#rank(range.to)
    return Math.max(0, end - this.#rank(range.from))
  }

  /** How many keys come before this one. */
  #rank(key: string): number {
    const at = this.#chunkFor(key)
    let rank = 0
    for (let i = 0; i < at; i++) rank += this.#chunks[i]!.keys.length
    const chunk = this.#chunks[at]
    return chunk === undefined ? rank : rank + lowerBound(chunk.keys, key)
  }

  /** The chunk that holds the key, or would: the last one that does not begin after it. */
  #chunkFor(key: string): number {
    let low = 0
    let high = this.#chunks.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#chunks[middle]!.keys[0]! <= key) low = middle + 1
      else high = middle
    }
    return Math.max(0, low - 1)
  }

  #split(at: number): void {
    const { keys, values } = this.#chunks[at]!
    const half = keys.length >>> 1
    this.#chunks.splice(at + 1, 0, { keys: keys.splice(half), values: values.splice(half) })
  }
}

/** All keys that start with the prefix and come after `after`. */
export function keyRange(prefix: string, after?: string): KeyRange {
  // No string lies between a key and the same key with a zero added.
  const next = after === undefined ? '' : `${after}\u0000`
  return { from: next > prefix ? next : prefix, to: prefixEnd(prefix) }
}

/** The smallest string that is greater than every string with the prefix; none when there is no such string. */
function prefixEnd(prefix: string): string | undefined {
  for (let last = prefix.length - 1; last >= 0; last--) {
    const unit = prefix.charCodeAt(last)
    if (unit < 0xffff) return prefix.slice(0, last) + String.fromCharCode(unit + 1)
  }
  return undefined
}

/** The first place whose key is not before the one looked for. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (keys[middle]! < key) low = middle + 1
    else high = middle
  }
  return low
}
