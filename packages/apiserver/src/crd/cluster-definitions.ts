import { formatTime } from '@skep/base'
import { asJson, jsonEqual } from '@skep/schema'
import type { LogicalCluster } from '../clusters/logical-cluster.ts'
import { ResourceMap } from '../clusters/served-kinds.ts'
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

/** What clusters with the same definitions have in common. */
export interface SharedDefinitions {
  readonly known: Map<string, KnownDefinition>
  readonly resources: ResourceMap
}

type Status = NonNullable<Definition['status']>

/** The definitions of one logical cluster. Decides who gets which names, and has the cluster serve what follows. */
export class ClusterDefinitions {
  readonly cluster: LogicalCluster
  readonly #services: DefinitionServices
  #known = new Map<string, KnownDefinition>()
  /** Whether other clusters have the same map, which must stay as it is then. */
  #isShared = false

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
      const known = { ...definedResource({ spec }), accepted, served: undefined, terminating: false }
      this.#change().set(metadata.name!, known)
    }
    for (const definition of definitions) this.#settle(definition)
    this.#serve()
  }

  /** Begins with what another cluster has made of the same definitions. */
  adopt({ known, resources }: SharedDefinitions): void {
    this.#known = known
    this.#isShared = true
    this.cluster.serveCustom(resources)
  }

  /**
   * What other clusters with the same definitions can begin with; undefined when something of it is this cluster's own:
   * somebody who converts objects, or a status that is not settled.
   */
  share(definitions: readonly Definition[]): SharedDefinitions | undefined {
    const isOwn = (definition: Definition) =>
      this.#services.converterOf(this.cluster, definition.spec) !== undefined ||
      !jsonEqual(asJson(this.statusOf(definition)), asJson(definition.status ?? {}))
    if (definitions.some(isOwn)) return undefined
    this.#isShared = true
    return { known: this.#known, resources: this.#resources() }
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
    this.#change().delete(name)
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
    this.#change().set(name, known)
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

  /** The map, as one that may be changed. */
  #change(): Map<string, KnownDefinition> {
    if (this.#isShared) this.#known = new Map(this.#known)
    this.#isShared = false
    return this.#known
  }

  #resources(): ResourceMap {
    const served = [...this.#known.values()].filter((known) => known.served).sort(byGroup)
    return new ResourceMap(served.flatMap((known) => known.served!.resources))
  }

  #serve(): void {
    this.cluster.serveCustom(this.#resources())
    for (const known of this.#known.values()) {
      // Whatever the resource has of history begins here, not when somebody first asks for it.
      if (known.served && !this.cluster.isDefinedFromStart(known)) this.cluster.collection(known)
    }
  }
}

/** Discovery shows groups of definitions in the order of their names. */
const byGroup = (a: GroupResource, b: GroupResource): number => (a.group < b.group ? -1 : a.group > b.group ? 1 : 0)
