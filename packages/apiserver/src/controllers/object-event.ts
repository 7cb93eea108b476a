import type { KubeObject } from '@skep/schema'
import type { Entry } from '@skep/store'
import type { GroupResource } from '../contracts.ts'
import type { ObjectFacts } from '../registry/facts.ts'
import { leanOf } from '../registry/stored-object.ts'

/** What is known of an object without parsing it, most of the time. */
export type QuickFacts = Pick<ObjectFacts, 'uid' | 'ownerUids' | 'deleting'>

/** A change of one object of one logical cluster. Objects are parsed when a controller first looks at them. */
export interface ObjectEvent extends GroupResource {
  readonly clusterId: string
  readonly type: 'put' | 'delete'
  readonly namespace: string
  readonly name: string
  /** The new state; for a delete, the last one. Shared and frozen, and without managed fields. */
  readonly object: KubeObject
  /** The state before; undefined for a create, and for what was there when the controllers started. */
  readonly previous: KubeObject | undefined
  readonly facts: QuickFacts
  readonly previousFacts: QuickFacts | undefined
}

/** A change of an entry of the store. */
export class EntryEvent implements ObjectEvent {
  readonly clusterId: string
  readonly group: string
  readonly resource: string
  readonly type: 'put' | 'delete'
  readonly namespace: string
  readonly name: string
  readonly #entry: Entry
  readonly #previous: Entry | undefined

  constructor(
    at: GroupResource & { clusterId: string },
    type: 'put' | 'delete',
    entry: Entry,
    previous: Entry | undefined,
  ) {
    const slash = entry.key.indexOf('/')
    this.clusterId = at.clusterId
    this.group = at.group
    this.resource = at.resource
    this.type = type
    this.namespace = entry.key.slice(0, Math.max(0, slash))
    this.name = entry.key.slice(slash + 1)
    this.#entry = entry
    this.#previous = previous
  }

  get object(): KubeObject {
    return leanOf(this.#entry)
  }

  get previous(): KubeObject | undefined {
    return this.#previous && leanOf(this.#previous)
  }

  get facts(): QuickFacts {
    return quickFacts(this.#entry)
  }

  get previousFacts(): QuickFacts | undefined {
    return this.#previous && quickFacts(this.#previous)
  }
}

/** The registry keeps the facts of what it wrote with the entry; what was read back from disk is parsed once. */
function quickFacts(entry: Entry): QuickFacts {
  if (entry.annex) return entry.annex as ObjectFacts
  const { metadata } = leanOf(entry)
  return {
    uid: metadata.uid ?? '',
    ownerUids: metadata.ownerReferences?.map(({ uid }) => uid) ?? [],
    deleting: metadata.deletionTimestamp !== undefined,
  }
}
