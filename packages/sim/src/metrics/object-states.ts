import type { Clock, Counter, Gauge, Histogram, Metrics } from '@skep/base'
import type { ObjectChange, Stored } from '@skep/client'
import { Sightings } from '@skep/controller'
import type { KubeObject } from '@skep/schema'

/** How the objects of a kind say how they are. */
export interface StateReader<T extends KubeObject> {
  /** Such as `Provisioning`: one of few, however many objects there are. */
  stateOf(object: Stored<T>): string
  /** Whether an object is what was asked for. */
  isReady(object: Stored<T>): boolean
}

/** Reads objects that are ready while a condition holds, and on their way to that otherwise. */
export const readyBy = (type: string, readyState = type): StateReader<Conditioned> => {
  const isReady = ({ status }: Conditioned) =>
    status?.conditions?.some((condition) => condition.type === type && condition.status === 'True') ?? false
  return { isReady, stateOf: (object) => (isReady(object) ? readyState : 'Progressing') }
}

type Conditioned = KubeObject & {
  status?: { conditions?: readonly { type: string; status: string }[] | undefined } | undefined
}

const SECONDS = [0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1_200, 1_800, 2_700, 3_600, 5_400, 7_200]

/** The state of what is there but was told to go, whatever it was before. */
const DELETING = 'Deleting'

/** Counts objects by their states, from one change of an object to the next. */
export class ObjectStates {
  readonly #clock: Clock
  readonly #sightings: Sightings
  readonly #objects: Gauge
  readonly #transitions: Counter
  readonly #readySeconds: Histogram
  /** By kind and state. */
  readonly #counts = new Map<string, Map<string, number>>()

  constructor(registry: Metrics, clock: Clock) {
    this.#clock = clock
    this.#sightings = new Sightings(clock)
    const labels = ['kind', 'state']
    this.#objects = registry.gauge('skep_simulation_objects', 'Objects by kind and state.', labels)
    this.#transitions = registry.counter(
      'skep_simulation_transitions_total',
      'How often objects of a kind came into a state.',
      labels,
    )
    this.#readySeconds = registry.histogram(
      'skep_simulation_ready_seconds',
      'Seconds of simulated time from the creation of an object until it was ready.',
      ['kind'],
      SECONDS,
    )
  }

  /** Takes the changes of the objects of a kind, in order. */
  follow<T extends KubeObject>(kind: string, reader: StateReader<T>): (change: ObjectChange<T>) => void {
    const { isReady } = reader
    return (change) => {
      const { object } = change
      const before = change.type === 'added' ? undefined : stateOf(reader, change.previous)
      const after = change.type === 'deleted' ? undefined : stateOf(reader, object)
      if (before !== after) this.#move(kind, before, after)
      // What is ready when it is seen for the first time became so before anybody looked.
      if (change.type === 'added' && !isReady(object)) this.#sightings.createdAt(object)
      if (change.type !== 'updated' || isReady(change.previous) || !isReady(object)) return
      this.#readySeconds.observe([kind], (this.#clock.now() - this.#sightings.createdAt(object)) / 1_000)
    }
  }

  #move(kind: string, before: string | undefined, after: string | undefined): void {
    if (before !== undefined) this.#count(kind, before, -1)
    if (after === undefined) return
    this.#count(kind, after, 1)
    if (before !== undefined) this.#transitions.add([kind, after])
  }

  #count(kind: string, state: string, by: number): void {
    let states = this.#counts.get(kind)
    if (!states) this.#counts.set(kind, (states = new Map()))
    const count = (states.get(state) ?? 0) + by
    states.set(state, count)
    this.#objects.set([kind, state], count)
  }
}

const stateOf = <T extends KubeObject>(reader: StateReader<T>, object: Stored<T>): string =>
  object.metadata.deletionTimestamp === undefined ? reader.stateOf(object) : DELETING
