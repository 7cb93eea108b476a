import { Bucket } from './bucket.ts'
import type { DroppedPrefixes } from './dropped-prefixes.ts'
import type { HistorySize } from './history.ts'
import { keyRange, OrderedMap } from './ordered-map.ts'

/** LMDB takes names of 1978 bytes, and a character may need three. */
const MAX_NAME_LENGTH = 512

/** All buckets, by name and in order of their names. */
export class Directory {
  readonly #byName = new Map<string, Bucket>()
  readonly #ordered = new OrderedMap<Bucket>()
  readonly #dropped: DroppedPrefixes
  readonly historySize: HistorySize = { events: 0, bytes: 0 }

  constructor(dropped: DroppedPrefixes) {
    this.#dropped = dropped
  }

  get(name: string): Bucket | undefined {
    return this.#byName.get(name)
  }

  /** The bucket of this name, made when it is not there. */
  ensure(name: string): Bucket {
    const known = this.#byName.get(name)
    if (known !== undefined) return known
    if (name.length > MAX_NAME_LENGTH) {
      throw new RangeError(`a bucket's name has at most ${MAX_NAME_LENGTH} characters, not ${name.length}`)
    }
    const bucket = new Bucket(name, this.#dropped.floorOf(name), this.historySize)
    this.#byName.set(name, bucket)
    this.#ordered.set(name, bucket)
    return bucket
  }

  withPrefix(prefix: string): Bucket[] {
    return this.#ordered.values(keyRange(prefix))
  }

  compactedRevision(name: string): number {
    return this.#byName.get(name)?.compactedRevision ?? this.#dropped.floorOf(name)
  }

  /** Lets go of a bucket that holds nothing, and would be made the same again. */
  release(bucket: Bucket): void {
    if (!bucket.isUnused || bucket.compactedRevision !== this.#dropped.floorOf(bucket.name)) return
    this.#byName.delete(bucket.name)
    this.#ordered.delete(bucket.name)
  }
}
