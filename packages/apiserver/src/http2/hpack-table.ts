import { type Field, STATIC_TABLE } from './hpack-static.ts'

/** What a field takes up besides its text (RFC 7541, 4.1). */
export const FIELD_OVERHEAD = 32
/** Entries that are gone are kept in the array until there are this many. */
const COMPACT_AT = 64

/** The fields that a client refers to by number: those everybody knows, then those it added, the newest first. */
export class HpackTable {
  readonly #limit: number
  #maxSize: number
  /** In the order in which they were added, from `#first` on. */
  #added: Field[] = []
  #first = 0
  #size = 0

  /** `limit` is what the client was told that it may use. */
  constructor(limit: number) {
    this.#limit = limit
    this.#maxSize = limit
  }

  get(index: number): Field | undefined {
    if (index <= STATIC_TABLE.length) return STATIC_TABLE[index - 1]
    const at = this.#added.length - (index - STATIC_TABLE.length)
    return at < this.#first ? undefined : this.#added[at]
  }

  /** Adds a field and drops the oldest ones; one that does not fit at all leaves the table empty. */
  add(field: Field): void {
    const size = sizeOf(field)
    this.#shrinkTo(this.#maxSize - size)
    if (size > this.#maxSize) return
    this.#added.push(field)
    this.#size += size
  }

  /** False when the size is more than was allowed. */
  resize(maxSize: number): boolean {
    if (maxSize > this.#limit) return false
    this.#maxSize = maxSize
    this.#shrinkTo(maxSize)
    return true
  }

  #shrinkTo(size: number): void {
    while (this.#size > size && this.#first < this.#added.length) this.#size -= sizeOf(this.#added[this.#first++]!)
    if (this.#first < COMPACT_AT && this.#first < this.#added.length) return
    this.#added = this.#added.slice(this.#first)
    this.#first = 0
  }
}

const sizeOf = ({ name, value }: Field): number => name.length + value.length + FIELD_OVERHEAD
