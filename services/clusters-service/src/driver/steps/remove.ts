import { ClusterDeployment, Namespace } from '@skep/api'
import { namespaceOf } from '../manifests/order.ts'
import { conditionOf } from '../observe/conditions.ts'
import type { Observed } from '../observe/observed.ts'
import { observeRemoval } from '../observe/removal.ts'
import { claimKindOf } from '../shard/kinds.ts'
import { type ClusterScope, knownOf, refOf } from './scope.ts'

/**
 * Takes a cluster one step further down: ClusterDeployment, claim, namespace, each only when the one before is gone.
 * Undefined when nothing is left, which the shard itself has said: what is known here may be a moment behind.
 */
export async function removeCluster(scope: ClusterScope): Promise<Observed | undefined> {
  const deployment = await removeDeployment(scope)
  if (deployment) return observeRemoval({ deployment })
  const claim = await removeClaim(scope)
  if (claim) return observeRemoval({ claim })
  if (await removeNamespace(scope)) return observeRemoval({ namespace: namespaceOf(scope.order) })
  return undefined
}

/** The ClusterDeployment as long as it is there. */
async function removeDeployment(scope: ClusterScope): Promise<ClusterDeployment | undefined> {
  const { order, session, signal } = scope
  const { hive } = session.clients
  const ref = refOf(order)
  const deployment = knownOf(scope).deployment ?? (await hive.get(ClusterDeployment, ref, { signal }))
  if (!deployment) return undefined
  if (shallPreserve(scope, deployment)) {
    await hive.patch(ClusterDeployment, ref, { type: 'merge', body: { spec: { preserveOnDelete: true } } }, { signal })
  }
  if (deployment.metadata.deletionTimestamp !== undefined) return deployment
  return (await hive.delete(ClusterDeployment, ref, { signal })) ? deployment : undefined
}

/** Whether the cloud resources shall be left alone: as asked, or because removing them failed and that is accepted. */
function shallPreserve({ order }: ClusterScope, { spec, status }: ClusterDeployment): boolean {
  const { deletion } = order.record
  if (spec.preserveOnDelete || !deletion) return false
  const failed = conditionOf(status?.conditions, 'Provisioned')?.reason === 'DeprovisionFailed'
  return !deletion.deprovision || (deletion.bestEffort && failed)
}

/** The claim as long as it is there. */
async function removeClaim(scope: ClusterScope) {
  const { order, session, signal } = scope
  const { accounts } = session.clients
  const kind = claimKindOf(order.shard.cloudProvider)
  const claim = knownOf(scope).claim ?? (await accounts.get(kind, refOf(order), { signal }))
  if (!claim || claim.metadata.deletionTimestamp !== undefined) return claim
  return (await accounts.delete(kind, refOf(order), { signal })) ? claim : undefined
}

/** Whether the namespace is still there, on any server of the shard. */
async function removeNamespace({ order, session, signal }: ClusterScope): Promise<boolean> {
  const ref = { name: namespaceOf(order) }
  let left = false
  for (const client of new Set([session.clients.hive, session.clients.accounts])) {
    const namespace = await client.get(Namespace, ref, { signal })
    if (!namespace) continue
    if (namespace.metadata.deletionTimestamp === undefined) await client.delete(Namespace, ref, { signal })
    left = true
  }
  return left
}
