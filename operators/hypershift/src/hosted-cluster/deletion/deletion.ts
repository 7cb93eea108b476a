import { HostedCluster } from '@skep/api'
import { hasReason } from '@skep/base'
import { dropFinalizer, type Result } from '@skep/controller'
import { FINALIZER } from '../../naming.ts'
import { type Scope, saveStatus, state } from '../scope.ts'
import { gone } from '../status/available.ts'
import { copyConditions, copyDeletionConditions } from '../status/copied.ts'
import {
  awaitCluster,
  awaitGracePeriod,
  awaitNodePools,
  confirm,
  type DeletionStep,
  deleteCapiCluster,
  deleteControlPlane,
  deleteKnownNodePools,
  deleteNamespace,
  deleteNodePools,
  goingCluster,
  handOnCleanup,
  isDestroyed,
  releaseDeployments,
  removeRights,
  unmarkReferences,
  unpause,
  type Wait,
  whoseNamespace,
} from './steps.ts'

/** Machines go first, then the control plane, then the namespace that it is in. */
const CONTROL_PLANE_STEPS: readonly DeletionStep[] = [
  unpause,
  handOnCleanup,
  deleteNodePools,
  deleteCapiCluster,
  releaseDeployments,
  removeRights,
  deleteControlPlane,
]

/** All that there is to do while machines go. */
const MEANWHILE: readonly DeletionStep[] = [unpause, handOnCleanup, deleteKnownNodePools]

/** What is beside the hosted cluster. */
const OWN_STEPS: readonly DeletionStep[] = [deleteNodePools, awaitNodePools, unmarkReferences]

type GoingCluster = ReturnType<typeof goingCluster>

/** Removes everything that was made for a hosted cluster, and says what it waits for. */
export async function deleteHostedCluster(scope: Scope): Promise<Result> {
  // Nothing that is done while machines go is wrong because it was decided on old copies.
  const going = isDestroyed(scope) ? undefined : goingCluster(scope)
  const current = going ? scope.hostedCluster : await confirm(scope)
  if (!current) return {}
  scope.hostedCluster = current
  // Whoever took the finalizer away has taken care of the rest, or does not want it taken care of.
  if (!current.metadata.finalizers?.includes(FINALIZER)) return sayHeld(scope)
  copyDeletionConditions(scope)
  const wait = await firstWait(scope, going).catch((error: unknown) => sayFailure(scope, error))
  if (!wait) {
    await sayHeld(scope)
    await dropFinalizer(scope.parts.client, HostedCluster, scope.hostedCluster, FINALIZER)
    return {}
  }
  await sayWait(scope, wait)
  const { remainingMs, isRoutine = false } = wait
  return remainingMs === undefined ? {} : { requeueAfterMs: remainingMs, isRoutine }
}

async function stepsOf(scope: Scope, going: GoingCluster): Promise<readonly DeletionStep[]> {
  if (going) return [...MEANWHILE, awaitCluster(going)]
  if (isDestroyed(scope)) return [awaitGracePeriod]
  const whose = await whoseNamespace(scope)
  return [
    ...(whose === 'foreign' ? [] : CONTROL_PLANE_STEPS),
    ...(whose === 'own' ? [deleteNamespace] : []),
    ...OWN_STEPS,
    awaitGracePeriod,
  ]
}

async function firstWait(scope: Scope, going: GoingCluster): Promise<Wait | undefined> {
  for (const step of await stepsOf(scope, going)) {
    const wait = await step(scope)
    if (wait) return wait
  }
  return undefined
}

/** Says who else holds the object, if anybody does: it may stay for long, and must not look as if it were of use. */
async function sayHeld(scope: Scope): Promise<Result> {
  const others = (scope.hostedCluster.metadata.finalizers ?? []).filter((finalizer) => finalizer !== FINALIZER)
  const message = `Waiting for others to let go of the object, which is held by ${others.join(', ')}`
  if (others.length > 0) await sayWait(scope, { reason: 'WaitingForFinalizers', message })
  return {}
}

async function sayWait(scope: Scope, { reason, message }: Pick<Wait, 'reason' | 'message'>): Promise<void> {
  if (!scope.controlPlane) stateGone(scope)
  state(scope, { type: 'Deleting', status: 'True', reason, message })
  await saveStatus(scope)
}

/** What was said of a control plane that is gone is true no longer. */
function stateGone(scope: Scope): void {
  copyConditions(scope)
  state(scope, gone())
}

async function sayFailure(scope: Scope, error: unknown): Promise<never> {
  const message = error instanceof Error ? error.message : String(error)
  if (!hasReason(error, 'Conflict')) await sayWait(scope, { reason: 'DeletionFailed', message })
  throw error
}
