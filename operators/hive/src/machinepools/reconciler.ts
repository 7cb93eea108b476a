import { ClusterDeployment, HiveMachinePool, type ProbedCondition } from '@skep/api'
import { parseGoDuration } from '@skep/base'
import type { Client, Stored } from '@skep/client'
import {
  addFinalizer,
  type Ctx,
  dropFinalizer,
  hasFinalizer,
  type Reconciler,
  type Result,
  withStatus,
} from '@skep/controller'
import { type HiveConditionUpdate, initialized, initializeHiveConditions, setHiveCondition } from '../conditions.ts'
import { MINUTE_MS, SECOND_MS } from '../durations.ts'
import type { HiveParts } from '../full/parts.ts'
import { isTrue } from '../full/platforms.ts'
import { messageOf } from '../full/power/resume.ts'
import { ANNOTATIONS } from '../labels.ts'
import { isPausedOrRelocating, isReachable } from '../syncsets/reachable.ts'
import { type WantedMachineSet, wantedMachineSets } from './machine-sets.ts'
import { MACHINE_POOL_FINALIZER } from './names.ts'
import type { SimulatedMachines } from './simulated-machines.ts'
import { tellMachineSets } from './status.ts'
import { ensureClusterAutoscaler, syncMachineAutoscalers } from './sync-autoscalers.ts'
import { readMachineSets, syncMachineSets } from './sync-machine-sets.ts'

type Deployment = Stored<ClusterDeployment>
type Pool = Stored<HiveMachinePool>

/** People change machines in clusters, where nobody watches. */
const POLL_MS = 30 * MINUTE_MS
const ERROR_POLL_MS = MINUTE_MS
/** While machines come and go. */
const UNSETTLED_POLL_MS = 10 * MINUTE_MS

const CONDITIONS = [
  'NotEnoughReplicas',
  'NoMachinePoolNameLeasesAvailable',
  'InvalidSubnets',
  'UnsupportedConfiguration',
  'MachineSetsGenerated',
  'Synced',
]

/** What one run shares. */
interface PoolRun {
  readonly ctx: Ctx
  readonly pool: Pool
  readonly conditions: ProbedCondition[]
  readonly deployment: Deployment
  readonly tenantClient: Client
  readonly machines: SimulatedMachines
}

/** Makes the machines of a cluster what its MachinePools say. */
export const machinePoolReconciler =
  (parts: HiveParts, machines: SimulatedMachines): Reconciler =>
  async (ctx, key) => {
    const { client } = parts
    const pool = await client.get(HiveMachinePool, key)
    if (!pool) return {}
    const going = pool.metadata.deletionTimestamp !== undefined
    if (going && !hasFinalizer(pool, MACHINE_POOL_FINALIZER)) return {}
    return withStatus(client, HiveMachinePool, pool, async () => {
      const status = (pool.status ??= {})
      const conditions = (status.conditions ??= [])
      initializeHiveConditions(conditions, CONDITIONS, ctx.clock.now())
      status.controlledByReplica = 0
      const ref = { namespace: key.namespace, name: pool.spec.clusterDeploymentRef.name ?? '' }
      const deployment = await client.get(ClusterDeployment, ref)
      // The machines of a cluster that goes, or is gone, go with it.
      if (!deployment) return letGo(client, pool)
      if (isPausedOrRelocating(deployment)) return {}
      if (deployment.metadata.deletionTimestamp !== undefined) return letGo(client, pool)
      if (!deployment.spec.installed || !deployment.spec.clusterMetadata) return {}
      await addFinalizer(client, HiveMachinePool, pool, MACHINE_POOL_FINALIZER)
      if (isFake(deployment)) return going ? letGo(client, pool) : {}
      const tenantClient = isReachable(deployment) ? await parts.remotes.clientOf(deployment) : undefined
      if (!tenantClient) return {}
      const result = await syncPool({ ctx, pool, conditions, deployment, tenantClient, machines })
      if (result === 'removed') return letGo(client, pool)
      return result.requeueAfterMs === undefined ? pollAfter(ctx, parts) : result
    })
  }

