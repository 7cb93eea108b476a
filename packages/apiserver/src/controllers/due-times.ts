import { getOrMake } from '@skep/base'

const MINUTE_MS = 60_000

/** Something that is due. */
export interface Due {
  readonly clusterId: string
  readonly key: string
}

/**
 * Keys of logical clusters by the time at which something is due for them, to the minute: cheap to move about, and one
 * timer does for all.
 */
export class DueTimes {
  /** By cluster, then by key. */
  readonly #minuteOf = new Map<string, Map<string, number>>()
  /** By minute, then by cluster. */
  readonly #keysIn = new Map<number, Map<string, Set<string>>>()

  /** When the next key is due; undefined when there is none. */
  get next(): number | undefined {
    if (this.#keysIn.size === 0) return undefined
    let first = Number.POSITIVE_INFINITY
    for (const minute of this.#keysIn.keys()) first = Math.min(first, minute)
    return first * MINUTE_MS
  }

  /** Says when a key is due, in place of what was said before. */
  set(clusterId: string, key: string, at: number): void {
    const minute = Math.ceil(at / MINUTE_MS)
    if (this.#minuteOf.get(clusterId)?.get(key) === minute) return
    this.delete(clusterId, key)
    getOrMake(this.#minuteOf, clusterId, () => new Map<string, number>()).set(key, minute)
    const clusters = getOrMake(this.#keysIn, minute, () => new Map<string, Set<string>>())
    getOrMake(clusters, clusterId, () => new Set<string>()).add(key)
  }

  delete(clusterId: string, key: string): void {
    const minutes = this.#minuteOf.get(clusterId)
    const minute = minutes?.get(key)
    if (minutes === undefined || minute === undefined) return
    minutes.delete(key)
    if (minutes.size === 0) this.#minuteOf.delete(clusterId)
    const keys = this.#keysIn.get(minute)?.get(clusterId)
    keys?.delete(key)
    if (keys?.size === 0) this.#emptied(minute, clusterId)
  }

  /** Forgets all keys of a cluster. */
  forget(clusterId: string): void {
    const minutes = new Set(this.#minuteOf.get(clusterId)?.values())
    this.#minuteOf.delete(clusterId)
    for (const minute of minutes) this.#emptied(minute, clusterId)
  }

  /** Keys that are due by now. */
  due(now: number): Due[] {
    const found: Due[] = []
    for (const [minute, clusters] of this.#keysIn) {
      if (minute * MINUTE_MS > now) continue
      for (const [clusterId, keys] of clusters) for (const key of keys) found.push({ clusterId, key })
    }
    return found
  }

  #emptied(minute: number, clusterId: string): void {
    const clusters = this.#keysIn.get(minute)
    clusters?.delete(clusterId)
    if (clusters?.size === 0) this.#keysIn.delete(minute)
  }
}
