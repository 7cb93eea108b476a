import { ClusterDeployment, type ClusterPool, HiveClusterClaim, type ProbedCondition } from '@skep/api'
import type { Informer, Stored } from '@skep/client'
import type { Ctx, Result } from '@skep/controller'
import { type HiveConditionUpdate, type RewriteRule, setHiveCondition } from '../conditions.ts'
import type { HiveParts } from '../full/parts.ts'
import type { PoolClusters, PoolDeployment } from './clusters.ts'
import type { Expectations } from './expectations.ts'
import { poolKey } from './names.ts'

/** A ClusterClaim as it is on the server. */
export type Claim = Stored<HiveClusterClaim>

/** What is known of pools without asking. */
export interface PoolCopies {
  readonly deployments: Informer<ClusterDeployment>
  readonly claims: Informer<HiveClusterClaim>
  deploymentsOf(pool: Stored<ClusterPool>): PoolDeployment[]
  claimsOf(pool: Stored<ClusterPool>): Claim[]
}

const POOL_INDEX = 'pool'

/** The copies that controllers of a manager share. */
export function copyPools({ manager }: HiveParts): PoolCopies {
  const deployments = manager.informersOf().of(ClusterDeployment, {
    indexes: {
      [POOL_INDEX]: ({ spec: { clusterPoolRef: ref } }) => (ref ? [poolKey(ref.namespace, ref.poolName)] : []),
    },
  })
  const claims = manager.informersOf().of(HiveClusterClaim, {
    indexes: { [POOL_INDEX]: ({ metadata, spec }) => [poolKey(metadata.namespace, spec.clusterPoolName)] },
  })
  const find = <T>(informer: { find(index: string, value: string): T[] }, { metadata }: Stored<ClusterPool>): T[] =>
    informer.find(POOL_INDEX, poolKey(metadata.namespace, metadata.name))
  return {
    deployments,
    claims,
    deploymentsOf: (pool) => find(deployments, pool),
    claimsOf: (pool) => find(claims, pool),
  }
}

/** What the steps of one run share. */
export interface PoolScope {
  readonly parts: HiveParts
  readonly copies: PoolCopies
  readonly pool: Stored<ClusterPool>
  readonly status: NonNullable<ClusterPool['status']> & { conditions: ProbedCondition[] }
  readonly clusters: PoolClusters
  /** Claims that wait for a cluster, oldest first. */
  waiting: Claim[]
  /** Hash of what makes clusters what they are. */
  readonly version: string
  readonly expectations: Expectations
}

/** One step. What it returns is when to come back. */
export type PoolStep = (ctx: Ctx, scope: PoolScope) => Promise<Result> | Result

/** States a condition of the pool. */
export const statePool = (
  ctx: Ctx,
  { status }: Pick<PoolScope, 'status'>,
  update: HiveConditionUpdate,
  rule?: RewriteRule,
): boolean => setHiveCondition(status.conditions, update, ctx.clock.now(), rule)

/** Has the next run wait until the copies show a deployment in a certain way, or show that it is gone. */
export function expectDeployment(
  ctx: Ctx,
  { expectations, copies, pool }: PoolScope,
  { namespace, name }: { namespace?: string; name: string },
  isSeen: (deployment: PoolDeployment | undefined) => boolean,
): void {
  const seen = () => isSeen(copies.deployments.get({ namespace, name }))
  expectations.expect(poolKey(pool.metadata.namespace, pool.metadata.name), seen, ctx.clock.now())
}

/** Deletes a cluster, unless it became somebody's in the meantime: that is a conflict. */
export async function deleteCluster(ctx: Ctx, scope: PoolScope, deployment: PoolDeployment): Promise<void> {
  const { uid, resourceVersion } = deployment.metadata
  await scope.parts.client.delete(ClusterDeployment, deployment.metadata, { preconditions: { uid, resourceVersion } })
  scope.clusters.put(deployment, 'deleting')
  expectDeployment(ctx, scope, deployment.metadata, (seen) => seen?.metadata.deletionTimestamp !== undefined || !seen)
}
