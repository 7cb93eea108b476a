import { StatusError } from '@skep/base'
import type { BehaviourKind } from './contracts.ts'

/** Finds kinds by what people call them: `ClusterDeployment`, `clusterdeployment`, `clusterDeployments`. */
export class KindNames {
  readonly #byName = new Map<string, BehaviourKind>()
  readonly #known: string

  constructor(kinds: readonly BehaviourKind[]) {
    for (const kind of kinds) {
      for (const name of [kind.kind, kind.section, kind.plural]) this.#byName.set(name.toLowerCase(), kind)
    }
    this.#known = kinds.map(({ section }) => section.toLowerCase()).join(', ')
  }

  /** Throws NotFound when there is no such kind. */
  find(name: string): BehaviourKind {
    const found = this.#byName.get(name.toLowerCase())
    if (found) return found
    throw new StatusError('NotFound', `unknown resource type ${JSON.stringify(name)}: use one of ${this.#known}`)
  }
}
