import { LruMap } from '@skep/base'

/** How to record an observation. */
export interface Verdict {
  readonly message: string
  /** Names the observation among all others, to be handed back with `recorded`. */
  readonly key: string
  /** Name of the event that says the same already. */
  readonly earlier: string | undefined
}

interface Allowance {
  tokens: number
  at: number
}

interface Similar {
  readonly messages: Set<string>
  lastAt: number
}

const BURST = 25
const REFILL_MS = 300_000
const MAX_SIMILAR = 10
const SIMILAR_WINDOW_MS = 600_000
const REMEMBERED = 4096

/**
 * Keeps events readable: the same observation is counted, many that differ in their text alone become one, and whoever
 * says too much about one object is not heard for a while. The limits are those of Kubernetes' own recorder.
 */
export class EventThrift {
  readonly #allowances = new LruMap<Allowance>(REMEMBERED)
  readonly #similar = new LruMap<Similar>(REMEMBERED)
  readonly #recorded = new LruMap<string>(REMEMBERED)

  /** Undefined when the observation is one too many. `subject` says who speaks about which object. */
  judge(subject: string, reason: string, message: string, now: number): Verdict | undefined {
    const text = this.#combine(`${subject}|${reason}`, message, now)
    const key = `${subject}|${reason}|${text.startsWith(COMBINED) ? COMBINED : text}`
    if (!this.#spend(subject, now)) return undefined
    return { message: text, key, earlier: this.#recorded.get(key) }
  }

  /** Notes the event that stands for an observation. */
  recorded(key: string, eventName: string): void {
    this.#recorded.set(key, eventName)
  }

  /** Forgets an event that is no longer there. */
  lost(key: string): void {
    this.#recorded.delete(key)
  }

  #combine(group: string, message: string, now: number): string {
    const known = this.#similar.get(group)
    const similar =
      known && now - known.lastAt <= SIMILAR_WINDOW_MS ? known : { messages: new Set<string>(), lastAt: now }
    similar.lastAt = now
    this.#similar.set(group, similar)
    if (similar.messages.size < MAX_SIMILAR) similar.messages.add(message)
    return similar.messages.has(message) ? message : `${COMBINED}${message}`
  }

  #spend(subject: string, now: number): boolean {
    const { tokens, at } = this.#allowances.get(subject) ?? { tokens: BURST, at: now }
    const filled = Math.min(BURST, tokens + (now - at) / REFILL_MS)
    const allowed = filled >= 1
    this.#allowances.set(subject, { tokens: allowed ? filled - 1 : filled, at: now })
    return allowed
  }
}

const COMBINED = '(combined from similar events): '
