import { apiVersionOf, type CompiledSchema, compileSchema } from '@skep/schema'
import type { ServedResource } from '../contracts.ts'

/** All that is said of a resource; the rest follows from it. */
export type ResourceFacts = Omit<ServedResource, keyof Derived>

/** A resource as the server serves it. */
export const servedResource = (facts: ResourceFacts): ServedResource => Object.assign(new Derived(facts), facts)

/** A class, so that resources look alike to the engine: every request reads a dozen of their fields. */
class Derived {
  readonly apiVersion: string
  readonly #facts: Pick<ServedResource, 'schema' | 'custom'>
  #compiled: CompiledSchema | undefined

  constructor(facts: Pick<ServedResource, 'group' | 'version' | 'schema' | 'custom'>) {
    this.apiVersion = apiVersionOf(facts)
    this.#facts = facts
  }

  /** Made when it is first needed: of most resources, nobody ever needs it. */
  get compiled(): CompiledSchema {
    const { schema, custom } = this.#facts
    return (this.#compiled ??= compileSchema(schema, { custom }))
  }
}
