import { HostedCluster, Namespace, NodePool } from '@skep/api'
import type { Informer } from '@skep/client'
import { namespaceParts, type PartsOf } from '../shard/relevance.ts'
import { type FollowedShard, followWith, type SessionOptions, together } from '../shard/session.ts'

/** What a shard has of all clusters whose control planes it hosts. */
export interface HostedSession extends FollowedShard {
  readonly namespaces: Informer<Namespace>
  readonly hostedClusters: Informer<HostedCluster>
  readonly nodePools: Informer<NodePool>
}

/** What of an object is observed or looked after: everything but times. */
const settledParts: PartsOf<HostedCluster | NodePool> = ({ metadata, spec, status }) => [
  metadata.deletionTimestamp,
  spec,
  { ...status, conditions: undefined },
  (status?.conditions ?? []).map(({ type, status: is, reason, message }) => [type, is, reason, message]),
]

/** Prepares to follow the side of a shard that hosts control planes. */
export function openHostedSession(options: SessionOptions): HostedSession {
  const { hive: client } = options.clients
  const follow = followWith(options)
  const followed = {
    namespaces: follow(client, Namespace, namespaceParts),
    hostedClusters: follow(client, HostedCluster, settledParts),
    nodePools: follow(client, NodePool, settledParts),
  }
  return { clients: options.clients, ...followed, ...together(Object.values(followed)) }
}
