import type { ReplicaSet } from '@skep/api'
import type { Outcome } from '../../controller.ts'
import { deleteIfThere } from '../../delete-if-there.ts'
import { REPLICA_SETS } from '../../resources.ts'
import { candidatesFor, controlledBy } from '../indexes.ts'
import { claimObjects } from '../ownership.ts'
import { isDeleted, isFinished } from '../pods/pod-state.ts'
import { isSame } from '../status-writer.ts'
import { findCondition } from './conditions.ts'
import { isRolling } from './limits.ts'
import { DEPLOYMENT } from './new-set.ts'
import { isActive, nextRevision, revisionOf, setAnnotations, sizeOf, sortSets } from './replica-sets.ts'
import { report } from './report.ts'
import { isResized, planResize, planRolling } from './scale-plan.ts'
import { note, type RolloutScope } from './scope.ts'
import { changeSet, createCurrentSet, scaleSets } from './set-writes.ts'
import { isComplete, plainStatus, rolloutStatus } from './status.ts'

const MAX_INT32 = 2 ** 31 - 1

/** Moves a deployment one step on, and says how far it is. Each step is an event that leads to the next. */
export async function advanceRollout(scope: RolloutScope): Promise<Outcome | undefined> {
  await findSets(scope)
  if (isDeleted(scope.deployment)) return report(scope, plainStatus)
  notePause(scope)
  await keepCurrentUpToDate(scope)
  const { paused } = scope.deployment.spec
  if (paused || isResized(scope.sets, scope.limits)) {
    await resize(scope)
    if (paused) await forgetOldSets(scope)
    return report(scope, plainStatus)
  }
  try {
    await (isRolling(scope.deployment) ? rollOn(scope) : recreate(scope))
  } catch (error) {
    await report(scope, rolloutStatus)
    throw error
  }
  return report(scope, rolloutStatus)
}

async function findSets(scope: RolloutScope): Promise<void> {
  const { cluster, deployment, indexes } = scope
  const claimant = { kind: DEPLOYMENT, owner: deployment, selector: deployment.spec.selector }
  const candidates = candidatesFor(indexes.replicaSets, cluster.id, deployment)
  scope.sets = sortSets(deployment, await claimObjects(cluster, REPLICA_SETS, claimant, candidates))
}

/** A pause stops the clock of the deadline, which starts anew when it ends. */
function notePause(scope: RolloutScope): void {
  const reason = findCondition(scope.conditions, 'Progressing')?.reason
  const { paused = false } = scope.deployment.spec
  if (reason === 'ProgressDeadlineExceeded' || paused === (reason === 'DeploymentPaused')) return
  const [next, message] = paused
    ? (['DeploymentPaused', 'Deployment is paused'] as const)
    : (['DeploymentResumed', 'Deployment is resumed'] as const)
  note(scope, { type: 'Progressing', status: 'Unknown', reason: next, message })
}

/** The set of the present template carries the deployment's annotations and the highest revision. */
async function keepCurrentUpToDate(scope: RolloutScope): Promise<void> {
  const { current, old } = scope.sets
  if (!current) return
  const before = current.metadata.annotations ?? {}
  const annotations = setAnnotations(scope.deployment, before, nextRevision(old))
  const { minReadySeconds = 0 } = scope.deployment.spec
  if (!isSame(annotations, before) || (current.spec.minReadySeconds ?? 0) !== minReadySeconds) {
    await changeSet(scope, current, ({ metadata, spec, ...rest }) => ({
      ...rest,
      metadata: { ...metadata, annotations },
      spec: { ...spec, minReadySeconds },
    }))
  }
  if (findCondition(scope.conditions, 'Progressing')) return
  const message = `Found new replica set "${current.metadata.name}"`
  note(scope, { type: 'Progressing', status: 'True', reason: 'FoundNewReplicaSet', message })
}

async function rollOn(scope: RolloutScope): Promise<void> {
  const current = scope.sets.current ?? (await createCurrentSet(scope))
  if (!current) return
  const plan = planRolling(scope.limits, current, scope.sets.old)
  await scaleSets(scope, plan)
  if (plan.size === 0) await forgetWhenComplete(scope)
}

async function recreate(scope: RolloutScope): Promise<void> {
  const active = scope.sets.old.filter(isActive)
  await scaleSets(scope, new Map(active.map((set) => [set, 0])))
  if (active.length > 0 || arePodsLeft(scope)) return
  const current = scope.sets.current ?? (await createCurrentSet(scope))
  if (!current) return
  const { replicas } = scope.limits
  if (sizeOf(current) !== replicas) await scaleSets(scope, new Map([[current, replicas]]))
  await forgetWhenComplete(scope)
}

/** Whether pods of earlier templates still run. */
function arePodsLeft({ sets, indexes, cluster }: RolloutScope): boolean {
  return sets.old.some(
    ({ metadata, status }) =>
      (status?.replicas ?? 0) > 0 ||
      indexes.pods.find(cluster.id, controlledBy(metadata.uid ?? '')).some((pod) => !isFinished(pod)),
  )
}

async function resize(scope: RolloutScope): Promise<void> {
  const { deployment, limits, sets } = scope
  await scaleSets(scope, planResize(limits, isRolling(deployment), sets, deployment.status?.replicas ?? 0))
}

async function forgetWhenComplete(scope: RolloutScope): Promise<void> {
  const { deployment } = scope
  if (isComplete(deployment, deployment.status ?? {})) await forgetOldSets(scope)
}

/** Removes the oldest sets beyond the history that the deployment keeps. */
async function forgetOldSets({ deployment, sets, cluster }: RolloutScope): Promise<void> {
  const { revisionHistoryLimit = MAX_INT32 } = deployment.spec
  const removable = sets.old.filter((set) => !isDeleted(set)).sort((a, b) => revisionOf(a) - revisionOf(b))
  const excess = Math.max(0, removable.length - revisionHistoryLimit)
  for (const { metadata } of removable.slice(0, excess).filter(isSettledAtZero)) {
    await deleteIfThere(cluster, REPLICA_SETS, metadata)
  }
}

/** Whether a set has no pods, wants none and has said so. */
const isSettledAtZero = ({ metadata, spec, status }: ReplicaSet): boolean =>
  (status?.replicas ?? 0) === 0 &&
  spec.replicas === 0 &&
  (metadata.generation ?? 0) <= (status?.observedGeneration ?? 0)
