import type { ClusterMetadata, ProbedCondition } from '@skep/api'
import type { DynamicObject, Stored } from '@skep/client'
import type { Ctx } from '@skep/controller'
import { type Json, jsonEqual } from '@skep/schema'
import { findHiveCondition, type HiveConditionUpdate } from '../../conditions.ts'
import { SECOND_MS } from '../../durations.ts'
import { pollAfter } from '../poll.ts'
import { PROVISION_STOPPED, PROVISIONED, provisioning } from './conditions.ts'
import { installedPatch } from './provision-follow.ts'
import { conditionOf, type DeploymentScope, type DeploymentStep, orderedAt, state } from './scope.ts'

/** A kind that is not served yet is looked for again. */
const POLL_MS = 10 * SECOND_MS

const COPIED = ['Failed', 'Completed', 'Stopped', 'RequirementsMet'] as const

/** What every kind that Hive leaves installing to has; the contract that the label of its CRD promises. */
interface ClusterInstall extends DynamicObject {
  spec?: { clusterMetadata?: ClusterMetadata }
  status?: { installRestarts?: number; conditions?: ProbedCondition[] }
}

const CONTRADICTION: HiveConditionUpdate = {
  type: 'Provisioned',
  status: 'Unknown',
  reason: 'Error',
  message: 'Invalid ClusterInstall conditions. Please report this bug.',
}

/** Says of a cluster that another controller installs what that one says. */
export const followClusterInstall: DeploymentStep = async (ctx, scope) => {
  const ref = scope.deployment.spec.clusterInstallRef
  if (!ref) return undefined
  const { group, version, kind, name } = ref
  const resolved = await scope.parts.kinds.resolve({ apiVersion: `${group}/${version}`, kind }, ctx.signal)
  if (!resolved) return { requeueAfterMs: pollAfter(orderedAt(ctx, scope), ctx.clock.now(), POLL_MS) }
  scope.parts.clusterInstalls.follow(resolved)
  const { namespace } = scope.deployment.metadata
  // The contract says what such an object looks like.
  const install = (await scope.parts.client.get(resolved, { namespace, name })) as Stored<ClusterInstall> | undefined
  if (!install) return {}
  copyConditions(ctx, scope, install)
  const metadata = metadataToCopy(scope, install)
  const installed = judge(ctx, scope)
  const patches = [metadata ? { clusterMetadata: metadata } : {}, installed ? installedPatch(scope) : {}]
  if (metadata || installed) scope.patch = mergeSpecs(patches[0]!, patches[1]!)
  return {}
}

const mergeSpecs = (spec: object, patch: { spec?: object }): object => ({ ...patch, spec: { ...spec, ...patch.spec } })

function copyConditions(ctx: Ctx, scope: DeploymentScope, { status }: ClusterInstall): void {
  if (status?.installRestarts !== undefined) scope.status.installRestarts = status.installRestarts
  for (const type of COPIED) {
    const found = findHiveCondition(status?.conditions, type)
    if (found) state(ctx, scope, restate(found, `ClusterInstall${type}`))
  }
}

const restate = ({ status, reason = '', message = '' }: ProbedCondition, type: string): HiveConditionUpdate => ({
  type,
  status: status === 'True' || status === 'False' ? status : 'Unknown',
  reason,
  message,
})

/** The metadata, once they are complete and other than those that are known. */
function metadataToCopy({ deployment }: DeploymentScope, { spec }: ClusterInstall): ClusterMetadata | undefined {
  const found = spec?.clusterMetadata
  const complete = found?.infraID && found.clusterID && found.adminKubeconfigSecretRef?.name
  if (!found || !complete || !found.adminPasswordSecretRef?.name) return undefined
  // Both came from the server as JSON.
  return jsonEqual(found as Json, deployment.spec.clusterMetadata as Json) ? undefined : found
}

/** What the conditions mean together. Returns whether the cluster is installed. */
function judge(ctx: Ctx, scope: DeploymentScope): boolean {
  const [failed, completed, stopped, met] = COPIED.map((type) => conditionOf(scope, `ClusterInstall${type}`))
  if (failed) state(ctx, scope, restate(failed, 'ProvisionFailed'))
  if (met?.status === 'True' && met.lastTransitionTime) scope.status.installStartedTimestamp = met.lastTransitionTime
  const is = (condition: ProbedCondition | undefined) => condition?.status === 'True'
  if (stopped) state(ctx, scope, stoppedState(stopped, is(failed) && !is(completed)))
  if (is(stopped) && is(completed) && completed?.lastTransitionTime) {
    scope.status.installedTimestamp = completed.lastTransitionTime
    state(ctx, scope, PROVISIONED)
    return true
  }
  state(ctx, scope, verdict(is(failed), is(completed), is(stopped)))
  return false
}

/** A controller that gave up has tried often enough. */
const stoppedState = (stopped: ProbedCondition, gaveUp: boolean): HiveConditionUpdate => ({
  ...restate(stopped, 'ProvisionStopped'),
  ...(gaveUp && stopped.status === 'True'
    ? { reason: 'InstallAttemptsLimitReached', message: 'Install attempts limit reached' }
    : {}),
})

function verdict(failed: boolean, completed: boolean, stopped: boolean): HiveConditionUpdate {
  if (stopped && failed) return PROVISION_STOPPED
  if (stopped || completed) return CONTRADICTION
  return provisioning('Provisioning in progress')
}
