import type { Backoff, Clock, Logger } from '@skep/base'
import type { Database } from '../database.ts'
import type { DurableQueue } from './work-queue.ts'

/** What came of the work on a key: all is well, or come back in a while. */
export interface WorkResult {
  requeueAfterMs?: number
}

/** How a worker works. */
export interface RunWorkOptions {
  database: Database
  queue: DurableQueue
  /** Who holds the leases; unique per process. */
  owner: string
  /**
   * Works on one key. `{ requeueAfterMs }` means come back then, throwing means come back after a backoff. The signal
   * aborts when the worker stops or the lease was lost. Must not sleep on the clock, which is held meanwhile.
   */
  process(key: string, signal: AbortSignal): Promise<WorkResult>
  /** Told of every failure; the log unless given. */
  onError?(error: unknown, key: string): void
  /** Keys in process at the same time; 8 unless given. */
  concurrency?: number
  /** How long a dead worker's keys wait for another; 30 s unless given. Renewed while the work lasts. */
  leaseMs?: number
  /** How long a missed wake-up goes unnoticed; 5 s unless given. */
  pollMs?: number
  /** Delays after failures; from 1 s to 60 s unless given. */
  backoff?: Backoff
  clock?: Clock
  log?: Logger
  /** Ends the work. */
  signal: AbortSignal
}
