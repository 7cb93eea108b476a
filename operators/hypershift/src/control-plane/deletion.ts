import { Deployment, HostedCluster, HostedControlPlane } from '@skep/api'
import { humanDuration } from '@skep/base'
import { dropFinalizer, findCondition, hasFinalizer } from '@skep/controller'
import type { Condition } from '@skep/schema'
import { FINALIZER } from '../naming.ts'
import { hostedClusterRef } from './behaviour.ts'
import { notSo, well } from './conditions/statement.ts'
import { ANNOTATIONS } from './keys.ts'
import { type ControlPlaneScope, comeBack, conditionOf, state } from './scope.ts'

/** How long the removal of what a tenant has in the cloud may stand still. */
const CLEANUP_TIMEOUT_MS = 10 * 60_000

/** How soon somebody looks again whether the hosted cluster has told what came of that. */
const TOLD_MS = 1_000

const DESTROYED = 'CloudResourcesDestroyed'
const SKIPPED = 'CloudResourcesCleanupSkipped'
const TIMED_OUT = 'CloudResourcesDeletionTimedOut'

/** Reasons for which the removal of what a tenant has in the cloud is over, though not everything is gone. */
const GIVEN_UP = [SKIPPED, TIMED_OUT]

/** Whether the removal of what a tenant has in the cloud is over, by the condition that tells of it. */
export const isCleanupOver = (destroyed: Condition | undefined): boolean =>
  destroyed?.status === 'True' || GIVEN_UP.includes(destroyed?.reason ?? '')

/** Takes a control plane away. Returns whether nothing is left but the finalizer. */
export async function takeAway(scope: ControlPlaneScope): Promise<boolean> {
  const { parts, namespace, controlPlane } = scope
  if (controlPlane.metadata.annotations?.[ANNOTATIONS.cleanupCloudResources] === 'true') {
    if (controlPlane.spec.platform.type === 'AWS') {
      state(scope, well('AWSDefaultSecurityGroupDeleted'))
    }
    if (!(await areCloudResourcesGone(scope)) || !isTold(scope)) return false
  }
  await parts.apis.remove(namespace)
  return true
}

/** Lets the control plane go, once everything is taken away. */
export const release = ({ parts, controlPlane }: ControlPlaneScope): Promise<void> =>
  dropFinalizer(parts.client, HostedControlPlane, controlPlane, FINALIZER)

/** The operator in the tenant's cluster removes them; here it is only made sure that nobody makes new ones. */
async function areCloudResourcesGone(scope: ControlPlaneScope): Promise<boolean> {
  if (isCleanupOver(conditionOf(scope, DESTROYED))) return true
  if (!scope.parts.apis.get(scope.namespace)) {
    const message = 'There is no API, so nothing can have been made by it'
    state(scope, notSo(DESTROYED, SKIPPED, message))
    return true
  }
  if (conditionOf(scope, 'CVOScaledDown')?.status === 'True') return hasTimedOut(scope)
  const isGone = await isVersionOperatorGone(scope)
  state(
    scope,
    isGone
      ? well('CVOScaledDown', 'The cluster version operator makes nothing any more', 'CVOScaledDown')
      : notSo('CVOScaledDown', 'WaitingForCVO', 'Waiting for the pods of cluster-version-operator to go'),
  )
  if (isGone) comeBack(scope, CLEANUP_TIMEOUT_MS)
  return false
}

/** What the control plane says goes with it: the hosted cluster, which people look at, is to have told it before. */
function isTold(scope: ControlPlaneScope): boolean {
  const { parts, controlPlane } = scope
  const hostedCluster = parts.manager.informersOf().of(HostedCluster).get(hostedClusterRef(controlPlane))
  const isGoing = hostedCluster?.metadata.deletionTimestamp !== undefined
  // Where nobody looks after it, nobody would ever tell.
  if (!isGoing || !hasFinalizer(hostedCluster, FINALIZER)) return true
  const told = findCondition(hostedCluster.status?.conditions, DESTROYED)
  if (told?.reason === conditionOf(scope, DESTROYED)?.reason) return true
  comeBack(scope, TOLD_MS)
  return false
}

function hasTimedOut(scope: ControlPlaneScope): boolean {
  const destroyed = conditionOf(scope, DESTROYED)
  const since = destroyed ?? findCondition(scope.status.conditions, 'CVOScaledDown')
  const elapsedMs = scope.ctx.clock.now() - Date.parse(since?.lastTransitionTime ?? '')
  if (elapsedMs < CLEANUP_TIMEOUT_MS) {
    comeBack(scope, CLEANUP_TIMEOUT_MS - elapsedMs)
    return false
  }
  const last = destroyed?.message ? ` (last status: ${destroyed.message})` : ''
  const message = `Giving up on cloud resource deletion after ${humanDuration(elapsedMs)}${last}`
  state(scope, notSo(DESTROYED, TIMED_OUT, message))
  return true
}

/** Whoever would bring back what is removed must be gone first. */
async function isVersionOperatorGone({ parts, objects, namespace }: ControlPlaneScope): Promise<boolean> {
  const ref = { namespace, name: 'cluster-version-operator' }
  const found = objects.deployments.get(ref)
  if (!found) return true
  const { uid } = found.metadata
  if (found.spec?.replicas !== 0) {
    await parts.client.patch(Deployment, ref, { type: 'merge', body: { metadata: { uid }, spec: { replicas: 0 } } })
    return false
  }
  return found.status?.observedGeneration === found.metadata.generation && !found.status?.replicas
}
