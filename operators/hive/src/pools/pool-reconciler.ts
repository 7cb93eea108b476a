import { ClusterPool } from '@skep/api'
import type { Stored } from '@skep/client'
import {
  addFinalizer,
  type Ctx,
  dropFinalizer,
  hasFinalizer,
  mergeResults,
  type Reconciler,
  type Result,
  Terminal,
  withStatus,
} from '@skep/controller'
import { initializeHiveConditions } from '../conditions.ts'
import type { HiveParts } from '../full/parts.ts'
import { assignClusters, completeAssignments } from './assignments.ts'
import { balance, removeReleased, removeUnclaimed, tellCapacity } from './balance.ts'
import { byAge, PoolClusters } from './clusters.ts'
import { Expectations } from './expectations.ts'
import { releaseInventory, syncInventory } from './inventory.ts'
import { POOL_FINALIZERS, poolKey } from './names.ts'
import { setPower, watchResuming } from './power.ts'
import type { PoolCopies, PoolScope, PoolStep } from './scope.ts'
import { countClusters, tellDeletion, tellVersions } from './status.ts'
import { poolVersion } from './version.ts'

const CONDITIONS = [
  'MissingDependencies',
  'CapacityAvailable',
  'AllClustersCurrent',
  'InventoryValid',
  'DeletionPossible',
]

/** Counts first, so that they are of what was there; then gives away, removes and adds. */
const normalSteps: readonly PoolStep[] = [
  completeAssignments,
  syncInventory,
  countClusters,
  tellCapacity,
  assignClusters,
  removeReleased,
  balance,
  setPower,
  watchResuming,
  tellVersions,
]

const deletionSteps: readonly PoolStep[] = [releaseInventory, removeUnclaimed, countClusters, tellDeletion]

/** Keeps as many clusters ready as a pool says. `admitAdmins` comes last. */
export const poolReconciler = (parts: HiveParts, copies: PoolCopies, admitAdmins: PoolStep): Reconciler => {
  const expectations = new Expectations()
  return async (ctx, key) => {
    const pool = await parts.client.get(ClusterPool, key)
    const owner = poolKey(key.namespace, key.name)
    if (!pool) {
      expectations.forget(owner)
      return {}
    }
    const deleting = pool.metadata.deletionTimestamp !== undefined
    if (deleting && !hasFinalizer(pool, POOL_FINALIZERS.pool)) return {}
    if (await addFinalizer(parts.client, ClusterPool, pool, POOL_FINALIZERS.pool)) return {}
    const pending = expectations.pending(owner, ctx.clock.now())
    if (pending !== undefined) return { requeueAfterMs: pending }
    if (!deleting) checkRunning(ctx, pool)
    return withStatus(parts.client, ClusterPool, pool, () => {
      const scope = scopeOf(ctx, parts, copies, pool, expectations)
      return deleting ? removePool(ctx, scope) : runSteps(ctx, scope, [...normalSteps, admitAdmins])
    })
  }
}

/** Machines that cannot be stopped cannot wait in a pool. */
function checkRunning(ctx: Ctx, pool: Stored<ClusterPool>): void {
  const { platform, runningCount = 0, size } = pool.spec
  if (runningCount === size || (!platform.openstack && !platform.vsphere)) return
  const message = 'Hibernation is not supported on Openstack and VSphere. Must set runningCount==size.'
  ctx.events.record(pool, { type: 'Warning', reason: 'HibernationNotSupported', message })
  throw new Terminal(message)
}

function scopeOf(
  ctx: Ctx,
  parts: HiveParts,
  copies: PoolCopies,
  pool: Stored<ClusterPool>,
  expectations: Expectations,
): PoolScope {
  const now = ctx.clock.now()
  const status = Object.assign((pool.status ??= { size: 0, ready: 0 }), { conditions: pool.status.conditions ?? [] })
  initializeHiveConditions(status.conditions, CONDITIONS, now)
  const waiting = copies
    .claimsOf(pool)
    .filter(({ metadata, spec }) => !spec.namespace && metadata.deletionTimestamp === undefined)
    .sort(byAge)
  const clusters = new PoolClusters(pool, copies.deploymentsOf(pool), now)
  return { parts, copies, pool, status, clusters, waiting, version: poolVersion(pool), expectations }
}

async function runSteps(ctx: Ctx, scope: PoolScope, steps: readonly PoolStep[]): Promise<Result> {
  const results: Result[] = []
  for (const step of steps) {
    ctx.signal.throwIfAborted()
    results.push(await step(ctx, scope))
  }
  return mergeResults(results)
}

async function removePool(ctx: Ctx, scope: PoolScope): Promise<Result> {
  const result = await runSteps(ctx, scope, deletionSteps)
  const { client } = scope.parts
  if (scope.clusters.size === 0) await dropFinalizer(client, ClusterPool, scope.pool, POOL_FINALIZERS.pool)
  return result
}
