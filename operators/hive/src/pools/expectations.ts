import { MINUTE_MS } from '../durations.ts'

/** After this long, what was never seen will not be. */
const GIVE_UP_MS = 5 * MINUTE_MS

interface Expected {
  readonly isSeen: () => boolean
  readonly until: number
}

/**
 * Writes that are not seen yet. Pools count clusters in a copy that may be a moment old; who counted before it shows what
 * was just done would do it again.
 */
export class Expectations {
  readonly #expected = new Map<string, Expected[]>()

  expect(owner: string, isSeen: () => boolean, now: number): void {
    const expected = this.#expected.get(owner) ?? []
    expected.push({ isSeen, until: now + GIVE_UP_MS })
    this.#expected.set(owner, expected)
  }

  /** Milliseconds until to look again at the latest; undefined when all has been seen. */
  pending(owner: string, now: number): number | undefined {
    const left = (this.#expected.get(owner) ?? []).filter(({ isSeen, until }) => until > now && !isSeen())
    if (left.length === 0) this.#expected.delete(owner)
    else this.#expected.set(owner, left)
    return left.length === 0 ? undefined : Math.min(...left.map(({ until }) => until)) - now
  }

  forget(owner: string): void {
    this.#expected.delete(owner)
  }
}
