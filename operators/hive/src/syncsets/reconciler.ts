import { ClusterDeployment, ClusterSync, ClusterSyncLease } from '@skep/api'
import type { Stored } from '@skep/client'
import { type Ctx, Mistake, type Reconciler, type Result } from '@skep/controller'
import { setHiveCondition } from '../conditions.ts'
import type { HiveParts } from '../full/parts.ts'
import { isTrue } from '../full/platforms.ts'
import { ANNOTATIONS } from '../labels.ts'
import { FAKE_TARGET, type TargetCluster, targetCluster } from './apply/target-cluster.ts'
import {
  ensureClusterSync,
  failedCondition,
  firstSuccessOf,
  renewalOf,
  renewLease,
  type SyncStatuses,
} from './cluster-sync.ts'
import type { SyncSetMatching } from './matching.ts'
import { isPausedOrRelocating, isReachable } from './reachable.ts'
import { applySyncSets, type SyncOutcome, type SyncRun } from './sync-status.ts'

type Deployment = Stored<ClusterDeployment>

/** Brings what SyncSets say into a cluster, and tells in its ClusterSync how that went. */
export const syncSetReconciler =
  (parts: HiveParts, matching: SyncSetMatching): Reconciler =>
  async (ctx, key) => {
    const deployment = await parts.client.get(ClusterDeployment, key)
    if (!deployment || !mayApply(deployment)) return {}
    const target = await targetOf(ctx, parts, deployment)
    if (!target) return {}
    const sync = await ensureClusterSync(parts.client, deployment)
    const lease = await parts.client.get(ClusterSyncLease, key)
    const everything = !lease || renewalOf(parts.settings, lease) <= ctx.clock.now()
    const run = runOf(ctx, parts, { deployment, target, everything })
    const retry = await applyAll(parts, matching, run, sync)
    const renewed = everything ? await renewLease(parts.client, sync, lease, ctx.clock.now()) : lease
    // Failures of a cluster bring no event; a retry with backoff does not ask too often.
    if (retry) throw new Mistake(sync.status?.conditions?.[0]?.message ?? 'some SyncSets are failing')
    return comeBack(ctx, parts, renewed)
  }

const comeBack = (ctx: Ctx, { settings }: HiveParts, lease: Stored<ClusterSyncLease>): Result => ({
  requeueAfterMs: Math.max(0, renewalOf(settings, lease) - ctx.clock.now()),
})

const mayApply = (deployment: Deployment): boolean =>
  deployment.spec.installed === true &&
  deployment.metadata.deletionTimestamp === undefined &&
  !isPausedOrRelocating(deployment) &&
  !isTrue(deployment.metadata.annotations, ANNOTATIONS.syncSetPause) &&
  (isFake(deployment) || isReachable(deployment))

const isFake = ({ metadata }: Deployment): boolean => isTrue(metadata.annotations, ANNOTATIONS.fakeCluster)

async function targetOf(ctx: Ctx, parts: HiveParts, deployment: Deployment): Promise<TargetCluster | undefined> {
  if (isFake(deployment)) return FAKE_TARGET
  const client = await parts.remotes.clientOf(deployment)
  return client && targetCluster(client, ctx.signal)
}

const runOf = (
  ctx: Ctx,
  { client }: HiveParts,
  parts: Pick<SyncRun, 'deployment' | 'target' | 'everything'>,
): SyncRun => ({
  ...parts,
  hubClient: client,
  now: ctx.clock.now(),
  onOrphaned: (set, orphans) => {
    const names = orphans.map(({ kind, name }) => `${kind} ${name}`).join(', ')
    const message = `${set.kind} ${set.metadata.name} no longer deletes what leaves it: ${names} stay in the cluster`
    ctx.events.record(parts.deployment, { type: 'Warning', reason: 'SyncSetResourcesOrphaned', message })
  },
})

/** Returns whether to try again. */
async function applyAll(
  { client }: HiveParts,
  matching: SyncSetMatching,
  run: SyncRun,
  sync: Stored<ClusterSync>,
): Promise<boolean> {
  const before = structuredClone(sync)
  const { deployment } = run
  const own = await applySyncSets(run, matching.syncSetsOf(deployment), sync.status?.syncSets ?? [])
  const selected = await applySyncSets(
    run,
    matching.selectorSyncSetsOf(deployment),
    sync.status?.selectorSyncSets ?? [],
  )
  tell(sync, run, own, selected)
  await client.patchStatus(ClusterSync, before, sync)
  return own.retry || selected.retry
}

function tell(sync: Stored<ClusterSync>, { deployment, now }: SyncRun, own: SyncOutcome, selected: SyncOutcome): void {
  const status = (sync.status ??= {})
  const statuses: SyncStatuses = { syncSets: own.statuses, selectorSyncSets: selected.statuses }
  status.controlledByReplica = 0
  assignList(status, 'syncSets', own.statuses)
  assignList(status, 'selectorSyncSets', selected.statuses)
  setHiveCondition((status.conditions ??= []), failedCondition(statuses), now)
  const firstSuccessTime = status.firstSuccessTime ?? firstSuccessOf(deployment, statuses, now)
  if (firstSuccessTime !== undefined) status.firstSuccessTime = firstSuccessTime
}

type SyncLists = Pick<NonNullable<ClusterSync['status']>, 'syncSets' | 'selectorSyncSets'>

/** An empty list is left out, as Go does. */
function assignList(status: SyncLists, key: keyof SyncLists, statuses: SyncOutcome['statuses']): void {
  if (statuses.length > 0) status[key] = statuses
  else delete status[key]
}
