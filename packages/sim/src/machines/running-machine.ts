import { setMaxListeners } from 'node:events'
import { type Backoff, type Clock, createBackoff, type Random } from '@skep/base'
import type { Behaviours, Failure } from '../behaviour/contracts.ts'
import { MACHINE_KIND, type MachineState as Passage } from './behaviour-kinds.ts'
import type { MachineBoot, MachineProblem, MachineStage, MachineState } from './contracts.ts'

/** What a machine runs on. */
export interface RunningMachineOptions {
  readonly behaviours: Behaviours
  readonly clock: Clock
  readonly random: Random
  onChange(): void
}

/** Type of the condition by which a failure says that it is for good. */
const FINAL = 'Failed'

/** A machine that is on: how far it is, and how it waits. */
export class RunningMachine {
  readonly boot: MachineBoot
  readonly #options: RunningMachineOptions
  readonly #abort = new AbortController()
  readonly #backoff: Backoff
  /** Whoever waits is woken up when behaviours change. */
  #wake: (() => void) | undefined
  #state: MachineState

  constructor(boot: MachineBoot, options: RunningMachineOptions) {
    this.boot = boot
    this.#options = options
    this.#backoff = createBackoff({ baseMs: 200, maxMs: 10_000, random: options.random })
    this.#state = { stage: 'Provisioning', since: options.clock.now() }
    setMaxListeners(0, this.#abort.signal)
  }

  get state(): MachineState {
    return this.#state
  }

  /** Aborts when the machine is switched off. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Looks again at how it is to behave. */
  readonly wake = (): void => this.#wake?.()

  powerOff(): void {
    this.#abort.abort(new Error('the machine is off'))
  }

  enter(stage: MachineStage): void {
    if (this.#state.stage === stage) return
    this.#state = { stage, since: this.#options.clock.now() }
    this.#options.onChange()
  }

  /** Says what keeps it from getting further, or that nothing does. */
  report(problem: MachineProblem | undefined): void {
    const { stage, since, problem: before } = this.#state
    if (before?.reason === problem?.reason && before?.message === problem?.message) return
    this.#state = { stage, since, ...(problem ? { problem } : {}) }
    this.#options.onChange()
  }

  /** How it fails at a state now, if it does. */
  failureAt(passage: Passage): Failure | undefined {
    return this.#options.behaviours.failureOf(MACHINE_KIND, this.boot.machine, passage)
  }

  /**
   * Gets through a state: for as long as that takes, and never while it is to fail there. What changes meanwhile counts
   * at once. Undefined when there is nothing to wait for.
   */
  pass(passage: Passage): Promise<void> | undefined {
    const since = this.#options.clock.now()
    const waitMs = this.#left(passage, since)
    return waitMs === 0 ? undefined : this.#passSlowly(passage, since, waitMs)
  }

  /** Tries a step until it succeeds; each failure is reported as `reason`. */
  async insist<T>(reason: string, step: () => Promise<T>): Promise<T> {
    const message = (error: unknown) => (error instanceof Error ? error.message : String(error))
    const result = await this.retry(step, (error) => this.report({ reason, message: message(error) }))
    this.report(undefined)
    return result
  }

  /** Tries a step until it succeeds, and tells of failures. The time between tries is that outside of a simulation. */
  async retry<T>(step: () => Promise<T>, onFailure: (error: unknown) => void): Promise<T> {
    const { clock } = this.#options
    for (let failures = 0; ; failures++) {
      try {
        return await step()
      } catch (error) {
        this.signal.throwIfAborted()
        onFailure(error)
      }
      await (clock.outside ?? clock).sleep(this.#backoff.delay(failures), this.signal)
    }
  }

  /** Resolves at the next change of behaviours, or after `ms` if given; rejects when the machine is switched off. */
  async pause(ms?: number): Promise<void> {
    const until = new AbortController()
    const woken = new Promise<void>((resolve) => {
      this.#wake = resolve
    })
    const off = new Promise<never>((_, reject) => {
      this.signal.addEventListener('abort', () => reject(this.signal.reason), { once: true, signal: until.signal })
    })
    const slept = ms === undefined ? [] : [this.#options.clock.sleep(ms, until.signal).catch(() => undefined)]
    try {
      this.signal.throwIfAborted()
      await Promise.race([woken, off, ...slept])
    } finally {
      this.#wake = undefined
      until.abort()
    }
  }

  /** Milliseconds until a state is over; undefined while it never will be. */
  #left(passage: Passage, since: number): number | undefined {
    const failure = this.failureAt(passage)
    this.report(failure && problemOf(failure))
    if (failure) return undefined
    const { behaviours, clock } = this.#options
    const states = behaviours.timeline(MACHINE_KIND, this.boot.machine)
    const durationMs = states.find(({ name }) => name === passage)?.durationMs ?? 0
    return Math.max(0, since + durationMs - clock.now())
  }

  async #passSlowly(passage: Passage, since: number, firstMs: number | undefined): Promise<void> {
    for (let waitMs = firstMs; waitMs !== 0; waitMs = this.#left(passage, since)) await this.pause(waitMs)
  }
}

const problemOf = ({ condition, reason, message }: Failure): MachineProblem => ({
  reason,
  message,
  ...(condition === FINAL ? { final: true } : {}),
})
