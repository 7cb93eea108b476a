import { Lease } from '@skep/api'
import { type Clock, cryptoRandom, formatMicroTime, type Logger, type Random, silentLogger } from '@skep/base'
import { type Client, linkAbort, type Stored } from '@skep/client'

/** Which lease to hold, and for how long. */
export interface LeaseOptions {
  readonly namespace: string
  readonly name: string
  /** Who we are, different for every process. */
  readonly identity: string
  /** How long others wait for a holder that says nothing; 15 seconds unless given. */
  readonly leaseDurationMs?: number
  /** How long the holder tries to renew before it gives up leading; 10 seconds unless given. */
  readonly renewDeadlineMs?: number
  /** How long everybody waits between tries; 2 seconds unless given. */
  readonly retryPeriodMs?: number
}

/** What holding a lease takes. */
export interface LeaseDependencies {
  readonly client: Client
  readonly clock: Clock
  /** Spreads the tries of those that wait; unpredictable unless given. */
  readonly random?: Random
  readonly log?: Logger
}

/** The lease could not be renewed in time: somebody else may be leading, so all work must stop. */
export class LeadershipLost extends Error {
  override readonly name = 'LeadershipLost'
}

const DEFAULTS = { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2_000 }
/** Those that wait come back after the retry period and up to this many times more, as client-go does. */
const JITTER = 1.2

/**
 * Waits for the lease, works while it is held, and gives it up afterwards, so that the next one need not wait for it to
 * expire. `work` gets a signal that aborts when it must end: with the reason of the outer signal, or `LeadershipLost`,
 * with which this then rejects. Of all processes with the same lease, at most one works at a time.
 */
export async function lead(
  dependencies: LeaseDependencies,
  options: LeaseOptions,
  signal: AbortSignal,
  work: (leading: AbortSignal) => Promise<void>,
): Promise<void> {
  const elector = new Elector(dependencies, options)
  if (!(await elector.acquire(signal))) return
  const { controller: leading, unlink } = linkAbort(signal)
  const done = new AbortController()
  const renewing = elector.renew(done.signal).catch((lost: unknown) => {
    leading.abort(lost)
    throw lost
  })
  try {
    await work(leading.signal)
  } finally {
    unlink()
    done.abort()
    await renewing
    await elector.release()
  }
}

class Elector {
  readonly #client: Client
  readonly #clock: Clock
  readonly #random: Random
  readonly #log: Logger
  readonly #options: LeaseOptions & typeof DEFAULTS
  /** The lease as last seen, and since when: expiry is measured on our own clock, never by the times in it. */
  #seen: { readonly lease: Stored<Lease>; readonly since: number } | undefined

  constructor({ client, clock, random = cryptoRandom, log = silentLogger }: LeaseDependencies, options: LeaseOptions) {
    this.#client = client
    this.#clock = clock
    this.#random = random
    this.#options = { ...DEFAULTS, ...options }
    this.#log = log.with({ Lease: `${options.namespace}/${options.name}`, identity: options.identity })
  }

  /** Resolves when the lease is ours; false when the signal aborted first. */
  async acquire(signal: AbortSignal): Promise<boolean> {
    this.#log.info('Waiting for the lease')
    while (!signal.aborted) {
      if (await this.#attempt(signal)) {
        this.#log.info('Leading')
        return true
      }
      await this.#pause(this.#options.retryPeriodMs * (1 + JITTER * this.#random.next()), signal)
    }
    return false
  }

  /** Renews until the signal aborts; rejects with `LeadershipLost` when that cannot be done in time. */
  async renew(signal: AbortSignal): Promise<void> {
    const { retryPeriodMs, renewDeadlineMs } = this.#options
    let deadline = this.#clock.now() + renewDeadlineMs
    for (;;) {
      await this.#pause(retryPeriodMs, signal)
      if (signal.aborted) return
      const start = this.#clock.now()
      if (await this.#attemptBefore(deadline, signal)) deadline = start + renewDeadlineMs
      else if (signal.aborted) return
      else if (this.#isTaken() || this.#clock.now() >= deadline) throw this.#lost()
    }
  }

  /** Gives the lease up, if it is still ours. */
  async release(): Promise<void> {
    const { lease } = this.#seen ?? {}
    if (!lease || !this.#isOurs(lease)) return
    const time = formatMicroTime(this.#clock.now())
    const spec = { ...lease.spec, holderIdentity: '', leaseDurationSeconds: 1, renewTime: time, acquireTime: time }
    await this.#client
      .update(Lease, { ...lease, spec })
      .catch((error: unknown) => this.#log.info('Leaving the lease to expire', { reason: error }))
  }

  async #attemptBefore(deadline: number, signal: AbortSignal): Promise<boolean> {
    const { controller, unlink } = linkAbort(signal)
    const timer = this.#clock.setTimer(deadline - this.#clock.now(), () => controller.abort(this.#lost()))
    try {
      return await this.#attempt(controller.signal)
    } finally {
      timer.cancel()
      unlink()
    }
  }

  /** Takes or renews the lease if it is free or ours. Any failure is just no success. */
  async #attempt(signal: AbortSignal): Promise<boolean> {
    try {
      const lease = await this.#client.get(Lease, this.#options, { signal })
      if (lease) this.#see(lease)
      if (lease && this.#isTaken()) return false
      this.#see(await this.#write(lease, signal))
      return true
    } catch (error) {
      if (!signal.aborted) this.#log.info('Trying again for the lease', { reason: error })
      return false
    }
  }

  #write(lease: Stored<Lease> | undefined, signal: AbortSignal): Promise<Stored<Lease>> {
    const { namespace, name, identity, leaseDurationMs } = this.#options
    const time = formatMicroTime(this.#clock.now())
    const spec = { holderIdentity: identity, leaseDurationSeconds: Math.ceil(leaseDurationMs / 1_000), renewTime: time }
    if (!lease) {
      const metadata = { namespace, name }
      return this.#client.create(
        Lease,
        { metadata, spec: { ...spec, acquireTime: time, leaseTransitions: 0 } },
        { signal },
      )
    }
    const taken = { acquireTime: time, leaseTransitions: (lease.spec.leaseTransitions ?? 0) + 1 }
    const next = { ...lease.spec, ...spec, ...(this.#isOurs(lease) ? {} : taken) }
    return this.#client.update(Lease, { ...lease, spec: next }, { signal })
  }

  #see(lease: Stored<Lease>): void {
    const same = this.#seen?.lease.metadata.resourceVersion === lease.metadata.resourceVersion
    this.#seen = { lease, since: same && this.#seen ? this.#seen.since : this.#clock.now() }
  }

  #isOurs({ spec }: Lease): boolean {
    return spec.holderIdentity === this.#options.identity
  }

  /** Whether somebody else holds it and has been heard of lately. */
  #isTaken(): boolean {
    if (!this.#seen || this.#isOurs(this.#seen.lease)) return false
    const { holderIdentity = '', leaseDurationSeconds = 0 } = this.#seen.lease.spec
    return holderIdentity !== '' && this.#clock.now() < this.#seen.since + leaseDurationSeconds * 1_000
  }

  #lost(): LeadershipLost {
    const { namespace, name } = this.#options
    return new LeadershipLost(`the lease ${namespace}/${name} could not be renewed in time`)
  }

  async #pause(ms: number, signal: AbortSignal): Promise<void> {
    await this.#clock.sleep(ms, signal).catch(() => undefined)
  }
}
