import type { Pod, ReplicaSet } from '@skep/api'
import { formatTime } from '@skep/base'
import { withoutZeros } from '../counts.ts'
import { textOf } from '../pods/pod-control.ts'
import { isAvailable, isReady } from '../pods/pod-state.ts'

type ReplicaSetStatus = NonNullable<ReplicaSet['status']>

/** What a set looks like at one moment. */
export interface Observed {
  readonly active: readonly Pod[]
  readonly terminating: readonly Pod[]
  /** Why pods could not be made or removed. */
  readonly failure: unknown
  readonly now: number
}

/** The status of a set, from its pods. */
export function replicaStatus(set: ReplicaSet, observed: Observed): ReplicaSetStatus {
  const { active, terminating, now } = observed
  const wantedLabels = Object.entries(set.spec.template?.metadata?.labels ?? {})
  const labelled = active.filter(({ metadata }) =>
    wantedLabels.every(([key, value]) => metadata.labels?.[key] === value),
  )
  const ready = active.filter(isReady)
  const available = ready.filter((pod) => isAvailable(pod, set.spec.minReadySeconds ?? 0, now))
  const conditions = conditionsOf(set, observed)
  return {
    replicas: active.length,
    ...withoutZeros({
      fullyLabeledReplicas: labelled.length,
      readyReplicas: ready.length,
      availableReplicas: available.length,
    }),
    terminatingReplicas: terminating.length,
    observedGeneration: set.metadata.generation ?? 0,
    ...(conditions.length > 0 && { conditions }),
  }
}

function conditionsOf({ spec, status }: ReplicaSet, { active, failure, now }: Observed) {
  const conditions = status?.conditions ?? []
  const others = conditions.filter(({ type }) => type !== 'ReplicaFailure')
  if (failure === undefined) return others
  // What was first reported stays until it is over, so that repeated failures do not rewrite the status.
  if (others.length < conditions.length) return conditions
  const reason = active.length < (spec.replicas ?? 1) ? 'FailedCreate' : 'FailedDelete'
  const lastTransitionTime = formatTime(now)
  return [...others, { type: 'ReplicaFailure', status: 'True', lastTransitionTime, reason, message: textOf(failure) }]
}
