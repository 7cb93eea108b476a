import { type Clock, cryptoRandom, Metrics, realClock, StatusError } from '@skep/base'
import { type Informer, type ObjectRef, objectKey } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import type { SimulationClock, Speed } from '../clock/simulation-clock.ts'
import type { StateReader } from '../metrics/object-states.ts'
import { SimulationMetrics } from '../metrics/simulation-metrics.ts'
import type { RecordedLife } from '../recording/recorded-life.ts'
import { describeLife, LiveReplaying } from '../recording/replaying.ts'
import { ActionLog } from './action-log.ts'
import { defaultConfig, readConfig, renderConfig } from './config.ts'
import type {
  ActionEntry,
  BehaviourChange,
  BehaviourKind,
  Behaviours,
  Failure,
  ImageSetConfig,
  KindBehaviour,
  Override,
  OverrideEntry,
  SimulatedObject,
  SimulationConfig,
  TimedState,
} from './contracts.ts'
import { readAmount, readObject } from './fields.ts'
import { KindNames } from './kind-names.ts'
import { Outcomes } from './outcomes.ts'
import { Overrides } from './overrides.ts'
import { changeSection, checkFailureState, readScenario } from './section.ts'
import { noStateFile, type StateFile, stateFileIn } from './state-file.ts'
import { timelineOf } from './timeline.ts'

/** What a simulation starts with. */
export interface BehavioursOptions {
  /** The kinds that are simulated. */
  readonly kinds: readonly BehaviourKind[]
  /** As `loadConfigFile` gives it, unchecked; the defaults of the kinds unless given. */
  readonly config?: unknown
  /** The releases there are when the configuration names none; none unless given. */
  readonly clusterImageSets?: readonly ImageSetConfig[]
  /** Gets the speed of the configuration, and tells the log the time; real time unless given. */
  readonly clock?: Clock | SimulationClock
  /** Folder that keeps overrides and changes over restarts; nothing is kept unless given. */
  readonly dataDir?: string
  /** Kinds whose operators can live by recordings; none unless given. */
  readonly recordedKinds?: readonly string[]
  /** What is replayed from the start, unchecked; what was replayed before a restart unless given. */
  readonly recording?: unknown
  /** Where everything is counted; nowhere that anybody looks unless given. */
  readonly metrics?: Metrics
}

/** Behaviours for the kinds of a simulation. Throws an Invalid `StatusError` when the configuration is wrong. */
export const createBehaviours = (options: BehavioursOptions): Behaviours => new LiveBehaviours(options)

class LiveBehaviours implements Behaviours {
  readonly kinds: readonly BehaviourKind[]
  readonly replaying: LiveReplaying
  readonly #names: KindNames
  readonly #clock: Clock | SimulationClock
  readonly #file: StateFile
  readonly #log: ActionLog
  readonly #metrics: SimulationMetrics
  readonly #defaults: SimulationConfig
  readonly #initial: SimulationConfig
  readonly #listeners = new Set<(change: BehaviourChange) => void>()
  readonly #overrides = new Overrides()
  /** By kind. */
  readonly #outcomes = new Map<string, Outcomes>()
  #config: SimulationConfig

