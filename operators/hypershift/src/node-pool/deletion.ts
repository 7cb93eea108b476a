import { ClusterApiMachineSet, ConfigMap, MachineDeployment, MachineHealthCheck, NodePool, Secret } from '@skep/api'
import { hasReason } from '@skep/base'
import { type ClientKind, objectKey, type Stored } from '@skep/client'
import { type Ctx, dropFinalizer, hasFinalizer, type Result } from '@skep/controller'
import { FINALIZER } from '../naming.ts'
import { templateKind } from './capi/templates/machine-template.ts'
import { setPoolCondition } from './pool-conditions.ts'
import { controlPlaneOf, INDEX } from './reads.ts'
import { type NodePoolParts, type Pool, type PoolStatus, writeStatus } from './scope.ts'

/** How many machines a message names. */
const MAX_NAMED = 10

/** Removes what was made for a pool, machines first, and then lets it go. Its hosted cluster may be gone already. */
export async function deletePool(ctx: Ctx, parts: NodePoolParts, pool: Pool): Promise<Result> {
  if (!hasFinalizer(pool, FINALIZER)) return {}
  await removeMachineOwners(parts, pool)
  const waiting = waitingFor(parts, pool)
  if (waiting !== undefined) {
    await stateWaiting(ctx, parts, pool, waiting)
    return {}
  }
  for (const secret of parts.reads.secrets.find(INDEX.pool, objectKey(pool.metadata)))
    await remove(parts, Secret, secret)
  await dropFinalizer(parts.client, NodePool, pool, FINALIZER)
  return {}
}

async function removeMachineOwners(parts: NodePoolParts, pool: Pool): Promise<void> {
  const { reads } = parts
  const poolKey = objectKey(pool.metadata)
  const ref = { namespace: controlPlaneOf(pool.metadata, pool.spec.clusterName), name: pool.metadata.name }
  const platform = pool.spec.platform.type
  for (const template of reads.templates.get(platform)?.find(INDEX.pool, poolKey) ?? []) {
    await remove(parts, templateKind(platform), template)
  }
  await remove(parts, MachineDeployment, reads.machineDeployments.get(ref))
  await remove(parts, MachineHealthCheck, reads.healthChecks.get(ref))
  await remove(parts, ClusterApiMachineSet, reads.machineSets.get(ref))
  for (const configMap of reads.configMaps.find(INDEX.pool, poolKey)) await remove(parts, ConfigMap, configMap)
}

/** Deletes this very object; another of its name is looked at in its turn. */
async function remove({ client }: NodePoolParts, kind: ClientKind, object: Stored | undefined): Promise<void> {
  if (!object || object.metadata.deletionTimestamp !== undefined) return
  const { uid, namespace, name } = object.metadata
  const ref = { name, ...(namespace === undefined ? {} : { namespace }) }
  await client.delete(kind, ref, { preconditions: { uid } }).catch((error: unknown) => {
    if (!hasReason(error, 'Conflict')) throw error
  })
}

/** What has to go first, and is watched; undefined when nothing does. */
function waitingFor({ reads }: NodePoolParts, pool: Pool): { reason: string; message: string } | undefined {
  const machines = reads.machines.find(INDEX.pool, objectKey(pool.metadata)).map(({ metadata }) => metadata.name)
  if (machines.length > 0) {
    const named = machines.sort().slice(0, MAX_NAMED).join(', ')
    const message = `there are still ${machines.length} Machines: ${named}${machines.length > MAX_NAMED ? ', ...' : ''}`
    return { reason: 'WaitingForMachines', message }
  }
  const ref = { namespace: controlPlaneOf(pool.metadata, pool.spec.clusterName), name: pool.metadata.name }
  const owner = reads.machineDeployments.get(ref) ?? reads.machineSets.get(ref)
  return owner && { reason: 'WaitingForMachineOwner', message: `${owner.kind} ${objectKey(ref)} is still there` }
}

async function stateWaiting(
  { clock }: Ctx,
  parts: NodePoolParts,
  pool: Pool,
  waiting: { reason: string; message: string },
): Promise<void> {
  const status: PoolStatus = { replicas: 0, conditions: [], ...structuredClone(pool.status ?? {}) }
  const at = { now: clock.now(), generation: pool.metadata.generation ?? 0 }
  setPoolCondition(status.conditions, { type: 'Deleting', status: 'True', ...waiting }, at)
  await writeStatus(parts, pool, { ...pool, metadata: { ...pool.metadata }, status })
}