const isFake = ({ metadata }: Deployment): boolean => isTrue(metadata.annotations, ANNOTATIONS.fakeCluster)

async function letGo(client: Client, pool: Pool): Promise<Result> {
  await dropFinalizer(client, HiveMachinePool, pool, MACHINE_POOL_FINALIZER)
  return {}
}

/** An interval of nothing means that nobody polls. */
function pollAfter(ctx: Ctx, { settings }: HiveParts): Result {
  const interval = parseGoDuration(settings.current().machinePoolPollInterval ?? '') ?? POLL_MS
  return interval === 0 ? {} : { requeueAfterMs: interval + ctx.random.next() * SECOND_MS }
}

/** `removed` when the pool goes and nothing of it is left. */
async function syncPool(run: PoolRun): Promise<Result | 'removed'> {
  const { pool, deployment, tenantClient, machines } = run
  const going = pool.metadata.deletionTimestamp !== undefined
  const wanted = going ? [] : wantedMachineSets(deployment, pool)
  state(run, 'MachineSetsGenerated', 'True', 'MachineSetGenerationSucceeded', 'MachineSets generated successfully')
  if (!hasEnough(run, wanted)) return {}
  const steps: readonly [string, () => Promise<unknown>][] = [
    ['MachineSetSyncFailed', () => syncMachineSets(tenantClient, pool, wanted)],
    ['MachineAutoscalerSyncFailed', () => syncMachineAutoscalers(tenantClient, pool, wanted)],
    ['ClusterAutoscalerSyncFailed', () => ensureClusterAutoscaler(tenantClient, pool)],
  ]
  for (const [reason, step] of steps) {
    try {
      await step()
    } catch (error) {
      state(run, 'Synced', 'False', reason, messageOf(error))
      return { requeueAfterMs: ERROR_POLL_MS }
    }
  }
  state(run, 'Synced', 'True', 'SyncSucceeded', 'Resources synced successfully')
  await machines.level(deployment)
  return going ? 'removed' : tell(run, wanted)
}

async function tell({ pool, tenantClient }: PoolRun, wanted: readonly WantedMachineSet[]): Promise<Result> {
  // Read again: machines have come and gone since the sets were written.
  const sets = await readMachineSets(tenantClient, pool)
  const settled = await tellMachineSets(tenantClient, pool, wanted, sets)
  return settled ? {} : { requeueAfterMs: UNSETTLED_POLL_MS }
}

const ZERO_MINIMUM: readonly (keyof ClusterDeployment['spec']['platform'])[] = [
  'aws',
  'azure',
  'gcp',
  'openstack',
  'vsphere',
]

/** On some platforms every MachineSet that scales itself must keep a machine. */
function hasEnough(run: PoolRun, wanted: readonly WantedMachineSet[]): boolean {
  const { pool, deployment, conditions, ctx } = run
  const { autoscaling } = pool.spec
  if (!autoscaling) {
    setHiveCondition(conditions, initialized('NotEnoughReplicas'), ctx.clock.now())
    return true
  }
  const mayBeZero = ZERO_MINIMUM.some((name) => deployment.spec.platform[name] !== undefined)
  if (mayBeZero || autoscaling.minReplicas >= wanted.length) {
    const message = 'The MachinePool has sufficient replicas for each MachineSet'
    state(run, 'NotEnoughReplicas', 'False', 'EnoughReplicas', message)
    return true
  }
  const message = `When auto-scaling, the MachinePool must have at least one replica for each MachineSet. The minReplicas must be at least ${wanted.length}`
  state(run, 'NotEnoughReplicas', 'True', 'MinReplicasTooSmall', message)
  return false
}

const state = (
  { conditions, ctx }: PoolRun,
  type: string,
  status: HiveConditionUpdate['status'],
  reason: string,
  message: string,
): boolean => setHiveCondition(conditions, { type, status, reason, message }, ctx.clock.now())
