import type { JsonObject } from '@skep/schema'
import type { ResourceType } from '../model/resource-type.ts'
import type { ChildCollection, ChildRecord } from '../records/child-record.ts'
import type { ClusterRecord } from '../records/cluster-record.ts'
import type { ClusterChange } from '../records/clusters.ts'
import type { ApiParts } from './parts.ts'

/** What the rules of a resource may look at. */
export interface ChildContext {
  readonly parts: ApiParts
  readonly record: ClusterRecord
  /** The others of the same collection that are not on their way out. */
  readonly siblings: () => Promise<readonly ChildRecord[]>
}

/** One of a collection that is there with the cluster, and is read from and written to its attributes. */
export interface OwnChild {
  readonly id: string
  readonly isIn: (record: ClusterRecord) => boolean
  readonly read: (record: ClusterRecord) => JsonObject
  /** What of the cluster becomes another when the child becomes this. */
  readonly write: (record: ClusterRecord, document: JsonObject) => ClusterChange
}

/** Something that belongs to a cluster: where it is served, and what holds for it. */
export interface ChildResource {
  readonly type: ResourceType
  readonly collection: ChildCollection
  /** Below the cluster; may name parameters of its own, which become attributes of the same name. */
  readonly path: string
  readonly methods: readonly ('GET' | 'POST' | 'PATCH' | 'DELETE')[]
  /** Clients choose the id, may choose it, or get one. */
  readonly ids: 'chosen' | 'optional' | 'generated'
  /** Only for clusters whose control plane is hosted, or only for the others. */
  readonly only?: 'classic' | 'hosted'
  /** Changes take a cluster that is up. */
  readonly needsReady?: boolean
  /** Fills in and checks a new one, or one that was changed; throws what is wrong with it. */
  readonly check?: (
    document: JsonObject,
    context: ChildContext,
    before?: JsonObject,
  ) => Promise<JsonObject> | JsonObject
  /** Refuses a removal. */
  readonly checkRemoval?: (child: ChildRecord, context: ChildContext) => Promise<void> | void
  /** Follows up a creation or removal. */
  readonly after?: (context: ChildContext) => Promise<void>
  /** One that is part of the cluster itself. */
  readonly own?: OwnChild
  /** Attributes that are shown of one that is asked for by its id, and not in lists. */
  readonly alone?: readonly string[]
}
