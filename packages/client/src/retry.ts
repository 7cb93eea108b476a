import { type Backoff, createBackoff, StatusError } from '@skep/base'
import { ConnectionError, retryAfterMs } from './errors.ts'

/** When a request is sent again. */
export interface RetryPolicy {
  /** How often a request is sent at most. */
  readonly maxAttempts: number
  /** How long to wait where the server does not say. */
  readonly backoff: Backoff
}

/** For networks: patient enough for a server that restarts. */
export const DEFAULT_RETRY: RetryPolicy = {
  maxAttempts: 6,
  backoff: createBackoff({ baseMs: 100, maxMs: 5_000, jitter: 0.3 }),
}

/** Every failure is the caller's to handle. */
export const NO_RETRY: RetryPolicy = { maxAttempts: 1, backoff: createBackoff() }

/**
 * How long to wait before a failed request is sent again; undefined when it must not be. The server's Retry-After
 * counts for any method, because it says that nothing was done. Without an answer, only what the server has not seen,
 * or may see twice, is sent again.
 */
export function delayBeforeRetry(
  policy: RetryPolicy,
  attempt: number,
  method: string,
  error: unknown,
): number | undefined {
  if (attempt + 1 >= policy.maxAttempts) return undefined
  if (error instanceof StatusError) {
    return error.code === 429 || error.code >= 500 ? retryAfterMs(error) : undefined
  }
  if (!(error instanceof ConnectionError)) return undefined
  return method === 'GET' || !error.sent ? policy.backoff.delay(attempt) : undefined
}
