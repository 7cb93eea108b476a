import type { Queryable } from '../database.ts'

/** A key in somebody's hands until the lease runs out. */
export interface Claim {
  readonly key: string
  /** How often work on the key has failed since it last succeeded; a worker that died counts. */
  readonly failures: number
  /** Tells this claim from later ones of the same key. */
  readonly token: number
}

/** What a claim brought. */
export interface Claimed {
  readonly claims: readonly Claim[]
  /** When the next key is due that is not yet, in milliseconds since the Unix epoch. */
  readonly nextDueAt: number | undefined
}

/**
 * Keys to work on, kept in the database and shared by all replicas: a key is in it once, is in at most one worker's hands,
 * and is worked on again when it was added meanwhile. Adding in the transaction of a change makes sure of the work.
 */
export interface DurableQueue {
  readonly name: string
  /** Notified when keys become due. */
  readonly channel: string
  /** Adds keys, due now or at `runAt`; one that waits already runs at the earlier of both times. */
  add(on: Queryable, keys: string | readonly string[], options?: { runAt?: number }): Promise<void>
  claim(on: Queryable, limit: number, owner: string, leaseMs: number): Promise<Claimed>
  /** Ends work on a key. False when the claim was lost to somebody else. */
  done(on: Queryable, claim: Claim): Promise<boolean>
  /** Puts a key back, to be due in `delayMs`; counts as a failure, or with `failed: false` forgets earlier ones. */
  retry(on: Queryable, claim: Claim, delayMs: number, options?: { failed?: boolean }): Promise<boolean>
  /** Makes the claims last `leaseMs` from now; returns those that were not lost. */
  renew(on: Queryable, claims: readonly Claim[], leaseMs: number): Promise<ReadonlySet<Claim>>
  /** Keys that are waiting or in process. */
  size(on: Queryable): Promise<number>
}
