import type { RecordedFailure, RecordedObject, RecordedStep } from '@skep/sim'
import {
  addChanges,
  addCondition,
  type Changes,
  isEmpty,
  joinSteps,
  NOTHING_READ,
  noChanges,
  stepOf,
} from './changes.ts'
import type { ReadCondition, Reading } from './reading.ts'

/** What an object is called and where it is. */
export type RecordedIdentity = Pick<RecordedObject, 'kind' | 'namespace' | 'name' | 'platform' | 'region'>

/** Writes of the same change arrive within this time: operators write statuses and specs one after the other. */
const SAME_MOMENT_MS = 1_000
/** A time that a change tells is of the time outside when it is this close to it. */
const SAME_CLOCK_MS = 5_000

/**
 * Follows one object from its creation until it is ready. Times are those of whoever changes the object, where they can
 * be told: a simulator notes them exactly, and lives at a speed of its own. Otherwise they are those of the arrival.
 */
export class ObjectTrack {
  readonly #identity: RecordedIdentity
  readonly #steps: RecordedStep[] = []
  /** When it was made, on the clock by which changes arrive. */
  readonly #createdAt: number
  #read: Reading = NOTHING_READ
  /** Changes that are not known to be complete. */
  #open: { readonly changes: Changes; readonly arrival: number } | undefined
  /** A time that a change told, and when that was since the creation. */
  #anchor: { readonly time: number; readonly atMs: number } | undefined
  #notedSince: number | undefined
  #isReady = false

  constructor(identity: RecordedIdentity, createdAt: number) {
    this.#identity = identity
    this.#createdAt = createdAt
  }

  /** Whether it has got as far as it will. */
  get isSettled(): boolean {
    return this.#isReady || (this.#open === undefined && this.#read.failure !== undefined)
  }

  /** Takes an object that was there before anybody looked: its past is in the times of its conditions. */
  takePast(reading: Reading): void {
    const { noted, conditions } = reading
    const created = noted?.created ?? this.#createdAt
    const past = [...conditions.values()].map((condition) => ({ ...condition, time: condition.time ?? created }))
    const times = [...new Set(past.map(({ time }) => time))].sort((a, b) => a - b)
    for (const time of times.slice(0, -1)) this.#add(stepOf(changesAt(past, time), time - created))
    const last = changesAt(past, times.at(-1) ?? created)
    addChanges(last, { ...reading, sets: [] }, reading)
    const atMs = (noted?.since ?? times.at(-1) ?? created) - created
    if (!isEmpty(last, undefined)) this.#add(stepOf(last, atMs))
    this.#read = reading
    this.#notedSince = noted?.since
    this.#isReady = reading.isReady
  }

  /** Takes what an object is now. */
  take(reading: Reading, now: number): void {
    const changes = noChanges(reading.state)
    addChanges(changes, this.#read, reading)
    if (this.#open && isLater(changes, this.#open.changes)) this.#close()
    this.tick(now)
    // What becomes of it later is another story.
    if (this.#isReady) return
    this.#open ??= { changes: noChanges(this.#read.state), arrival: now }
    addChanges(this.#open.changes, this.#read, reading)
    this.#read = reading
    if (reading.noted?.since !== this.#notedSince) this.#close()
  }

  /** Nothing more comes of what arrived a while ago. */
  tick(now: number): void {
    if (this.#open && now - this.#open.arrival >= SAME_MOMENT_MS) this.#close()
  }

  /** What was recorded, after the last change. */
  finish(): RecordedObject {
    this.#close()
    const { failure } = this.#read
    if (this.#isReady) return { ...this.#identity, outcome: 'ready', steps: this.#steps }
    if (!failure) return { ...this.#identity, outcome: 'unfinished', steps: this.#steps }
    const { time: _, status: _status, type: condition, ...words } = failure
    const [steps, atSeconds] = withoutFailure(this.#steps, condition)
    const recorded: RecordedFailure = { atSeconds, condition, ...words }
    return { ...this.#identity, outcome: 'failed', steps, failure: recorded }
  }

  #close(): void {
    const open = this.#open
    this.#open = undefined
    if (!open) return
    const atMs = this.#timeOf(open.changes, open.arrival)
    this.#notedSince = this.#read.noted?.since
    if (!isEmpty(open.changes, this.#steps.at(-1)?.state)) this.#add(stepOf(open.changes, atMs))
    this.#isReady = this.#read.isReady
  }

  #add(step: RecordedStep): void {
    const last = this.#steps.at(-1)
    const later = { ...step, atSeconds: Math.max(step.atSeconds, last?.atSeconds ?? 0) }
    if (last?.atSeconds === later.atSeconds) this.#steps[this.#steps.length - 1] = joinSteps(last, later)
    else this.#steps.push(later)
  }

  /** Since the creation, in milliseconds. */
  #timeOf({ time }: Changes, arrival: number): number {
    const { noted } = this.#read
    if (noted?.since !== undefined && noted.since !== this.#notedSince) return noted.since - noted.created
    const arrived = Math.max(0, arrival - this.#createdAt)
    if (time === undefined || Math.abs(time - arrival) < SAME_CLOCK_MS) return arrived
    if (noted) return time - noted.created
    this.#anchor ??= { time, atMs: arrived }
    return this.#anchor.atMs + time - this.#anchor.time
  }
}

const changesAt = (past: readonly ReadCondition[], time: number): Changes => {
  const changes = noChanges('')
  for (const condition of past) if (condition.time === time) addCondition(changes, condition)
  return changes
}

const isLater = ({ time }: Changes, open: Changes): boolean =>
  time !== undefined && open.time !== undefined && time > open.time

/** The steps without that one condition, and when it came. */
function withoutFailure(steps: readonly RecordedStep[], type: string): [steps: RecordedStep[], atSeconds: number] {
  const has = ({ conditions }: RecordedStep) => conditions.some((condition) => condition.type === type)
  const at = steps.findLastIndex(has)
  const kept = steps.flatMap((step, index) => {
    if (index !== at) return [step]
    const conditions = step.conditions.filter((condition) => condition.type !== type)
    const isBare = conditions.length + step.removes.length + step.sets.length === 0
    const isNews = step.state !== 'Error' && step.state !== (steps[index - 1]?.state ?? 'Pending')
    return isBare && !isNews ? [] : [{ ...step, conditions }]
  })
  return [kept, Math.max(steps[at]?.atSeconds ?? 0, kept.at(-1)?.atSeconds ?? 0)]
}
