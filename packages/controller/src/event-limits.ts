import type { Clock } from '@skep/base'

/** How many events at once, and how long it takes until another one may follow. */
export interface EventRate {
  readonly burst: number
  readonly refillMs: number
}

/** As client-go has it: an object may cause this many events at once, and then one every five minutes. */
const RATE_OF_OBJECT: EventRate = { burst: 25, refillMs: 300_000 }
/** An event that repeats after longer than this is a new one. */
const REPEAT_MS = 600_000
/** How many objects and events are remembered. */
const MAX_REMEMBERED = 4_096

interface Bucket {
  tokens: number
  at: number
}

/** Remembers which events were recorded lately, and how many each object caused. */
export class EventLimits<Recorded> {
  readonly #clock: Clock
  readonly #recorded = new Map<string, { value: Recorded; at: number }>()
  readonly #buckets = new Map<string, Bucket>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** What was recorded under this key lately. */
  recorded(key: string): Recorded | undefined {
    const found = this.#recorded.get(key)
    return found && this.#clock.now() - found.at < REPEAT_MS ? found.value : undefined
  }

  remember(key: string, value: Recorded): void {
    putLast(this.#recorded, key, { value, at: this.#clock.now() })
  }

  /** Whether the object may cause another event now; if so, it is counted. */
  allow(object: string): boolean {
    const bucket = this.#buckets.get(object) ?? newBucket(RATE_OF_OBJECT, this.#clock)
    const allowed = takeToken(bucket, RATE_OF_OBJECT, this.#clock)
    putLast(this.#buckets, object, bucket)
    return allowed
  }
}

/** Whether another event may be recorded now, at a rate for all objects together; if so, it is counted. */
export function rateLimit(rate: EventRate, clock: Clock): () => boolean {
  const bucket = newBucket(rate, clock)
  return () => takeToken(bucket, rate, clock)
}

const newBucket = ({ burst }: EventRate, clock: Clock): Bucket => ({ tokens: burst, at: clock.now() })

function takeToken(bucket: Bucket, { burst, refillMs }: EventRate, clock: Clock): boolean {
  const now = clock.now()
  const refilled = Math.min(burst, bucket.tokens + (now - bucket.at) / refillMs)
  const allowed = refilled >= 1
  Object.assign(bucket, { tokens: allowed ? refilled - 1 : refilled, at: now })
  return allowed
}

/** Puts an entry last and forgets the first when there are too many: the one that was used least lately. */
function putLast<V>(map: Map<string, V>, key: string, value: V): void {
  map.delete(key)
  map.set(key, value)
  const [first] = map.keys()
  if (map.size > MAX_REMEMBERED && first !== undefined) map.delete(first)
}
