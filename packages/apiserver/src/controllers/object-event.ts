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

export function objectEvent(
  at: GroupResource & { clusterId: string },
  type: 'put' | 'delete',
  entry: Entry,
  previous: Entry | undefined,
): ObjectEvent {
  const slash = entry.key.indexOf('/')
  return {
    clusterId: at.clusterId,
    group: at.group,
    resource: at.resource,
    type,
    namespace: entry.key.slice(0, Math.max(0, slash)),
    name: entry.key.slice(slash + 1),
    get object() {
      return leanOf(entry)
    },
    get previous() {
      return previous && leanOf(previous)
    },
    get facts() {
      return quickFacts(entry)
    },
    get previousFacts() {
      return previous && quickFacts(previous)
    },
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
