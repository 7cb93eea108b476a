import type { Informer, ObjectRef } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import type { Speed } from '../clock/simulation-clock.ts'
import type { StateReader } from '../metrics/object-states.ts'
import type { RecordedStep } from '../recording/contracts.ts'
import type { Replaying } from '../recording/replaying.ts'

/** How long something takes, in seconds: always the same, or drawn once per object. */
export type DelaySeconds =
  | number
  | { readonly distribution: 'uniform'; readonly min: number; readonly max: number }
  | { readonly distribution: 'normal'; readonly mean: number; readonly deviation: number }
  | { readonly distribution: 'exponential'; readonly mean: number }

/** A condition that an object gets when it enters a state. */
export interface ConditionTemplate {
  readonly type: string
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason: string
  readonly message: string
}

/** One state of a kind's life. */
export interface StateBehaviour {
  readonly name: string
  readonly durationSeconds: DelaySeconds
  readonly conditions: readonly ConditionTemplate[]
}

/** What an object that fails says of it. */
export interface Failure {
  /** Type of the condition, such as `ProvisionFailed`. */
  readonly condition: string
  readonly reason: string
  readonly message: string
  /** Fail when about to enter this state; when about to enter the first one unless given. */
  readonly state?: string
}

/**
 * Which objects fail, and how. What is given must hold together: `labels` and `objects` choose, then `count` lets the
 * first so many fail, and `probability` that share. Chosen objects always fail when neither is given.
 */
export interface FailureScenario extends Failure {
  readonly probability?: number
  readonly count?: number
  readonly labels?: Readonly<Record<string, string>>
  /** As `NAMESPACE/NAME`, or `NAME` for objects without a namespace. */
  readonly objects?: readonly string[]
}

/** How objects of one kind behave. */
export interface KindBehaviour {
  /** Time from the first state to the end of the last; 0 means the sum of the states' durations. */
  readonly defaultDelaySeconds: DelaySeconds
  readonly states: readonly StateBehaviour[]
  readonly failureScenarios: readonly FailureScenario[]
  /** Switches that only this kind has, such as `dependsOnAccountClaim`. */
  readonly settings: Readonly<Record<string, boolean>>
}

/** A kind whose objects are simulated: its names in files and URLs, and how it behaves unless told otherwise. */
export interface BehaviourKind {
  /** Such as `ClusterDeployment`: what messages and overrides call it. */
  readonly kind: string
  /** Such as `clusterDeployment`: its section of the configuration, and a type in URLs in any case, plural or not. */
  readonly section: string
  /** Such as `clusterDeployments`: what the status counts it as. */
  readonly plural: string
  readonly defaults: KindBehaviour
  /** Whether its operator goes by the states of the defaults, so that others would mean nothing. */
  readonly hasFixedStates?: boolean
  /** States at which objects can fail besides those that they go through, such as one of their removal. */
  readonly moreStates?: readonly string[]
}

/** A release that the simulated service offers. */
export interface ImageSetConfig {
  readonly name: string
  readonly visible: boolean
}

/** Everything that a configuration file can say, and the control API can change. */
export interface SimulationConfig {
  /** Where chance comes from; the same seed gives the same history. */
  readonly seed: number | string
  readonly speed: Speed
  readonly clusterImageSets: readonly ImageSetConfig[]
  /** By the section of each kind. */
  readonly sections: Readonly<Record<string, KindBehaviour>>
}

/** What somebody decided for one object. Exactly one of the three. */
export type Override =
  | { readonly failure: FailureScenario }
  | { readonly delaySeconds: number }
  | { readonly success: true }

/** An override and the object it is for. */
export interface OverrideEntry {
  /** Such as `ClusterDeployment`. */
  readonly kind: string
  readonly namespace: string
  readonly name: string
  readonly override: Override
}

/** One thing that was done: by somebody to the simulation, or by the simulation to an object. */
export interface ActionEntry {
  /** Counts from 1. */
  readonly sequence: number
  /** Simulated time, RFC 3339. */
  readonly time: string
  /** Such as `configuration changed`, `failure set`, `entered state`, `failed`. */
  readonly action: string
  /** Such as `ClusterDeployment/default/blue`. */
  readonly object?: string
  readonly detail?: unknown
}

/** An object whose behaviour is asked for; the `metadata` of one that was read will do. */
export interface SimulatedObject extends ObjectRef {
  readonly uid?: string
  readonly labels?: Readonly<Record<string, string>>
}

/** A state with the time that it lasts for one object. */
export interface TimedState {
  readonly name: string
  /** Infinity for one that it never leaves. */
  readonly durationMs: number
  readonly conditions: readonly ConditionTemplate[]
  /** What else happened to an object that was recorded, for one that lives its life. */
  readonly recorded?: RecordedStep
}

/** What changed: one object's override, all of a kind, or everything. */
export interface BehaviourChange {
  /** Such as `ClusterDeployment`; all kinds unless given. */
  readonly kind?: string
  /** All objects unless given. */
  readonly object?: ObjectRef
}

/**
 * How simulated objects behave, and what somebody decided for single ones. Kinds are given as `ClusterDeployment`,
 * `clusterdeployment` or `clusterdeployments`; asking for one that is not simulated throws a NotFound `StatusError`,
 * and a wrong value throws an Invalid one that says what is wrong.
 */
export interface Behaviours {
  readonly kinds: readonly BehaviourKind[]
  readonly config: SimulationConfig
  /** Lives of a recording, which objects live instead of what is configured. */
  readonly replaying: Replaying
  /** How objects of a kind behave now. */
  of(kind: string): KindBehaviour
  /** The states of an object and how long each lasts, in simulated time. Always the same for the same object. */
  timeline(kind: string, object: SimulatedObject): readonly TimedState[]
  /** How the object fails when it is about to enter a state; undefined when it does not. Decided once per object. */
  failureOf(kind: string, object: SimulatedObject, state: string): Failure | undefined
  /** Counts objects by their states, for whoever watches the figures of the simulation. */
  countStates<T extends KubeObject>(informer: Informer<T>, reader: StateReader<T>): void
  /** Replaces the whole configuration; what the value does not name is as at first. */
  replaceConfig(value: unknown): void
  /** Changes the fields of a section that the value names. */
  changeSection(kind: string, value: unknown): void
  reseed(seed: number | string): void
  setSpeed(speed: Speed): void
  /** Puts the clock forward; rejects when it is one that cannot be. */
  advance(ms: number): Promise<void>
  /** Takes an unchecked value: `{ condition, reason, message, probability?, state? }`. */
  setFailure(kind: string, object: ObjectRef, value: unknown): void
  /** Takes an unchecked value: `{ delaySeconds }`. */
  setDelay(kind: string, object: ObjectRef, value: unknown): void
  setSuccess(kind: string, object: ObjectRef): void
  clearOverride(kind: string, object: ObjectRef): void
  overrides(): OverrideEntry[]
  /** Drops all overrides and goes back to the configuration of the start. */
  reset(): void
  /** Tells of every change, at once. Returns how to stop it. */
  onChange(listener: (change: BehaviourChange) => void): () => void
  /** Notes what the simulation did to an object. */
  note(action: string, kind: string, object: ObjectRef, detail?: unknown): void
  /** What was done, oldest first; only what came after `sequence` if given. The oldest are forgotten. */
  actions(after?: number): ActionEntry[]
}
