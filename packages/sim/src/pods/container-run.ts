import type { Container, ContainerStatus } from '@skep/api'
import type { ContainerRules } from './container-rules.ts'
import { crashDelayMs } from './crash-backoff.ts'
import { type Ended, endedFromStatus, type RunState } from './run-state.ts'

/** Something that people would like to know about a container. */
export interface Happening {
  readonly what: 'Started' | 'Killing' | 'BackOff'
  readonly container: ContainerRun
}

/** An end stays visible this long before anything is done about it, as with a kubelet that looks once a second. */
const NOTICE_MS = 1_000
/** A run at least this long says that the container is well: the next crash counts as the first. */
const STEADY_RUN_MS = 600_000

const NEVER_RAN: Ended = {
  is: 'ended',
  exitCode: 137,
  reason: 'ContainerStatusUnknown',
  message: 'The container could not be located when the pod was terminated',
  until: Number.POSITIVE_INFINITY,
}

/** One container of a simulated pod: what it does, and when it will do the next thing. */
export class ContainerRun {
  readonly spec: Container
  readonly rules: ContainerRules
  state: RunState
  /** How the run before this one ended. */
  last: Ended | undefined
  restarts: number
  #crashes = 0

  /** Takes up what the status says of an earlier time, if there is one. */
  constructor(spec: Container, rules: ContainerRules, waitingFor: string, status: ContainerStatus | undefined) {
    this.spec = spec
    this.rules = rules
    this.restarts = status?.restartCount ?? 0
    this.state = this.#resumed(status) ?? { is: 'waiting', reason: waitingFor, until: 0 }
    this.last = status?.lastState?.terminated && endedFromStatus(status.lastState.terminated)
  }

  /** Whether it has ended and will not start again. */
  get isDone(): boolean {
    return this.state.is === 'ended' && this.state.until === Number.POSITIVE_INFINITY
  }

  get isSucceeded(): boolean {
    return this.isDone && this.exitCode === 0
  }

  /** Whether the containers after it may start: it has done its work or, being a sidecar, has started. */
  get isPassed(): boolean {
    return this.rules.role === 'sidecar' ? this.isRunning : this.isSucceeded
  }

  get isRunning(): boolean {
    return this.state.is === 'running'
  }

  get exitCode(): number | undefined {
    return this.state.is === 'ended' ? this.state.exitCode : undefined
  }

  isReady(now: number): boolean {
    if (this.rules.role === 'init') return this.isSucceeded
    return this.state.is === 'running' && !this.rules.neverReady && now >= this.state.readyAt
  }

  /** When the next thing happens, by itself and after now; Infinity when nothing will. */
  nextAt(now: number): number {
    if (this.state.is === 'running' && this.state.readyAt > now) return Math.min(this.state.readyAt, this.state.until)
    return this.state.until
  }

  /** Does the next thing, if its time has come. */
  step(now: number): Happening[] {
    if (now < this.state.until) return []
    switch (this.state.is) {
      case 'waiting':
        return this.#start(now)
      case 'running':
        this.end(now, this.rules.exitCode, now + NOTICE_MS)
        return []
      case 'ended':
        return this.#startAgain(now, this.state)
    }
  }

  /** Ends the run, for good unless a time is given to see about it again. */
  end(now: number, exitCode: number, until: number = Number.POSITIVE_INFINITY): void {
    if (this.state.is !== 'running') return
    const { id, startedAt } = this.state
    if (now - startedAt >= STEADY_RUN_MS) this.#crashes = 0
    const reason = exitCode === 0 ? 'Completed' : 'Error'
    const again = this.#startsAgainAfter(exitCode) ? until : Number.POSITIVE_INFINITY
    this.state = { is: 'ended', id, startedAt, finishedAt: now, exitCode, reason, until: again }
  }

  /** Gives up one that does not run: nobody knows how it would have ended. */
  abandon(): void {
    if (this.state.is === 'running' || this.isDone) return
    const ended = this.state.is === 'ended' ? this.state : (this.last ?? NEVER_RAN)
    this.state = { ...ended, until: Number.POSITIVE_INFINITY }
  }

  /** A run goes on as if it had been watched all the time; an end is seen to at once. */
  #resumed(status: ContainerStatus | undefined): RunState | undefined {
    const { running, terminated } = status?.state ?? {}
    if (terminated) {
      const ended = endedFromStatus(terminated)
      return this.#startsAgainAfter(ended.exitCode) ? { ...ended, until: 0 } : ended
    }
    if (!running) return undefined
    const startedAt = Date.parse(running.startedAt ?? '')
    const until = startedAt + this.rules.runMs()
    return { is: 'running', id: status?.containerID ?? this.rules.newId(), startedAt, readyAt: startedAt, until }
  }

  #start(now: number): Happening[] {
    if (this.last) this.restarts++
    const { readinessProbe, startupProbe } = this.spec
    const delaySeconds = (startupProbe?.initialDelaySeconds ?? 0) + (readinessProbe?.initialDelaySeconds ?? 0)
    const readyAt = now + delaySeconds * 1_000
    this.state = { is: 'running', id: this.rules.newId(), startedAt: now, readyAt, until: now + this.rules.runMs() }
    return [{ what: 'Started', container: this }]
  }

  #startAgain(now: number, ended: Ended): Happening[] {
    this.last = ended
    const backoffMs = crashDelayMs(this.#crashes++)
    if (backoffMs === 0) return this.#start(now)
    this.state = { is: 'waiting', reason: 'CrashLoopBackOff', backoffMs, until: now + backoffMs }
    return [{ what: 'BackOff', container: this }]
  }

  #startsAgainAfter(exitCode: number): boolean {
    const { restartPolicy, role } = this.rules
    if (role === 'sidecar') return true
    // An init container that succeeded has done its work, whatever the policy.
    if (exitCode === 0) return restartPolicy === 'Always' && role === 'main'
    return restartPolicy !== 'Never'
  }
}
