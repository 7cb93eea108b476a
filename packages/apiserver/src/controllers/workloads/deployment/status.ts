import type { Deployment, DeploymentCondition, DeploymentStatus, ReplicaSet } from '@skep/api'
import { formatTime } from '@skep/base'
import { sumOf, withoutZeros } from '../counts.ts'
import { findCondition, withCondition, withoutCondition, withProgress } from './conditions.ts'
import type { RolloutLimits } from './limits.ts'
import { allOf, type Sets, sizeOf } from './replica-sets.ts'
import { hasDeadline, type RolloutScope } from './scope.ts'

/** What a deployment looks like, from its sets. */
export function plainStatus({
  deployment,
  sets,
  limits,
  conditions,
  collisionCount,
  context,
}: RolloutScope): DeploymentStatus {
  const all = allOf(sets)
  const available = sumOf(all, ({ status }) => status?.availableReplicas ?? 0)
  return {
    observedGeneration: deployment.metadata.generation ?? 0,
    ...withoutZeros({
      replicas: sumOf(all, ({ status }) => status?.replicas ?? 0),
      updatedReplicas: sets.current?.status?.replicas ?? 0,
      readyReplicas: sumOf(all, ({ status }) => status?.readyReplicas ?? 0),
      availableReplicas: available,
      unavailableReplicas: Math.max(0, sumOf(all, sizeOf) - available),
    }),
    terminatingReplicas: sumOf(all, ({ status }) => status?.terminatingReplicas ?? 0),
    ...(collisionCount !== undefined && { collisionCount }),
    conditions: withCondition(conditions, availability(available, limits), formatTime(context.clock.now())),
  }
}

function availability(available: number, { replicas, maxUnavailable }: RolloutLimits) {
  return available >= replicas - maxUnavailable
    ? ({
        type: 'Available',
        status: 'True',
        reason: 'MinimumReplicasAvailable',
        message: 'Deployment has minimum availability.',
      } as const)
    : ({
        type: 'Available',
        status: 'False',
        reason: 'MinimumReplicasUnavailable',
        message: 'Deployment does not have minimum availability.',
      } as const)
}

/** Whether all pods are of the present template and available, and no others are left. */
export function isComplete({ metadata, spec }: Deployment, status: DeploymentStatus): boolean {
  const { replicas = 0, updatedReplicas = 0, availableReplicas = 0, observedGeneration = 0 } = status
  const wanted = spec.replicas ?? 1
  const all = [replicas, updatedReplicas, availableReplicas].every((count) => count === wanted)
  return all && observedGeneration >= (metadata.generation ?? 0)
}

/** The status during a rollout, which also tells whether it gets on. */
export function rolloutStatus(scope: RolloutScope): DeploymentStatus {
  const status = plainStatus(scope)
  const progressed = hasDeadline(scope)
    ? judgeProgress(scope.deployment, status, scope.sets.current, scope.context.clock.now())
    : withoutCondition(status.conditions ?? [], 'Progressing')
  return { ...status, conditions: withFailure(progressed, scope.sets) }
}

function judgeProgress(
  deployment: Deployment,
  status: DeploymentStatus,
  current: ReplicaSet | undefined,
  now: number,
): DeploymentCondition[] {
  const conditions = status.conditions ?? []
  const before = findCondition(conditions, 'Progressing')
  const { replicas = 0, updatedReplicas = 0 } = status
  // A rollout that has ended well stays so; whatever happens to its pods now is no rollout.
  if (replicas === updatedReplicas && before?.reason === 'NewReplicaSetAvailable') return [...conditions]
  const time = formatTime(now)
  const finding = (value: 'True' | 'False', reason: string, what: string) =>
    ({ type: 'Progressing', status: value, reason, message: `${subjectOf(deployment, current)} ${what}.` }) as const
  if (isComplete(deployment, status)) {
    return withCondition(conditions, finding('True', 'NewReplicaSetAvailable', 'has successfully progressed'), time)
  }
  if (isMoving(deployment.status ?? {}, status)) {
    return withProgress(conditions, finding('True', 'ReplicaSetUpdated', 'is progressing'), time)
  }
  if (isLate(deployment, before, now)) {
    return withCondition(conditions, finding('False', 'ProgressDeadlineExceeded', 'has timed out progressing'), time)
  }
  return [...conditions]
}

const subjectOf = ({ metadata }: Deployment, current: ReplicaSet | undefined): string =>
  current ? `ReplicaSet "${current.metadata.name}"` : `Deployment "${metadata.name}"`

/** Whether new pods came or became ready, or old ones went, since the status was last written. */
function isMoving(before: DeploymentStatus, after: DeploymentStatus): boolean {
  const outdated = ({ replicas = 0, updatedReplicas = 0 }: DeploymentStatus) => replicas - updatedReplicas
  return (
    (after.updatedReplicas ?? 0) > (before.updatedReplicas ?? 0) ||
    outdated(after) < outdated(before) ||
    (after.readyReplicas ?? 0) > (before.readyReplicas ?? 0) ||
    (after.availableReplicas ?? 0) > (before.availableReplicas ?? 0)
  )
}

function isLate(deployment: Deployment, progressing: DeploymentCondition | undefined, now: number): boolean {
  if (!progressing || progressing.reason === 'NewReplicaSetAvailable') return false
  return progressing.reason === 'ProgressDeadlineExceeded' || deadlineOf(deployment, progressing) < now
}

/** When lack of progress counts as failure, in ms. */
export const deadlineOf = ({ spec }: Deployment, { lastUpdateTime = '' }: DeploymentCondition): number =>
  Date.parse(lastUpdateTime) + (spec.progressDeadlineSeconds ?? 0) * 1000

/** A set that cannot make its pods is the deployment's failure, too; that of the present set comes first. */
function withFailure(conditions: readonly DeploymentCondition[], sets: Sets): DeploymentCondition[] {
  const candidates = sets.current ? [sets.current, ...sets.old] : sets.old
  const failure = candidates
    .flatMap(({ status }) => status?.conditions ?? [])
    .find(({ type }) => type === 'ReplicaFailure')
  const others = withoutCondition(conditions, 'ReplicaFailure')
  if (!failure) return others
  const before = findCondition(conditions, 'ReplicaFailure')
  if (before?.status === failure.status && before?.reason === failure.reason) return [...conditions]
  return [...others, { ...failure, lastUpdateTime: failure.lastTransitionTime ?? '' }]
}
