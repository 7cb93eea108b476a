import { createRandom } from '@skep/base'
import { objectKey } from '@skep/client'
import type { FailureScenario, SimulatedObject } from './contracts.ts'

/** Objects whose fate is remembered; of more, the oldest are decided anew, with the same result. */
const MAX_DECISIONS = 100_000

interface Decision {
  readonly uid: string | undefined
  /** How many objects of the same name came before. */
  readonly incarnation: number
  readonly failure: FailureScenario | undefined
}

/** The objects that scenarios with a count have hit, by the place of the scenario. */
export type Hits = readonly (readonly [scenario: number, objects: readonly string[]])[]

/** Which objects of one kind fail. Each is decided once: another look at it does not give it another chance. */
export class Outcomes {
  readonly #decisions = new Map<string, Decision>()
  readonly #hits: Map<number, Set<string>>
  readonly #onHit: () => void

  /** Goes on from `hits`, and tells when there are more. */
  constructor(hits: Hits, onHit: () => void) {
    this.#hits = new Map(hits.map(([scenario, objects]) => [scenario, new Set(objects)]))
    this.#onHit = onHit
  }

  /** The scenario that hits the object, of those given in order. `chance` is what the seed and the kind make of it. */
  decide(object: SimulatedObject, scenarios: readonly FailureScenario[], chance: string): FailureScenario | undefined {
    if (scenarios.length === 0) return undefined
    const key = objectKey(object)
    const known = this.#decisions.get(key)
    if (known && known.uid === object.uid) return known.failure
    const incarnation = known ? known.incarnation + 1 : 0
    const random = createRandom(`${chance}/${key}/${incarnation}`)
    const failure = scenarios.find(
      (scenario, index) =>
        chooses(scenario, object) && this.#hitsCounted(index, scenario.count, object, () => isLikely(scenario, random)),
    )
    this.#remember(key, { uid: object.uid, incarnation, failure })
    return failure
  }

  get hits(): Hits {
    return [...this.#hits].map(([scenario, objects]) => [scenario, [...objects]])
  }

  /** Whether a scenario hits, given how many objects it may hit and has hit. */
  #hitsCounted(scenario: number, count: number | undefined, object: SimulatedObject, isHit: () => boolean): boolean {
    if (count === undefined) return isHit()
    const objects = this.#hits.get(scenario) ?? new Set()
    const id = `${objectKey(object)} ${object.uid}`
    if (objects.has(id)) return true
    if (objects.size >= count || !isHit()) return false
    this.#hits.set(scenario, objects.add(id))
    this.#onHit()
    return true
  }

  #remember(key: string, decision: Decision): void {
    this.#decisions.delete(key)
    this.#decisions.set(key, decision)
    if (this.#decisions.size <= MAX_DECISIONS) return
    // Maps keep the order of insertion: the first is the oldest.
    for (const oldest of this.#decisions.keys()) return void this.#decisions.delete(oldest)
  }
}

const isLikely = ({ probability }: FailureScenario, random: { next(): number }): boolean =>
  probability === undefined || random.next() < probability

/** A scenario that says nothing of which objects, how many or how likely hits none. */
function chooses({ labels, objects, probability, count }: FailureScenario, object: SimulatedObject): boolean {
  if (labels === undefined && objects === undefined) return probability !== undefined || count !== undefined
  if (objects !== undefined && !objects.includes(objectKey(object))) return false
  return Object.entries(labels ?? {}).every(([name, value]) => object.labels?.[name] === value)
}
