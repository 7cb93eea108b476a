import { StatusError } from '@skep/base'

/** How many requests may be under way at once. Watches and the like do not count. */
export interface InFlightLimits {
  /** Of those that only read. */
  reading: number
  /** Of those that write. */
  writing: number
}

export const DEFAULT_LIMITS: InFlightLimits = { reading: 400, writing: 200 }

const RETRY_AFTER_SECONDS = 1
const WRITING = new Set(['create', 'update', 'patch', 'delete', 'deletecollection', 'post', 'put'])

/** Counts requests under way, and refuses those beyond the limits. */
export class InFlight {
  readonly #limits: InFlightLimits
  reading = 0
  writing = 0

  constructor(limits: InFlightLimits) {
    this.#limits = limits
  }

  /** Lets a request in and returns what to call when it is done; throws TooManyRequests. */
  enter(verb: string): () => void {
    const kind = WRITING.has(verb) ? 'writing' : 'reading'
    if (this[kind] >= this.#limits[kind]) throw tooManyRequests()
    this[kind]++
    return () => {
      this[kind]--
    }
  }
}

const tooManyRequests = (): StatusError =>
  new StatusError('TooManyRequests', 'too many requests, please try again later', {
    details: { retryAfterSeconds: RETRY_AFTER_SECONDS },
  })
