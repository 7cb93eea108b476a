import { formatTime } from '@skep/base'
import { asJson, jsonEqual } from '@skep/schema'
import type { LogicalCluster } from '../clusters/logical-cluster.ts'
import type { GroupResource } from '../contracts.ts'
import {
  DEFINITIONS,
  type Definition,
  type DefinitionNames,
  type DefinitionSpec,
  definedResource,
  isTerminating,
} from './definition.ts'
import { NO_NAMES, takenNames } from './names.ts'
import { type Convert, type ServedDefinition, serveDefinition } from './serve.ts'
import { isServed, settleStatus } from './status.ts'

/** What the definitions of a cluster need from the server. */
export interface DefinitionServices {
  now(): number
  /** How a cluster converts objects of a definition; undefined where only `apiVersion` differs between versions. */
  converterOf(cluster: LogicalCluster, spec: DefinitionSpec): { convert: Convert; scope: string } | undefined
  /** Told of a definition whose stored status does not say yet what has been decided. */
  onUnsettled(clusterId: string, name: string): void
}

/** What is remembered of a definition: what it defines, and what became of that. */
export interface KnownDefinition extends GroupResource {
  /** The names it was given, which its stored status may not show yet. */
  readonly accepted: DefinitionNames
  /** Undefined while it is not served, because others have its names. */
  readonly served: ServedDefinition | undefined
  /** It is being deleted, and waits for its objects to go. */
  readonly terminating: boolean
}

type Status = NonNullable<Definition['status']>

/** The definitions of one logical cluster. Decides who gets which names, and has the cluster serve what follows. */
export class ClusterDefinitions {
  readonly cluster: LogicalCluster
  readonly #services: DefinitionServices
  readonly #known = new Map<string, KnownDefinition>()

  constructor(cluster: LogicalCluster, services: DefinitionServices) {
    this.cluster = cluster
    this.#services = services
  }

  /** Begins with what is stored. */
  load(definitions: readonly Definition[]): void {
    if (definitions.length === 0) return
    // Names that were given before come first: nobody may take them from their owner.
    for (const { metadata, spec, status } of definitions) {
      const accepted = status?.acceptedNames ?? NO_NAMES
      this.#known.set(metadata.name!, { ...definedResource({ spec }), accepted, served: undefined, terminating: false })
    }
    for (const definition of definitions) this.#settle(definition)
    this.#serve()
  }

  /** Takes note of a definition that was made or changed. */
  put(definition: Definition): void {
    const before = this.#known.get(definition.metadata.name!)
    const after = this.#settle(definition)
    if (before && !jsonEqual(asJson(before.accepted), asJson(after.accepted))) this.#reconsider(after.group)
    if (before?.served !== after.served) this.#serve()
  }

  /** Takes note of a definition that is gone. */
  remove(name: string): void {
    const known = this.#known.get(name)
    if (!known) return
    this.#known.delete(name)
    this.#reconsider(known.group)
    this.#serve()
    this.cluster.forgetCollection(known)
  }

  /** The status that a definition is to have. */
  statusOf(definition: Definition): Status {
    const { group } = definition.spec
    const accepted = this.#known.get(definition.metadata.name!)?.accepted ?? definition.status?.acceptedNames
    const others = [...this.#known.values()].filter((each) => each.group === group).map((each) => each.accepted)
    return settleStatus(definition, accepted ?? NO_NAMES, takenNames(others), formatTime(this.#services.now()))
  }

  get(name: string): KnownDefinition | undefined {
    return this.#known.get(name)
  }

  #settle(definition: Definition): KnownDefinition {
    const name = definition.metadata.name!
    const status = this.statusOf(definition)
    const accepted = status.acceptedNames ?? NO_NAMES
    const served = isServed(status) ? this.#servedFor(definition, accepted) : undefined
    const terminating = isTerminating(definition)
    const known = { ...definedResource(definition), accepted, served, terminating }
    this.#known.set(name, known)
    if (terminating || !jsonEqual(asJson(status), asJson(definition.status ?? {}))) {
      this.#services.onUnsettled(this.cluster.id, name)
    }
    return known
  }

  #servedFor(definition: Definition, names: DefinitionNames): ServedDefinition | undefined {
    const { spec } = definition
    // The server's own resources stay what they are, whatever somebody defines under their name.
    if (this.cluster.resource(definedResource(definition))?.custom === false) return undefined
    return serveDefinition({ spec, names, ...this.#services.converterOf(this.cluster, spec) })
  }

  /** Names of the group have become free: those who wait for some may get them. */
  #reconsider(group: string): void {
    for (const [name, known] of this.#known) {
      if (known.group !== group || known.served) continue
      const definition = this.cluster.objects.get(DEFINITIONS, '', name) as Definition | undefined
      if (definition) this.#settle(definition)
    }
  }

  #serve(): void {
    const served = [...this.#known.values()].filter((known) => known.served).sort(byGroup)
    this.cluster.serveCustom(served.flatMap((known) => known.served!.resources))
    // Whatever the resource has of history begins here, not when somebody first asks for it.
    for (const known of served) this.cluster.collection(known)
  }
}

/** Parts of a definition are JSON; their types only have no index signature. */

/** Discovery shows groups of definitions in the order of their names. */
const byGroup = (a: GroupResource, b: GroupResource): number => (a.group < b.group ? -1 : a.group > b.group ? 1 : 0)
