import type { Container, ContainerStatus, Pod } from '@skep/api'
import type { Random } from '@skep/base'
import { drawMs, type PodDelays } from '../delays.ts'
import { behaviourOf } from './behaviour.ts'
import { type ContainerRole, initRoleOf, restartPolicyOf, rulesOf } from './container-rules.ts'
import { ContainerRun, type Happening } from './container-run.ts'

/** Exit code of a process that SIGKILL ended. */
const KILLED = 137
/** Exit code of a process that SIGTERM ended. */
const TERMINATED = 143

const MESSAGE_DEADLINE = 'Pod was active on the node longer than the specified deadline'

/** What the run of a pod takes. */
export interface PodRunOptions {
  readonly delays: PodDelays
  /** This pod's own, so that it lives the same life whatever others there are. */
  readonly random: Random
  readonly now: number
}

/** Why a pod failed as a whole. */
export interface PodFailure {
  readonly reason: string
  readonly message: string
}

/** A pod on a simulated node: what its containers do, and when they will do the next thing. */
export class PodRun {
  /** When the kubelet took it on. */
  readonly takenAt: number
  readonly init: readonly ContainerRun[]
  readonly main: readonly ContainerRun[]
  failure: PodFailure | undefined
  readonly #startAt: number
  readonly #deadlineAt: number
  readonly #stopMs: number
  readonly #stopExitCode: number
  #stopAt = Number.POSITIVE_INFINITY
  #initialized: boolean

  /** Takes up a pod where its status says that it is. */
  constructor(pod: Pod, { delays, random, now }: PodRunOptions) {
    const { spec, status } = pod
    const behaviour = behaviourOf(pod)
    this.takenAt = status?.startTime ? Date.parse(status.startTime) : now
    this.#startAt = this.takenAt + (behaviour.startMs ?? drawMs(delays.startMs, random))
    this.#deadlineAt = this.takenAt + (spec?.activeDeadlineSeconds ?? Number.POSITIVE_INFINITY) * 1_000
    this.#stopMs = drawMs(delays.stopMs, random)
    this.#stopExitCode = restartPolicyOf(pod) === 'Always' ? 0 : TERMINATED
    const waitingFor = spec?.initContainers?.length ? 'PodInitializing' : 'ContainerCreating'
    const run = (known: readonly ContainerStatus[] | undefined, role?: ContainerRole) => (container: Container) => {
      const rules = rulesOf(pod, role ?? initRoleOf(container), behaviour, { delays, random })
      const before = known?.find(({ name }) => name === container.name)
      return new ContainerRun(container, rules, waitingFor, before)
    }
    this.init = (spec?.initContainers ?? []).map(run(status?.initContainerStatuses))
    this.main = (spec?.containers ?? []).map(run(status?.containerStatuses, 'main'))
    this.#initialized = this.main.some(({ state, last }) => state.is !== 'waiting' || last !== undefined)
  }

  get containers(): ContainerRun[] {
    return [...this.init, ...this.main]
  }

  /** The containers that start before all others. */
  get firstContainers(): readonly ContainerRun[] {
    return this.init.length > 0 ? this.init.slice(0, 1) : this.main
  }

  /** Whether the sandbox with its address is there. */
  isSandboxed(now: number): boolean {
    return !this.isOver && now >= this.#startAt
  }

  get isInitialized(): boolean {
    return this.#initialized
  }

  get isStopping(): boolean {
    return this.#stopAt < Number.POSITIVE_INFINITY
  }

  /** Whether nothing will happen any more. */
  get isOver(): boolean {
    return this.containers.every(({ isDone }) => isDone) || this.#hasFailedInit
  }

  get phase(): 'Pending' | 'Running' | 'Succeeded' | 'Failed' {
    if (this.failure || this.#hasFailedInit) return 'Failed'
    if (this.isOver) return this.main.every(({ isSucceeded }) => isSucceeded) ? 'Succeeded' : 'Failed'
    return this.#initialized ? 'Running' : 'Pending'
  }

  /** When the next thing happens by itself; Infinity when nothing will. */
  nextAt(now: number): number {
    if (this.isOver) return Number.POSITIVE_INFINITY
    if (this.isStopping) return this.#stopAt
    if (now < this.#startAt) return Math.min(this.#startAt, this.#deadlineAt)
    return Math.min(this.#deadlineAt, ...this.#active().map((container) => container.nextAt(now)))
  }

  /** Does everything whose time has come, each container one step at most, so that every state can be seen. */
  advance(now: number): Happening[] {
    if (this.isStopping) {
      if (now >= this.#stopAt) this.#endAll(now, this.#stopExitCode)
      return []
    }
    if (now >= this.#deadlineAt && !this.isOver) return this.#miss(now)
    if (now < this.#startAt) return []
    const happenings = this.#stepAll(now)
    if (this.main.every(({ isDone }) => isDone)) for (const sidecar of this.init) sidecar.end(now, 0)
    return happenings
  }

  /** Asks the containers to end, which they do within the grace period. */
  stop(now: number, graceMs: number): Happening[] {
    if (this.isStopping || this.isOver) return []
    const running = this.containers.filter(({ isRunning }) => isRunning)
    this.#stopAt = now + (running.length === 0 ? 0 : Math.min(this.#stopMs, graceMs))
    return running.map((container) => ({ what: 'Killing', container }))
  }

  get #hasFailedInit(): boolean {
    return this.init.some(({ rules, isDone, isSucceeded }) => rules.role === 'init' && isDone && !isSucceeded)
  }

  #stepAll(now: number): Happening[] {
    const happenings: Happening[] = []
    const stepped = new Set<ContainerRun>()
    for (let due = this.#active(); due.length > 0; due = this.#active().filter((each) => !stepped.has(each))) {
      for (const container of due) {
        stepped.add(container)
        happenings.push(...container.step(now))
      }
      this.#initialized ||= this.init.every(({ isPassed }) => isPassed)
    }
    return happenings
  }

  /** The containers whose turn it is: init containers one after the other, then all others at once. */
  #active(): ContainerRun[] {
    if (this.#hasFailedInit) return []
    const first = this.#initialized ? -1 : this.init.findIndex(({ isPassed }) => !isPassed)
    return first === -1 ? this.containers : this.init.slice(0, first + 1)
  }

  #miss(now: number): Happening[] {
    this.failure = { reason: 'DeadlineExceeded', message: MESSAGE_DEADLINE }
    const running = this.containers.filter(({ isRunning }) => isRunning)
    this.#endAll(now, KILLED)
    return running.map((container) => ({ what: 'Killing', container }))
  }

  #endAll(now: number, exitCode: number): void {
    for (const container of this.containers) {
      container.end(now, exitCode)
      container.abandon()
    }
  }
}
