import type { ControllerRevision, Pod, StatefulSet } from '@skep/api'
import type { ClusterView } from '../../../contracts.ts'
import type { ControllerContext } from '../../controller.ts'
import { controlledBy, type WorkloadIndexes } from '../indexes.ts'
import { isAvailable, isDeleted } from '../pods/pod-state.ts'
import { membersOf } from './ordinals.ts'

export const STATEFUL_SET = { group: 'apps', version: 'v1', kind: 'StatefulSet' }
export const COMPONENT = 'statefulset-controller'
export const REVISION_LABEL = 'controller-revision-hash'

/** Everything that one look at one StatefulSet works with. */
export interface SetScope {
  readonly context: ControllerContext
  readonly indexes: WorkloadIndexes
  readonly cluster: ClusterView
  readonly set: StatefulSet
  /** The revision that members not yet updated are of. */
  readonly currentRevision: ControllerRevision
  /** The revision of the present template. */
  readonly updateRevision: ControllerRevision
  readonly collisionCount: number
}

/** Members as they are now, by ordinal: every write shows here at once. */
export function presentMembers({ indexes, cluster, set }: SetScope): Map<number, Pod> {
  return membersOf(set, indexes.pods.find(cluster.id, controlledBy(set.metadata.uid ?? '')))
}

/** Whether members come and go one at a time. */
export const isOrdered = ({ set }: SetScope): boolean => set.spec.podManagementPolicy !== 'Parallel'

export const revisionOf = ({ metadata }: Pod): string | undefined => metadata.labels?.[REVISION_LABEL]

/** Whether a member cannot be relied on: it is absent, on its way out, or not ready for long enough. */
export function isUnavailable({ set, context }: SetScope, pod: Pod | undefined): boolean {
  return !pod || isDeleted(pod) || !isAvailable(pod, set.spec.minReadySeconds ?? 0, context.clock.now())
}

/** Tells the set's users what happens. */
export function tell(
  { context, cluster, set }: SetScope,
  what: { type?: 'Warning'; reason: string; message: string },
): void {
  context.events.record(cluster, set, { component: COMPONENT, ...what })
}
