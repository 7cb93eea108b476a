import { ClusterProvision, ClusterSync } from '@skep/api'
import { formatTime } from '@skep/base'
import type { Ctx } from '@skep/controller'
import { type HiveConditionUpdate, hasHiveStatus } from '../../conditions.ts'
import { DAY_MS } from '../../durations.ts'
import { ANNOTATIONS } from '../../labels.ts'
import { domainOf, isTrue } from '../platforms.ts'
import { ownAdminSecrets } from './admin-secrets.ts'
import { PROVISIONED } from './conditions.ts'
import { provisionsOf } from './provisions.ts'
import { type DeploymentScope, type DeploymentStep, orderedAt, state } from './scope.ts'

const FAILED_PROVISIONS_KEPT_MS = 7 * DAY_MS

/** What remains to be said of an installed cluster, also of one that was adopted. */
export const finishInstalled: DeploymentStep = async (ctx, scope) => {
  const { deployment, status } = scope
  if (!deployment.spec.installed) return undefined
  // Nobody saw an adopted cluster being installed.
  status.installedTimestamp ??= formatTime(orderedAt(ctx, scope))
  describeInstalled(ctx, scope)
  await ownAdminSecrets(scope)
  await removeOldFailures(ctx, scope)
  return {}
}

/** What is said of every installed cluster: that it is, where it is, and how its SyncSets are. */
export function describeInstalled(ctx: Ctx, scope: DeploymentScope): void {
  const { deployment, status } = scope
  state(ctx, scope, PROVISIONED)
  const domain = domainOf(deployment)
  status.apiURL = `https://api.${domain}:6443`
  status.webConsoleURL = `https://console-openshift-console.apps.${domain}`
  state(ctx, scope, { type: 'SyncSetFailed', ...syncSetState(scope) })
}

function syncSetState({ parts, deployment }: DeploymentScope): Omit<HiveConditionUpdate, 'type'> {
  const sync = parts.cache.peek(ClusterSync, deployment.metadata)
  if (!sync && isTrue(deployment.metadata.annotations, ANNOTATIONS.syncSetPause)) {
    return { status: 'True', reason: 'SyncSetPaused', message: 'SyncSet is paused. ClusterSync will not be created' }
  }
  if (!sync) {
    return { status: 'True', reason: 'MissingClusterSync', message: 'ClusterSync has not yet been created' }
  }
  return hasHiveStatus(sync.status?.conditions, 'Failed', 'True')
    ? { status: 'True', reason: 'SyncSetApplyFailure', message: 'One of the SyncSet applies has failed' }
    : { status: 'False', reason: 'SyncSetApplySuccess', message: 'SyncSet apply is successful' }
}

/** Failed attempts of a cluster that was installed after all are kept for a week, for people to read. */
async function removeOldFailures(ctx: Ctx, scope: DeploymentScope): Promise<void> {
  const { client } = scope.parts
  for (const provision of provisionsOf(scope)) {
    const { metadata, spec } = provision
    if (spec.stage !== 'failed' || metadata.deletionTimestamp !== undefined) continue
    const left = ctx.sightings.createdAt(provision) + FAILED_PROVISIONS_KEPT_MS - ctx.clock.now()
    if (left <= 0) await client.delete(ClusterProvision, metadata)
    else scope.comeBackMs = Math.min(left, scope.comeBackMs ?? left)
  }
}
