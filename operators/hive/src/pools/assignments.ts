import { ClusterDeployment, HiveClusterClaim } from '@skep/api'
import { formatTime } from '@skep/base'
import type { Ctx } from '@skep/controller'
import { type HiveConditionUpdate, setHiveCondition } from '../conditions.ts'
import type { PoolDeployment } from './clusters.ts'
import { poolKey } from './names.ts'
import { type Claim, expectDeployment, type PoolScope, type PoolStep } from './scope.ts'

/** An assignment is two writes; one that was interrupted between them is completed. */
export const completeAssignments: PoolStep = async (ctx, scope) => {
  const claims = scope.copies.claimsOf(scope.pool)
  for (const claim of claims) {
    const deployment = claim.spec.namespace ? scope.clusters.find(claim.spec.namespace) : undefined
    if (deployment && isFree(scope, deployment)) await giveCluster(ctx, scope, deployment, claim)
  }
  for (const deployment of scope.clusters.in('claimed')) {
    const name = deployment.spec.clusterPoolRef?.claimName
    const claim = scope.waiting.find(({ metadata }) => metadata.name === name)
    if (claim) await giveClaim(ctx, scope, claim, deployment)
  }
  return {}
}

const isFree = ({ clusters }: PoolScope, deployment: PoolDeployment): boolean => {
  const state = clusters.stateOf(deployment)
  return state === 'ready' || state === 'standby'
}

/** Gives clusters that run to claims that wait; on both sides who came first is served first. */
export const assignClusters: PoolStep = async (ctx, scope) => {
  const ready = scope.clusters.in('ready')
  const pairs = scope.waiting.slice(0, ready.length).map((claim, index) => [claim, ready[index]!] as const)
  for (const [claim, deployment] of pairs) {
    await giveClaim(ctx, scope, claim, deployment)
    await giveCluster(ctx, scope, deployment, claim)
  }
  for (const claim of scope.waiting) await tellClaim(ctx, scope, claim, NO_CLUSTERS)
  return {}
}

const NO_CLUSTERS: HiveConditionUpdate = {
  type: 'Pending',
  status: 'True',
  reason: 'NoClusters',
  message: 'No clusters in pool are ready to be claimed',
}

const ASSIGNED: HiveConditionUpdate = {
  type: 'Pending',
  status: 'True',
  reason: 'ClusterAssigned',
  message: 'Cluster assigned to ClusterClaim, awaiting claim',
}

async function giveClaim(ctx: Ctx, scope: PoolScope, claim: Claim, { metadata }: PoolDeployment): Promise<void> {
  const { resourceVersion } = claim.metadata
  const body = { metadata: { resourceVersion }, spec: { namespace: metadata.namespace } }
  const given = await scope.parts.client.patch(HiveClusterClaim, claim.metadata, { type: 'merge', body })
  scope.waiting = scope.waiting.filter((other) => other !== claim)
  const { copies, expectations, pool } = scope
  const seen = () =>
    copies.claims.get(claim.metadata)?.spec.namespace !== undefined || !copies.claims.get(claim.metadata)
  expectations.expect(poolKey(pool.metadata.namespace, pool.metadata.name), seen, ctx.clock.now())
  await tellClaim(ctx, scope, given, ASSIGNED)
}

async function tellClaim(ctx: Ctx, { parts }: PoolScope, before: Claim, update: HiveConditionUpdate): Promise<void> {
  const claim = structuredClone(before)
  const conditions = ((claim.status ??= {}).conditions ??= [])
  if (!setHiveCondition(conditions, update, ctx.clock.now())) return
  // The claim's own controller writes the same list.
  await parts.client.patchStatus(HiveClusterClaim, before, claim, { ifUnchanged: true })
}

async function giveCluster(ctx: Ctx, scope: PoolScope, deployment: PoolDeployment, claim: Claim): Promise<void> {
  const claimName = claim.metadata.name
  const clusterPoolRef = { claimName, claimedTimestamp: formatTime(ctx.clock.now()) }
  const { resourceVersion } = deployment.metadata
  const body = { metadata: { resourceVersion }, spec: { clusterPoolRef, powerState: 'Running' } }
  await scope.parts.client.patch(ClusterDeployment, deployment.metadata, { type: 'merge', body })
  scope.clusters.put(deployment, 'claimed')
  expectDeployment(
    ctx,
    scope,
    deployment.metadata,
    (seen) => !seen || seen.spec.clusterPoolRef?.claimName === claimName,
  )
}
