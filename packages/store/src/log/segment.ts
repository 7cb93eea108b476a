/** One file of the log, and which of its records are still needed. */
export class Segment {
  /** Name of its file. */
  readonly name: string
  /** Revisions from this one on are its own, up to the next segment's. */
  readonly first: number
  /** Of the file. */
  bytes = 0
  /** Whether it was put in the place of others: everything in it besides records is needed, too. */
  readonly isRewritten: boolean
  /** Of records that are needed. */
  #liveRecordBytes = 0
  /** Of all records. */
  #recordBytes = 0
  /** Ascending. */
  #revisions = new Float64Array(64)
  #sizes = new Uint32Array(64)
  #dead = new Uint8Array(64)
  #count = 0

  constructor(name: string, first: number, isRewritten = false) {
    this.name = name
    this.first = first
    this.isRewritten = isRewritten
  }

  get isEmpty(): boolean {
    return this.#count === 0
  }

  /** What would be left of it. Its discards do not count: they become one, which replaces all before. */
  get liveBytes(): number {
    return this.#liveRecordBytes + (this.isRewritten ? this.bytes - this.#recordBytes : 0)
  }

  /** The newest revision in it; the one before its first when there is none. */
  get last(): number {
    return this.#count === 0 ? this.first - 1 : this.#revisions[this.#count - 1]!
  }

  /** Of all its records, ascending. */
  revisions(): Float64Array {
    return this.#revisions.subarray(0, this.#count)
  }

  add(revision: number, size: number): void {
    if (this.#count === this.#revisions.length) this.#grow()
    this.#revisions[this.#count] = revision
    this.#sizes[this.#count] = size
    this.#count++
    this.#recordBytes += size
    this.#liveRecordBytes += size
  }

  /** Notes that a record is not needed any more. */
  discard(revision: number): void {
    const index = this.#indexOf(revision)
    if (index === undefined || this.#dead[index] === 1) return
    this.#dead[index] = 1
    this.#liveRecordBytes -= this.#sizes[index]!
  }

  /** Whether the record is in the file, needed or not. */
  has(revision: number): boolean {
    return this.#indexOf(revision) !== undefined
  }

  isLive(revision: number): boolean {
    const index = this.#indexOf(revision)
    return index !== undefined && this.#dead[index] === 0
  }

  #indexOf(revision: number): number | undefined {
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#revisions[middle]! < revision) low = middle + 1
      else high = middle
    }
    return low < this.#count && this.#revisions[low] === revision ? low : undefined
  }

  #grow(): void {
    const size = this.#count * 2
    const revisions = new Float64Array(size)
    const sizes = new Uint32Array(size)
    const dead = new Uint8Array(size)
    revisions.set(this.#revisions)
    sizes.set(this.#sizes)
    dead.set(this.#dead)
    this.#revisions = revisions
    this.#sizes = sizes
    this.#dead = dead
  }
}

/** The segments of a log in order, and which of them holds a revision. */
export class Segments {
  readonly list: Segment[]

  constructor(list: Segment[]) {
    this.list = list
  }

  /** The one that is written to. */
  get active(): Segment {
    return this.list.at(-1)!
  }

  /** The segment whose revisions this one is among. */
  of(revision: number): Segment | undefined {
    let low = 0
    let high = this.list.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.list[middle]!.first <= revision) low = middle + 1
      else high = middle
    }
    return this.list[low - 1]
  }

  discard(revisions: readonly number[]): void {
    for (const revision of revisions) this.of(revision)?.discard(revision)
  }

  /** Puts one segment in the place of several that follow each other. */
  replace(run: readonly Segment[], by: Segment): void {
    this.list.splice(this.list.indexOf(run[0]!), run.length, by)
  }
}
