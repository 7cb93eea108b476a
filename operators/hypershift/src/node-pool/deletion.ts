import {
  ClusterApiMachine,
  ClusterApiMachineSet,
  ConfigMap,
  MachineDeployment,
  MachineHealthCheck,
  NodePool,
  Secret,
} from '@skep/api'
import { hasReason } from '@skep/base'
import { type ClientKind, objectKey, type Stored } from '@skep/client'
import { type Ctx, dropFinalizer, hasFinalizer, type Result } from '@skep/controller'
import { FINALIZER } from '../naming.ts'
import { templateKind } from './capi/templates/machine-template.ts'
import { TEMPLATE_KINDS } from './platforms.ts'
import { setPoolCondition } from './pool-conditions.ts'
import { controlPlaneOf, INDEX, poolKeyOf } from './reads.ts'
import { type NodePoolParts, type Pool, type PoolStatus, writeStatus } from './scope.ts'

/** How many machines a message names. */
const MAX_NAMED = 10

/** What was made for a pool. */
interface Made {
  readonly templates: readonly Stored[]
  readonly deployment: Stored | undefined
  readonly healthCheck: Stored | undefined
  readonly machineSet: Stored | undefined
  readonly configMaps: readonly Stored[]
  readonly machines: readonly Stored[]
  readonly secrets: readonly Stored[]
}

/** Removes what was made for a pool, machines first, and then lets it go. Its hosted cluster may be gone already. */
export async function deletePool(ctx: Ctx, parts: NodePoolParts, pool: Pool): Promise<Result> {
  if (!hasFinalizer(pool, FINALIZER)) return {}
  const made = await whatIsLeft(parts, pool)
  await removeMachineOwners(parts, pool, made)
  const waiting = waitingFor(made)
  if (waiting !== undefined) {
    await stateWaiting(ctx, parts, pool, waiting)
    return {}
  }
  for (const secret of made.secrets) await remove(parts, Secret, secret)
  await dropFinalizer(parts.client, NodePool, pool, FINALIZER)
  return {}
}

/**
 * Nobody would look after machines of a pool that is gone, so the pool must not go because of an old copy. With its
 * hosted cluster, everything goes in any case.
 */
async function whatIsLeft(parts: NodePoolParts, pool: Pool): Promise<Made> {
  const known = knownOf(parts, pool)
  const { namespace = '' } = pool.metadata
  const hostedCluster = parts.reads.hostedClusters.get({ namespace, name: pool.spec.clusterName })
  const stays = hostedCluster !== undefined && hostedCluster.metadata.deletionTimestamp === undefined
  return stays && waitingFor(known) === undefined ? listMade(parts, pool) : known
}

const ownRef = (pool: Pool) => ({
  namespace: controlPlaneOf(pool.metadata, pool.spec.clusterName),
  name: pool.metadata.name,
})

function knownOf({ reads }: NodePoolParts, pool: Pool): Made {
  const poolKey = objectKey(pool.metadata)
  const ref = ownRef(pool)
  return {
    templates: reads.templates.get(pool.spec.platform.type)?.find(INDEX.pool, poolKey) ?? [],
    deployment: reads.machineDeployments.get(ref),
    healthCheck: reads.healthChecks.get(ref),
    machineSet: reads.machineSets.get(ref),
    configMaps: reads.configMaps.find(INDEX.pool, poolKey),
    machines: reads.machines.find(INDEX.pool, poolKey),
    secrets: reads.secrets.find(INDEX.pool, poolKey),
  }
}

/** What the server has now. */
async function listMade({ client }: NodePoolParts, pool: Pool): Promise<Made> {
  const poolKey = objectKey(pool.metadata)
  const ref = ownRef(pool)
  const platform = pool.spec.platform.type
  const list = async (kind: ClientKind): Promise<Stored[]> => {
    const { items } = await client.list(kind, { namespace: ref.namespace })
    return items.filter((object) => poolKeyOf(object) === poolKey)
  }
  return {
    templates: TEMPLATE_KINDS.has(platform) ? await list(templateKind(platform)) : [],
    deployment: await client.get(MachineDeployment, ref),
    healthCheck: await client.get(MachineHealthCheck, ref),
    machineSet: await client.get(ClusterApiMachineSet, ref),
    configMaps: await list(ConfigMap),
    machines: await list(ClusterApiMachine),
    secrets: await list(Secret),
  }
}

async function removeMachineOwners(parts: NodePoolParts, { spec }: Pool, made: Made): Promise<void> {
  for (const template of made.templates) await remove(parts, templateKind(spec.platform.type), template)
  await remove(parts, MachineDeployment, made.deployment)
  await remove(parts, MachineHealthCheck, made.healthCheck)
  await remove(parts, ClusterApiMachineSet, made.machineSet)
  for (const configMap of made.configMaps) await remove(parts, ConfigMap, configMap)
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
function waitingFor({ machines, deployment, machineSet }: Made): { reason: string; message: string } | undefined {
  const names = machines.map(({ metadata }) => metadata.name).sort()
  if (names.length > 0) {
    const named = names.slice(0, MAX_NAMED).join(', ')
    const message = `there are still ${names.length} Machines: ${named}${names.length > MAX_NAMED ? ', ...' : ''}`
    return { reason: 'WaitingForMachines', message }
  }
  const owner = deployment ?? machineSet
  if (!owner) return undefined
  const message = `${owner.kind} ${objectKey(owner.metadata)} is still there`
  return { reason: 'WaitingForMachineOwner', message }
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
