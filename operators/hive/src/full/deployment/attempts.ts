import { DAY_MS, MINUTE_MS } from '../../durations.ts'

/** How many provisions are kept; the first one and the newest ones. */
const KEPT_PROVISIONS = 3

/** When the next attempt may begin after one has failed: 1, 2, 4, ... minutes later, and never more than a day. */
export const nextAttemptAt = (failedAt: number, installRestarts: number): number =>
  failedAt + Math.min(2 ** installRestarts * MINUTE_MS, DAY_MS)

/** What decides whether there is another attempt. */
export interface AttemptQuestion {
  readonly installRestarts: number
  readonly installAttemptsLimit?: number | undefined
  readonly tryInstallOnce: boolean
  /** Reasons after which to try again; after all of them unless given. */
  readonly retryReasons?: readonly string[] | undefined
  /** Of the last failed attempt, if there was one. */
  readonly lastReason?: string | undefined
}

/** Why no attempt is made any more. */
export interface StopReason {
  readonly reason: 'InstallOnlyOnceSet' | 'InstallAttemptsLimitReached' | 'FailureReasonNotRetryable'
  readonly message: string
}

/** Why there is no other attempt; undefined when there is one. */
export function whyStop(question: AttemptQuestion): StopReason | undefined {
  const { installRestarts, installAttemptsLimit, tryInstallOnce, retryReasons, lastReason } = question
  if (tryInstallOnce && installRestarts > 0) {
    return { reason: 'InstallOnlyOnceSet', message: 'Deployment is set to try install only once' }
  }
  if (installAttemptsLimit !== undefined && installRestarts >= installAttemptsLimit) {
    return { reason: 'InstallAttemptsLimitReached', message: 'Install attempts limit reached' }
  }
  if (retryReasons !== undefined && lastReason !== undefined && !retryReasons.includes(lastReason)) {
    return { reason: 'FailureReasonNotRetryable', message: 'Provision failure reason not retryable' }
  }
  return undefined
}

/** Those of the provisions, oldest first, that can go: all between the first one and the newest ones. */
export const staleProvisions = <T>(oldestFirst: readonly T[]): T[] =>
  oldestFirst.length <= KEPT_PROVISIONS ? [] : oldestFirst.slice(1, oldestFirst.length - KEPT_PROVISIONS + 1)
