import { type Clock, type Counter, LruMap, type Metrics } from '@skep/base'
import { objectKey } from '@skep/client'
import type { Failure, SimulatedObject } from '../behaviour/contracts.ts'
import type { Speed } from '../clock/simulation-clock.ts'
import { ObjectStates } from './object-states.ts'

/** Who lets an object fail: somebody who decided so for it, the configuration of its kind, or what was recorded. */
export type FailureCause = 'override' | 'scenario' | 'recording'

/** What is looked up when somebody asks for the figures. */
export interface MetricSources {
  readonly clock: Clock
  speed(): Speed
  /** How many decisions there are for single objects, by kind. */
  overrides(): Iterable<readonly [kind: string, count: number]>
}

/** Failures that are remembered so that each counts once, however often it is looked at. */
const MAX_REMEMBERED = 50_000

/** What is counted of a simulation: its objects and their states, and what somebody does to them. */
export class SimulationMetrics {
  readonly states: ObjectStates
  readonly #failures: Counter
  /** What an object was last seen to fail by. */
  readonly #seen = new LruMap<string>(MAX_REMEMBERED)

  constructor(registry: Metrics, { clock, speed, overrides }: MetricSources) {
    this.states = new ObjectStates(registry, clock)
    this.#failures = registry.counter(
      'skep_simulation_failures_injected_total',
      'Failures that objects were made to show, by who decided it.',
      ['kind', 'cause', 'condition', 'reason'],
    )
    registry.gauge('skep_simulation_overrides', 'Single objects that something was decided for.', ['kind'], (gauge) => {
      for (const [kind, count] of overrides()) gauge.set([kind], count)
    })
    registry.gauge(
      'skep_simulation_clock_speed',
      'Seconds of simulated time in a second: 0 is paused, and +Inf is from one event to the next at once.',
      [],
      (gauge) => gauge.set([], secondsPerSecond(speed())),
    )
    registry.gauge(
      'skep_simulation_clock_timestamp_seconds',
      'What time it is in the simulation, in seconds since 1970.',
      [],
      (gauge) => gauge.set([], clock.now() / 1_000),
    )
  }

  /** An object fails. Counts when it did not fail so before. */
  failed(kind: string, object: SimulatedObject, { condition, reason }: Failure, cause: FailureCause): void {
    const id = `${kind}/${objectKey(object)}/${object.uid}`
    const failure = `${cause}/${condition}/${reason}`
    if (this.#seen.get(id) === failure) return
    this.#seen.set(id, failure)
    this.#failures.add([kind, cause, condition, reason])
  }
}

function secondsPerSecond(speed: Speed): number {
  if (speed === 'real') return 1
  return speed === 'instant' ? Number.POSITIVE_INFINITY : speed
}
