import { hasReason } from '@skep/base'
import { combineErrors, type Reconciler, type Result } from '@skep/controller'
import { ensureCapiCluster, pauseCapiCluster } from './capi-cluster.ts'
import { ensureControlPlane } from './control-plane.ts'
import {
  copyAuditWebhook,
  copyConfiguration,
  copyEncryptionKeys,
  copyEtcdClient,
  copyPullSecret,
  copySigningKey,
  copySshKey,
  copyTrustBundle,
} from './copies/secrets.ts'
import { deleteHostedCluster } from './deletion/deletion.ts'
import { ensureCredentials, markAvailable, pauseControlPlane, pullSecretError, stopReason } from './gates.ts'
import { ensureIdentity } from './identity.ts'
import { defaultKubevirt } from './kubevirt-defaults.ts'
import { ensureNamespace } from './namespace.ts'
import { publishSecrets } from './publish.ts'
import { withReport } from './report.ts'
import { type HostedClusterParts, openScope, type Scope } from './scope.ts'
import { computeStatus } from './status/compute.ts'
import { copyConditions, copyDeletionConditions } from './status/copied.ts'
import { pauseOf } from './status/pause.ts'
import { ensureDeployments, holdDeployments } from './workloads/deployments.ts'
import { ensureNetworkPolicies } from './workloads/network-policies.ts'
import { ensureRbac } from './workloads/rbac.ts'

type Step = (scope: Scope) => Promise<void>

/** Without these there is no point in running anything. */
const CRITICAL: readonly Step[] = [
  ensureCredentials,
  copyPullSecret,
  copyEncryptionKeys,
  ensureControlPlane,
  ensureCapiCluster,
]

/** These are tried whatever else fails. */
const COPIES: readonly Step[] = [
  copyAuditWebhook,
  copySshKey,
  copyTrustBundle,
  copySigningKey,
  copyEtcdClient,
  copyConfiguration,
]

/** What runs in the namespace of the control plane before the control plane does. */
const WORKLOADS: readonly Step[] = [ensureRbac, ensureDeployments, ensureNetworkPolicies]

/** Brings a hosted cluster closer to what it should be. */
export const hostedClusterReconciler =
  (parts: HostedClusterParts): Reconciler =>
  async (ctx, key) => {
    const hostedCluster = parts.copies.get(key)
    if (!hostedCluster) return {}
    const scope = openScope(parts, hostedCluster, ctx.clock.now())
    if (hostedCluster.metadata.deletionTimestamp !== undefined) return deleteHostedCluster(scope)
    return withReport(scope, () => reconcile(scope))
  }

async function reconcile(scope: Scope): Promise<Result> {
  copyDeletionConditions(scope)
  if (await defaultKubevirt(scope)) return {}
  if (!(await computeStatus(scope))) return {}
  const pause = pauseOf(scope)
  await ensureIdentity(scope, pause.paused)
  await markAvailable(scope)
  await holdDeployments(scope)
  if (pause.paused) {
    await pauseControlPlane(scope)
    await pauseCapiCluster(scope, true)
    return pause.remainingMs === undefined ? {} : { requeueAfterMs: pause.remainingMs }
  }
  if (stopReason(scope) !== undefined) return {}
  const isNew = scope.controlPlane === undefined
  await makeAll(scope)
  // Now there is a control plane, if one that says nothing yet: that needs no second run to be told.
  if (isNew) copyConditions(scope)
  return {}
}

/** Makes everything that belongs to the hosted cluster. Errors are told together, so that one does not hide another. */
async function makeAll(scope: Scope): Promise<void> {
  const errors: unknown[] = []
  const attempt = async (step: Step) => {
    try {
      await step(scope)
    } catch (error) {
      errors.push(error)
    }
  }
  const noPullSecret = await pullSecretError(scope)
  if (noPullSecret && !scope.controlPlane) throw noPullSecret
  if (!noPullSecret) await ensureNamespace(scope)
  for (const step of CRITICAL) await attempt(step)
  const isBlocked = errors.length > 0
  for (const step of COPIES) await attempt(step)
  if (!isBlocked) {
    await attempt(publishSecrets)
    if (scope.parts.controlPlanePods) for (const step of WORKLOADS) await attempt(step)
  }
  // What was decided on old copies is decided again, and other errors come again.
  const conflict = errors.find((error) => hasReason(error, 'Conflict'))
  if (conflict) throw conflict
  if (errors.length > 0) throw combineErrors(errors)
}
