import { ClusterDeployment, ClusterPool, HiveClusterClaim } from '@skep/api'
import { parseGoDuration } from '@skep/base'
import { addFinalizer, type Ctx, dropFinalizer, hasFinalizer, type Reconciler, type Result } from '@skep/controller'
import {
  findHiveCondition,
  type HiveConditionUpdate,
  initializeHiveConditions,
  setHiveCondition,
} from '../conditions.ts'
import type { HiveParts } from '../full/parts.ts'
import { isTrue } from '../full/platforms.ts'
import { ANNOTATIONS } from '../labels.ts'
import { admitOwners, expelOwners } from './claim-owners.ts'
import type { PoolDeployment } from './clusters.ts'
import { POOL_FINALIZERS } from './names.ts'
import type { Claim } from './scope.ts'

const CONDITIONS = ['Pending', 'ClusterRunning']

/** Follows the cluster that a claim was given, and gives it back when the claim goes. */
export const claimReconciler =
  (parts: HiveParts): Reconciler =>
  async (ctx, key) => {
    const claim = await parts.client.get(HiveClusterClaim, key)
    if (!claim) return {}
    if (claim.metadata.deletionTimestamp !== undefined) return releaseClaim(parts, claim)
    if (await addFinalizer(parts.client, HiveClusterClaim, claim, POOL_FINALIZERS.claim)) return {}
    const before = structuredClone(claim)
    const conditions = ((claim.status ??= {}).conditions ??= [])
    initializeHiveConditions(conditions, CONDITIONS, ctx.clock.now())
    const lifetime = claim.spec.namespace ? await settleLifetime(parts, claim) : undefined
    const end = endOf(claim, lifetime)
    if (end !== undefined && end <= ctx.clock.now()) {
      await parts.client.delete(HiveClusterClaim, claim.metadata)
      return {}
    }
    const conflict = claim.spec.namespace ? await followCluster(ctx, parts, claim) : false
    // The pool writes the same list.
    await parts.client.patchStatus(HiveClusterClaim, before, claim, { ifUnchanged: true })
    if (conflict) await freeClaim(parts, claim)
    return end === undefined ? {} : { requeueAfterMs: end - ctx.clock.now() }
  }

const clusterOf = ({ client }: HiveParts, { spec: { namespace = '' } }: Claim): Promise<PoolDeployment | undefined> =>
  client.get(ClusterDeployment, { namespace, name: namespace })

/** The lifetime that holds: the claim's or else the pool's, and no more than the pool allows. */
async function settleLifetime({ client }: HiveParts, claim: Claim): Promise<number | undefined> {
  const { namespace } = claim.metadata
  const pool = await client.get(ClusterPool, { namespace, name: claim.spec.clusterPoolName })
  const { default: usual, maximum } = pool?.spec.claimLifetime ?? {}
  const wanted = claim.spec.lifetime ?? usual
  const text = exceeds(wanted, maximum) ? maximum : wanted
  const status = (claim.status ??= {})
  if (text === undefined) delete status.lifetime
  else status.lifetime = text
  return text === undefined ? undefined : parseGoDuration(text)
}

function exceeds(wanted: string | undefined, maximum: string | undefined): boolean {
  if (maximum === undefined) return false
  const limit = parseGoDuration(maximum) ?? Number.POSITIVE_INFINITY
  return wanted === undefined || (parseGoDuration(wanted) ?? Number.POSITIVE_INFINITY) > limit
}

/** A lifetime begins when the cluster is the claim's. */
function endOf({ status }: Claim, lifetime: number | undefined): number | undefined {
  const pending = findHiveCondition(status?.conditions, 'Pending')
  if (lifetime === undefined || pending?.status !== 'False') return undefined
  return Date.parse(pending.lastTransitionTime ?? '') + lifetime
}

/** Says how the cluster is. Returns whether it is somebody else's. */
async function followCluster(ctx: Ctx, parts: HiveParts, claim: Claim): Promise<boolean> {
  const state = (update: HiveConditionUpdate) =>
    setHiveCondition((claim.status ??= {}).conditions ?? [], update, ctx.clock.now())
  const deployment = await clusterOf(parts, claim)
  const going = deployment && (deployment.metadata.deletionTimestamp !== undefined || isReleased(deployment))
  if (!deployment || going) {
    state(deployment ? DELETING : DELETED)
    return false
  }
  const owner = deployment.spec.clusterPoolRef?.claimName
  // The pool is between its two writes.
  if (!owner) return false
  if (owner !== claim.metadata.name) {
    state(CONFLICT)
    return true
  }
  await admitOwners(parts.client, claim, deployment)
  state(CLAIMED)
  state(deployment.status?.powerState === 'Running' ? RUNNING : RESUMING)
  return false
}

const isReleased = ({ metadata }: PoolDeployment): boolean =>
  isTrue(metadata.annotations, ANNOTATIONS.removeClusterFromPool)

/** The claim waits again. */
async function freeClaim({ client }: HiveParts, { metadata }: Claim): Promise<void> {
  const body = { metadata: { resourceVersion: metadata.resourceVersion }, spec: { namespace: null } }
  await client.patch(HiveClusterClaim, metadata, { type: 'merge', body })
}

/** A claim goes when its cluster is gone, and everybody's access with it. */
async function releaseClaim(parts: HiveParts, claim: Claim): Promise<Result> {
  if (!hasFinalizer(claim, POOL_FINALIZERS.claim)) return {}
  const deployment = claim.spec.namespace ? await clusterOf(parts, claim) : undefined
  const { claimName, namespace } = deployment?.spec.clusterPoolRef ?? {}
  if (deployment && claimName === claim.metadata.name && namespace === claim.metadata.namespace) {
    await expelOwners(parts.client, deployment)
    await markForRemoval(parts, deployment)
    // Its end brings the claim back.
    return {}
  }
  await dropFinalizer(parts.client, HiveClusterClaim, claim, POOL_FINALIZERS.claim)
  return {}
}

async function markForRemoval({ client }: HiveParts, deployment: PoolDeployment): Promise<void> {
  if (deployment.metadata.deletionTimestamp !== undefined || isReleased(deployment)) return
  const body = { metadata: { annotations: { [ANNOTATIONS.removeClusterFromPool]: 'true' } } }
  await client.patch(ClusterDeployment, deployment.metadata, { type: 'merge', body })
}

const running = (status: 'True' | 'False', reason: string, message: string): HiveConditionUpdate => ({
  type: 'ClusterRunning',
  status,
  reason,
  message,
})

const RUNNING = running('True', 'Running', 'Cluster is running')
const RESUMING = running('False', 'Resuming', 'Waiting for cluster to be running')
const DELETING = running('False', 'ClusterDeleting', 'Assigned cluster has been marked for deletion')
const DELETED = running('False', 'ClusterDeleted', 'Assigned cluster has been deleted')

const CLAIMED: HiveConditionUpdate = {
  type: 'Pending',
  status: 'False',
  reason: 'ClusterClaimed',
  message: 'Cluster claimed',
}

const CONFLICT: HiveConditionUpdate = {
  type: 'Pending',
  status: 'True',
  reason: 'AssignmentConflict',
  message: 'Assigned cluster was claimed by a different ClusterClaim',
}