  constructor({
    kinds,
    config,
    clusterImageSets = [],
    clock = realClock,
    dataDir,
    recordedKinds = [],
    recording,
    metrics = new Metrics(),
  }: BehavioursOptions) {
    this.kinds = kinds
    this.#names = new KindNames(kinds)
    this.#clock = clock
    this.#log = new ActionLog(clock)
    this.#file = dataDir === undefined ? noStateFile : stateFileIn(dataDir)
    const speed = 'setSpeed' in clock ? clock.speed : 'real'
    this.#defaults = defaultConfig(kinds, { seed: cryptoRandom.uint32(), speed, clusterImageSets })
    this.#initial = readConfig(kinds, this.#defaults, config)
    this.#config = this.#initial
    this.#restore()
    this.#applySpeed()
    this.replaying = new LiveReplaying({
      kinds: recordedKinds,
      file: this.#file,
      first: recording,
      onDecision: (action, detail) => this.#did(action, {}, detail),
      onBegin: (kind, object, recorded) => this.note('replays', kind, object, describeLife(recorded)),
    })
    this.#metrics = new SimulationMetrics(metrics, {
      clock,
      speed: () => this.#config.speed,
      overrides: () => this.#overrides.counts(),
    })
  }

  get config(): SimulationConfig {
    return this.#config
  }

  of(name: string): KindBehaviour {
    return this.#config.sections[this.#names.find(name).section]!
  }

  timeline(name: string, object: SimulatedObject): readonly TimedState[] {
    const override = this.#overrideOf(name, object)
    const life = this.#lifeOf(object, override)
    if (life) return life.states
    const delay = override && 'delaySeconds' in override ? override.delaySeconds : undefined
    return timelineOf(this.of(name), `${this.#chanceOf(name)}/${objectKey(object)}/delays`, delay)
  }

  failureOf(name: string, object: SimulatedObject, state: string): Failure | undefined {
    const override = this.#overrideOf(name, object)
    if (override && 'success' in override) return undefined
    const life = this.#lifeOf(object, override)
    const isDecided = override !== undefined && 'failure' in override
    const failure = life ? life.failureAt(state) : isDecided ? override.failure : this.#decide(name, object)
    if (!failure || (failure.state !== undefined && failure.state !== state)) return undefined
    const cause = life ? 'recording' : isDecided ? 'override' : 'scenario'
    this.#metrics.failed(this.#names.find(name).kind, object, failure, cause)
    return failure
  }

  countStates<T extends KubeObject>(informer: Informer<T>, reader: StateReader<T>): void {
    informer.onChange(this.#metrics.states.follow(informer.kind.kind, reader))
  }

  replaceConfig(value: unknown): void {
    this.#useConfig(readConfig(this.kinds, this.#defaults, value))
    this.#did('configuration replaced', {}, value)
  }

  changeSection(name: string, value: unknown): void {
    const kind = this.#names.find(name)
    const section = changeSection(kind, this.of(name), value)
    this.#config = { ...this.#config, sections: { ...this.#config.sections, [kind.section]: section } }
    // Other scenarios mean another fate; without them, what was decided stays.
    if ('failureScenarios' in readObject(kind.kind, value)) this.#outcomes.delete(kind.kind)
    this.#did('configuration changed', { kind: kind.kind }, value)
  }

  reseed(seed: number | string): void {
    this.#useConfig({ ...this.#config, seed })
    this.#did('seed set', {}, { seed })
  }

  setSpeed(speed: Speed): void {
    this.#config = { ...this.#config, speed }
    this.#applySpeed()
    this.#did('speed set', {}, { speed })
  }

  async advance(ms: number): Promise<void> {
    if (!('advance' in this.#clock)) throw new StatusError('MethodNotAllowed', 'this simulation runs in real time')
    this.#log.add('clock advanced', undefined, { seconds: ms / 1_000 })
    await this.#clock.advance(ms)
  }

  setFailure(name: string, object: ObjectRef, value: unknown): void {
    const kind = this.#names.find(name)
    const failure = readScenario(`${kind.kind} failure`, value)
    checkFailureState(kind, this.of(name), failure)
    this.#override('failure set', name, object, { failure })
  }

  setDelay(name: string, object: ObjectRef, value: unknown): void {
    const { delaySeconds } = readObject('the delay', value)
    this.#override('delay set', name, object, { delaySeconds: readAmount('delaySeconds', delaySeconds) })
  }

  setSuccess(name: string, object: ObjectRef): void {
    this.#override('forced success set', name, object, { success: true })
  }

  clearOverride(name: string, object: ObjectRef): void {
    const { kind } = this.#names.find(name)
    this.#overrides.delete(kind, object)
    this.#did('override cleared', { kind, object })
  }

  overrides(): OverrideEntry[] {
    return this.#overrides.list()
  }

  reset(): void {
    this.#overrides.clear()
    this.#useConfig(this.#initial)
    this.replaying.reset()
    this.#did('all overrides cleared', {})
  }

  onChange(listener: (change: BehaviourChange) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  note(action: string, kind: string, object: ObjectRef, detail?: unknown): void {
    this.#log.add(action, `${kind}/${objectKey(object)}`, detail)
  }

  actions(after?: number): ActionEntry[] {
    return this.#log.after(after)
  }

  #overrideOf(name: string, object: ObjectRef): Override | undefined {
    return this.#overrides.get(this.#names.find(name).kind, object)
  }

  #override(action: string, name: string, object: ObjectRef, override: Override): void {
    const { kind } = this.#names.find(name)
    this.#overrides.set(kind, object, override)
    this.#did(action, { kind, object }, override)
  }

  #decide(name: string, object: SimulatedObject): Failure | undefined {
    const { kind } = this.#names.find(name)
    let outcomes = this.#outcomes.get(kind)
    if (!outcomes) this.#outcomes.set(kind, (outcomes = new Outcomes([], () => this.#keep())))
    return outcomes.decide(object, this.of(name).failureScenarios, this.#chanceOf(name))
  }

  /** Whoever decides for a single object does not want the life of another one for it. */
  #lifeOf(object: SimulatedObject, override: Override | undefined): RecordedLife | undefined {
    return override === undefined ? this.replaying.lifeOf(object.uid) : undefined
  }

  #chanceOf(name: string): string {
    return `${this.#config.seed}/${this.#names.find(name).kind}`
  }

  #useConfig(config: SimulationConfig): void {
    this.#config = config
    this.#outcomes.clear()
    this.#applySpeed()
  }

  #applySpeed(): void {
    if ('setSpeed' in this.#clock) this.#clock.setSpeed(this.#config.speed)
  }

  #did(action: string, change: BehaviourChange, detail?: unknown): void {
    const { kind, object } = change
    this.#log.add(action, object ? `${kind}/${objectKey(object)}` : kind, detail)
    this.#keep()
    for (const listener of this.#listeners) listener(change)
  }

  #keep(): void {
    this.#file.write({
      ...(this.#config === this.#initial ? {} : { config: renderConfig(this.#config) }),
      overrides: this.#overrides.list(),
      hits: Object.fromEntries([...this.#outcomes].map(([kind, { hits }]) => [kind, hits])),
    })
  }

  #restore(): void {
    const kept = this.#file.read()
    if (!kept) return
    if (kept.config !== undefined) this.#config = readConfig(this.kinds, this.#defaults, kept.config)
    for (const { kind, override, ...object } of kept.overrides) this.#overrides.set(kind, object, override)
    for (const [kind, hits] of Object.entries(kept.hits)) {
      this.#outcomes.set(kind, new Outcomes(hits, () => this.#keep()))
    }
  }
}
