import type { ManifestWork } from '@skep/api'
import { type Backoff, type Clock, createBackoff, type Random } from '@skep/base'
import { jsonEqual } from '@skep/schema'
import type { ManifestResult } from '../apply/apply-manifests.ts'
import { NotAllowed, REFUSAL_RETRY_MS } from '../apply/executor.ts'
import { ApplyConflict } from '../apply/server-side.ts'
import type { WorkAgentOptions } from './options.ts'

/** When what is next to be done for one work. Nothing of it outlives the agent: a new one does everything at once. */
interface WorkSchedule {
  uid: string | undefined
  generation: number | undefined
  labels: Record<string, string>
  applyAt: number
  /** When the status may be written again, and whether there is something new to tell. */
  statusAt: number
  stale: boolean
  failures: number
  /** Versions of objects that this generation left as they should be. */
  settled: Map<string, string>
}

/** Everything that failed is tried again, later every time, as long as nobody changes the work. */
const RETRY = { maxMs: 1_000_000 }

/** Knows of every work when to apply it again, and when to tell how its objects are. */
export class Schedules {
  readonly #clock: Clock
  readonly #random: Random
  readonly #backoff: Backoff
  readonly #options: Required<WorkAgentOptions>
  readonly #schedules = new Map<string, WorkSchedule>()

  constructor(clock: Clock, random: Random, options: Required<WorkAgentOptions>) {
    this.#clock = clock
    this.#random = random
    this.#backoff = createBackoff({ ...RETRY, random })
    this.#options = options
  }

  /** Versions of objects that need not be looked at again while the work stays as it is. */
  settled(key: string, work: ManifestWork): Map<string, string> {
    return this.#of(key, work).settled
  }

  isApplyDue(key: string, work: ManifestWork): boolean {
    return this.#of(key, work).applyAt <= this.#clock.now()
  }

  isStatusDue(key: string, work: ManifestWork): boolean {
    const { stale, statusAt } = this.#of(key, work)
    return stale && statusAt <= this.#clock.now()
  }

  /** How long until there is something to do for a work. */
  delayMs(key: string, work: ManifestWork): number {
    const { applyAt, stale, statusAt } = this.#of(key, work)
    return Math.max(0, Math.min(applyAt, stale ? statusAt : Number.POSITIVE_INFINITY) - this.#clock.now())
  }

  /** Whether all is applied and told, so that it is only looked after. */
  isSettled(key: string, work: ManifestWork): boolean {
    const { stale, failures } = this.#of(key, work)
    return !stale && failures === 0
  }

  /** Notes that a work was applied: when to do it again depends on how it went. */
  applied(key: string, work: ManifestWork, results: readonly ManifestResult[]): void {
    const schedule = this.#of(key, work)
    const failed = results.some(({ error }) => error !== undefined && !isLasting(error))
    schedule.failures = failed ? schedule.failures + 1 : 0
    const resyncMs = this.#options.resyncIntervalMs * (1 + 0.5 * this.#random.next())
    const refused = results.some(({ error }) => error instanceof NotAllowed)
    const retryMs = failed ? this.#backoff.delay(schedule.failures - 1) : refused ? REFUSAL_RETRY_MS : resyncMs
    schedule.applyAt = this.#clock.now() + Math.min(resyncMs, retryMs)
  }

  /** Notes that it is about to be told how objects are: what changes from now on is told the next time. */
  reporting(key: string, work: ManifestWork): void {
    const schedule = this.#of(key, work)
    schedule.stale = false
    schedule.statusAt = this.#clock.now() + this.#options.statusIntervalMs * (1 + 0.9 * this.#random.next())
  }

  /** Notes that an object changed, or may have; an urgent change is told at once. */
  changed(key: string, urgent: boolean): void {
    const schedule = this.#schedules.get(key)
    if (!schedule) return
    schedule.stale = true
    if (urgent) schedule.statusAt = this.#clock.now()
  }

  /** Notes that a work has to be applied now, or after a while at the latest. */
  applyWithin(key: string, ms: number): void {
    const schedule = this.#schedules.get(key)
    if (schedule) schedule.applyAt = Math.min(schedule.applyAt, this.#clock.now() + ms)
  }

  forget(key: string): void {
    this.#schedules.delete(key)
  }

  /** The schedule of a work; a new one when its spec or labels have changed, which act at once. */
  #of(key: string, { metadata: { uid, generation, labels = {} } }: ManifestWork): WorkSchedule {
    const known = this.#schedules.get(key)
    if (known && known.uid === uid && known.generation === generation && jsonEqual(known.labels, labels)) return known
    const now = this.#clock.now()
    const settled = new Map<string, string>()
    const fresh = { uid, generation, labels, applyAt: now, statusAt: now, stale: true, failures: 0, settled }
    this.#schedules.set(key, fresh)
    return fresh
  }
}

/** Failures that trying again soon would not help. */
const isLasting = (error: unknown): boolean => error instanceof NotAllowed || error instanceof ApplyConflict
