import { HostedCluster } from '@skep/api'
import { hasReason } from '@skep/base'
import { dropFinalizer, type Result } from '@skep/controller'
import { FINALIZER } from '../../naming.ts'
import { type Scope, saveStatus, state } from '../scope.ts'
import { copyDeletionConditions } from '../status/copied.ts'
import {
  awaitGracePeriod,
  awaitNodePools,
  confirm,
  type DeletionStep,
  deleteCapiCluster,
  deleteControlPlane,
  deleteNamespace,
  deleteNodePools,
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

/** What is beside the hosted cluster. */
const OWN_STEPS: readonly DeletionStep[] = [deleteNodePools, awaitNodePools, unmarkReferences]

/** Removes everything that was made for a hosted cluster, and says what it waits for. */
export async function deleteHostedCluster(scope: Scope): Promise<Result> {
  if (!scope.hostedCluster.metadata.finalizers?.includes(FINALIZER)) return {}
  const current = await confirm(scope)
  if (!current) return {}
  scope.hostedCluster = current
  copyDeletionConditions(scope)
  const wait = await firstWait(scope).catch((error: unknown) => sayFailure(scope, error))
  if (!wait) {
    await dropFinalizer(scope.parts.client, HostedCluster, scope.hostedCluster, FINALIZER)
    return {}
  }
  await sayWait(scope, wait)
  return wait.remainingMs === undefined ? {} : { requeueAfterMs: wait.remainingMs }
}

async function stepsOf(scope: Scope): Promise<readonly DeletionStep[]> {
  if (isDestroyed(scope)) return [awaitGracePeriod]
  const whose = await whoseNamespace(scope)
  return [
    ...(whose === 'foreign' ? [] : CONTROL_PLANE_STEPS),
    ...(whose === 'own' ? [deleteNamespace] : []),
    ...OWN_STEPS,
    awaitGracePeriod,
  ]
}

async function firstWait(scope: Scope): Promise<Wait | undefined> {
  for (const step of await stepsOf(scope)) {
    const wait = await step(scope)
    if (wait) return wait
  }
  return undefined
}

async function sayWait(scope: Scope, { reason, message }: Pick<Wait, 'reason' | 'message'>): Promise<void> {
  state(scope, { type: 'Deleting', status: 'True', reason, message })
  await saveStatus(scope)
}

async function sayFailure(scope: Scope, error: unknown): Promise<never> {
  const message = error instanceof Error ? error.message : String(error)
  if (!hasReason(error, 'Conflict')) await sayWait(scope, { reason: 'DeletionFailed', message })
  throw error
}
