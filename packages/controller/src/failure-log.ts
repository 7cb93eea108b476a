import { hasReason, type Logger } from '@skep/base'
import { ClientClosedError, isObjectMissing } from '@skep/client'
import { isMistake } from './reconcile.ts'

/** Others may be faster, and copies behind, a few times in a row; what goes on is a failure. */
const RACES = 3

/**
 * Tells of failures what helps who reads it. Mistakes of people are told once, without the place in the program where they
 * were noticed; what only somebody else did first is not worth a line.
 */
export class FailureLog {
  /** What was told last, by key. */
  readonly #told = new Map<string, string>()

  /** Something failed for so many times in a row. */
  failed(log: Logger, key: string, error: unknown, failures: number): void {
    if (isMistake(error)) {
      this.#tellOnce(log, key, error.message)
      return
    }
    this.#told.delete(key)
    if (failures <= RACES && isRace(error)) log.debug('Reconciling again', { reason: error })
    else log.error('Failed to reconcile', { error, failures })
  }

  succeeded(key: string): void {
    this.#told.delete(key)
  }

  #tellOnce(log: Logger, key: string, reason: string): void {
    if (this.#told.get(key) === reason) return
    this.#told.set(key, reason)
    log.info('Waiting for somebody to correct this', { reason })
  }
}

/** What is gone, or there already, looks different as soon as a watch has brought it; a closed client is replaced. */
const isRace = (error: unknown): boolean =>
  isObjectMissing(error) || hasReason(error, 'AlreadyExists') || error instanceof ClientClosedError
