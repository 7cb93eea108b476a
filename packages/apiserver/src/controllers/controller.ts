import type { Clock, Logger, Random } from '@skep/base'
import type { ClusterView, GroupResource, Identity } from '../contracts.ts'
import type { EventRecorder } from './event-recorder.ts'
import type { ObjectEvent } from './object-event.ts'

/** Names one object of one logical cluster. */
export interface ObjectKey {
  clusterId: string
  namespace: string
  name: string
}

/** What a controller does after one run: wait for an event, or come back. Throwing means: again, with backoff. */
export interface Outcome {
  requeueAfterMs?: number
}

/** What every controller of the server works with. */
export interface ControllerContext {
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  /** Where controllers tell users what they did. */
  readonly events: EventRecorder
  /** Undefined when the cluster is gone. */
  cluster(id: string): ClusterView | undefined
}

/**
 * A controller that belongs to the API server. One instance serves all logical clusters: it sees every change once and
 * turns it into keys, and works off the keys by reading the present state.
 */
export interface ControllerDefinition {
  readonly name: string
  /** Resources whose changes concern this controller; `'*'` for all. */
  readonly watches: '*' | readonly GroupResource[]
  /**
   * Keys to work on because of a change, often just the object's own. Called for every object at start, too; must be
   * cheap, and is where a controller keeps its own indexes up to date.
   */
  keysOf(event: ObjectEvent): Iterable<ObjectKey>
  reconcile(key: ObjectKey, cluster: ClusterView): Promise<Outcome | undefined>
  /** Forgets what it knows of a cluster that was removed. */
  clusterGone?(clusterId: string): void
  /** Keys in process at the same time; 4 unless given. */
  readonly workers?: number
  /** Whom it writes as; `serviceAccount(NAME-controller)` unless given. */
  readonly identity?: Identity
}

/** An account of the system namespace, under the name that users know as the one of all controllers. */
export const serviceAccount = (account: string): Identity => ({
  user: {
    name: `system:serviceaccount:kube-system:${account}`,
    groups: ['system:serviceaccounts', 'system:serviceaccounts:kube-system', 'system:authenticated'],
  },
  userAgent: 'kube-controller-manager',
})

/** The key of the event's own object. */
export const ownKey = ({ clusterId, namespace, name }: ObjectEvent): ObjectKey => ({ clusterId, namespace, name })

export const isResource = ({ group, resource }: GroupResource, at: GroupResource): boolean =>
  group === at.group && resource === at.resource

/** Drops what is kept under `CLUSTER/...` of a cluster that was removed. */
export function forgetCluster(kept: Map<string, unknown> | Set<string>, clusterId: string): void {
  for (const key of kept.keys()) if (key.startsWith(`${clusterId}/`)) kept.delete(key)
}
