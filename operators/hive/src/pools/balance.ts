import { type Ctx, mergeResults, type Result } from '@skep/controller'
import { SECOND_MS } from '../durations.ts'
import { addClusters } from './add-clusters.ts'
import { type PoolDeployment, UNCLAIMED } from './clusters.ts'
import { readInventory } from './inventory.ts'
import { deleteCluster, type PoolScope, type PoolStep, statePool } from './scope.ts'
import { findStale } from './version.ts'

/** How old a cluster is at least when it is replaced because it is broken. */
const BROKEN_REST_MS = 30 * SECOND_MS

/** Clusters that a pool may still make. */
const roomOf = ({ pool, clusters }: PoolScope): number =>
  pool.spec.maxSize === undefined ? Number.POSITIVE_INFINITY : pool.spec.maxSize - clusters.size

/** Clusters that may begin to be installed or removed now. */
const freeHandsOf = ({ pool, clusters }: PoolScope): number =>
  pool.spec.maxConcurrent === undefined
    ? Number.POSITIVE_INFINITY
    : Math.max(0, pool.spec.maxConcurrent - clusters.in('installing', 'deleting').length)

/** Says whether there is room for more. */
export const tellCapacity: PoolStep = (ctx, scope) => {
  const type = 'CapacityAvailable'
  if (roomOf(scope) > 0) {
    const message = 'There is capacity to add more clusters to the pool.'
    statePool(ctx, scope, { type, status: 'True', reason: 'Available', message }, 'if-status-changed')
  } else {
    const message = `Pool is at maximum capacity of ${scope.pool.spec.maxSize} waiting and claimed clusters.`
    statePool(ctx, scope, { type, status: 'False', reason: 'MaxCapacity', message })
  }
  return {}
}

/** Deletes clusters whose claim is gone. Claimed clusters never come back. */
export const removeReleased: PoolStep = (ctx, scope) => removeSome(ctx, scope, scope.clusters.in('removable'))

/**
 * Brings the number of unclaimed clusters closer to what is wanted: the size, and one for every claim that waits. One of:
 * add what is missing; replace what is broken; remove what is too much; with nothing else to do, replace one that is old.
 */
export const balance: PoolStep = async (ctx, scope) => {
  const { clusters, pool, waiting, version } = scope
  if (freeHandsOf(scope) <= 0) return {}
  const drift = clusters.in(...UNCLAIMED).length - pool.spec.size - waiting.length
  if (drift < 0 && roomOf(scope) > 0) {
    const wanted = Math.min(-drift, roomOf(scope), freeHandsOf(scope))
    const inventory = await readInventory(scope)
    return addClusters(ctx, scope, inventory, inventory ? Math.min(wanted, inventory.free.length) : wanted)
  }
  const broken = clusters.in('broken')
  if (broken.length > 0) return removeBroken(ctx, scope, broken)
  if (drift > 0) return removeSome(ctx, scope, excessOf(scope).slice(0, drift))
  if (drift < 0 || clusters.in('installing').length > 0) return {}
  const { unknown, outdated, uncustomized } = findStale(pool, clusters, version)
  return removeSome(ctx, scope, [...unknown, ...outdated, ...uncustomized].slice(0, 1))
}

/** Clusters that fail at once would otherwise be made and removed as fast as the machine can. */
async function removeBroken(ctx: Ctx, scope: PoolScope, broken: readonly PoolDeployment[]): Promise<Result> {
  const waitOf = (deployment: PoolDeployment) => ctx.sightings.createdAt(deployment) + BROKEN_REST_MS - ctx.clock.now()
  await removeSome(
    ctx,
    scope,
    broken.filter((deployment) => waitOf(deployment) <= 0),
  )
  const waits = broken.map(waitOf).filter((wait) => wait > 0)
  return mergeResults(waits.map((requeueAfterMs) => ({ requeueAfterMs })))
}

async function removeSome(ctx: Ctx, scope: PoolScope, deployments: readonly PoolDeployment[]): Promise<Result> {
  for (const deployment of deployments) {
    if (freeHandsOf(scope) <= 0) break
    await deleteCluster(ctx, scope, deployment)
  }
  return {}
}

/** First those that would take longest to be of use: installing ones, the newest first, then sleeping, then ready ones. */
const excessOf = ({ clusters }: PoolScope): PoolDeployment[] => [
  ...clusters.in('installing').reverse(),
  ...clusters.in('standby'),
  ...clusters.in('ready'),
]

/** A pool that is deleted takes all clusters with it that nobody has claimed. */
export const removeUnclaimed: PoolStep = (ctx, scope) =>
  removeSome(ctx, scope, [...scope.clusters.in('removable'), ...scope.clusters.in(...UNCLAIMED)])
