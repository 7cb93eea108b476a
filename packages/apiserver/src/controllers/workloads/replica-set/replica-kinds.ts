import type { LabelSelector, ReplicaSet, ReplicationController } from '@skep/api'
import type { KubeObject } from '@skep/schema'
import type { GroupResource, GroupVersionKind } from '../../../contracts.ts'
import type { ObjectIndex } from '../../object-index.ts'
import { REPLICA_SETS, REPLICATION_CONTROLLERS } from '../../resources.ts'
import type { WorkloadIndexes } from '../indexes.ts'

/** A kind that keeps a number of equal pods. There are two, and they differ in how they write their selector. */
export interface ReplicaKind<T extends KubeObject = KubeObject> {
  readonly name: string
  readonly at: GroupResource
  readonly kind: GroupVersionKind
  /** Name of its controller in events, and of its account. */
  readonly component: string
  readonly account: string
  readonly index: ObjectIndex<T>
  /** Whether its status counts pods on their way out. */
  readonly countsTerminating: boolean
  selectorOf(object: T): LabelSelector | undefined
  /** The object in the form of the newer kind. */
  asReplicaSet(object: T): ReplicaSet
}

export const replicaSetKind = ({ replicaSets }: WorkloadIndexes): ReplicaKind<ReplicaSet> => ({
  name: 'replicaset',
  at: REPLICA_SETS,
  kind: { group: 'apps', version: 'v1', kind: 'ReplicaSet' },
  component: 'replicaset-controller',
  account: 'replicaset-controller',
  index: replicaSets,
  countsTerminating: true,
  selectorOf: ({ spec }) => spec.selector,
  asReplicaSet: (set) => set,
})

export const replicationControllerKind = ({
  replicationControllers,
}: WorkloadIndexes): ReplicaKind<ReplicationController> => ({
  name: 'replicationcontroller',
  at: REPLICATION_CONTROLLERS,
  kind: { group: '', version: 'v1', kind: 'ReplicationController' },
  component: 'replication-controller',
  account: 'replication-controller',
  index: replicationControllers,
  countsTerminating: false,
  selectorOf: ({ spec }) => ({ matchLabels: spec?.selector ?? {} }),
  asReplicaSet: (controller) =>
    ({
      ...controller,
      spec: { ...controller.spec, selector: { matchLabels: controller.spec?.selector ?? {} } },
    }) as ReplicaSet,
})
