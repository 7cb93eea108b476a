import type { ConditionTemplate } from '../behaviour/contracts.ts'

/** What became of one object at one time. */
export interface RecordedStep {
  /** Since the object was made. */
  readonly atSeconds: number
  /** What the object called its state, or what it amounts to. */
  readonly state: string
  /** Conditions that were new then, or said something else. */
  readonly conditions: readonly ConditionTemplate[]
  /** Types of conditions that went away. */
  readonly removes: readonly string[]
  /** Fields of the status that appeared, such as `apiURL`. Their values are no part of a recording. */
  readonly sets: readonly string[]
}

/** How an object ended that did not become ready. */
export interface RecordedFailure {
  readonly atSeconds: number
  /** Type of the condition that says so. */
  readonly condition: string
  readonly reason: string
  readonly message: string
}

/** How far an object came while it was recorded. */
export type RecordedOutcome = 'ready' | 'failed' | 'unfinished'

/** The life of one object, from its creation until it was ready or failed. */
export interface RecordedObject {
  readonly kind: string
  readonly namespace: string
  readonly name: string
  /** Such as `aws`. */
  readonly platform?: string
  /** Such as `us-east-1`; for people to read. */
  readonly region?: string
  readonly outcome: RecordedOutcome
  readonly steps: readonly RecordedStep[]
  /** There if and only if it failed. */
  readonly failure?: RecordedFailure
}

/** What happened on a shard. */
export interface Recording {
  /** RFC 3339; for people to read. */
  readonly recordedAt?: string
  /** Those of a kind in the order in which they were made. */
  readonly objects: readonly RecordedObject[]
}

export const RECORDING_VERSION = 'sim.skep.dev/v1'
export const RECORDING_KIND = 'Recording'
