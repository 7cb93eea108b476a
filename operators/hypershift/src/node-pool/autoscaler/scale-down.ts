import { ClusterApiMachine, type HostedCluster, Node, Pod } from '@skep/api'
import type { Stored } from '@skep/client'
import { objectKey } from '@skep/client'
import type { Ctx, Result } from '@skep/controller'
import type { HostedApi } from '@skep/sim'
import { INDEX } from '../reads.ts'
import type { NodePoolParts } from '../scope.ts'
import { type PoolSize, resize } from './pool-size.ts'

/** How often nodes are looked at, and how long one must be idle unless somebody says otherwise. */
const SCAN_MS = 60_000
const UNNEEDED_SECONDS = 600
/** How long nothing goes after something has come, unless somebody says otherwise. */
const DELAY_AFTER_ADD_SECONDS = 600
const DELETE_MACHINE = 'cluster.x-k8s.io/delete-machine'
/** By which machines are known that were chosen here, rather than by people. */
const CHOSEN = 'cluster-autoscaler'
const MIRROR = 'kubernetes.io/config.mirror'

/** What is remembered of a cluster between runs. A restart begins to count again. */
export interface ScalingMemory {
  /** Since when nodes have been idle, by uid. */
  readonly idleSince: Map<string, number>
  /** When nodes were last asked for. */
  addedAt?: number
  /** When a node was last let go. */
  removedAt?: number
  /** When nodes were last looked at. */
  scannedAt?: number
}

/** Where pools shrink. */
export interface Shrinkage {
  readonly hostedCluster: Stored<HostedCluster>
  readonly api: HostedApi
  readonly sizes: readonly PoolSize[]
  readonly memory: ScalingMemory
}

/** Lets pools shrink by nodes on which nothing has run for a while, one at a time. */
export async function scaleDown(ctx: Ctx, parts: NodePoolParts, shrinkage: Shrinkage): Promise<Result> {
  const { hostedCluster, api, memory } = shrinkage
  const { scaling = 'ScaleUpAndScaleDown', scaleDown: rules } = hostedCluster.spec.autoscaling ?? {}
  const { idleSince } = memory
  const now = ctx.clock.now()
  const sizes = shrinkage.sizes.filter(({ replicas, min }) => replicas > min)
  if (scaling === 'ScaleUpOnly' || sizes.length === 0) {
    idleSince.clear()
    return {}
  }
  // Whatever brought this up: all pods of a cluster are not looked at more often than that.
  const restMs = (memory.scannedAt ?? Number.NEGATIVE_INFINITY) + SCAN_MS - now
  if (restMs > 0) return { requeueAfterMs: restMs }
  memory.scannedAt = now
  const idle = await idleNodes(api)
  noteIdle(idleSince, idle, now)
  if (now < restsUntil(memory, rules)) return { requeueAfterMs: SCAN_MS }
  const neededUntil = now - (rules?.unneededDurationSeconds ?? UNNEEDED_SECONDS) * 1_000
  const unneeded = idle.filter(({ metadata: { uid } }) => (idleSince.get(uid) ?? neededUntil + 1) <= neededUntil)
  const names = new Set(unneeded.map(({ metadata }) => metadata.name))
  for (const size of sizes) if (await shrink(ctx, parts, size, names)) memory.removedAt = now
  return { requeueAfterMs: SCAN_MS }
}

type Rules = NonNullable<NonNullable<HostedCluster['spec']['autoscaling']>['scaleDown']>

/** Until when nothing goes, whatever is idle. */
function restsUntil({ addedAt, removedAt }: ScalingMemory, rules: Rules | undefined): number {
  const { delayAfterAddSeconds = DELAY_AFTER_ADD_SECONDS, delayAfterDeleteSeconds = 0 } = rules ?? {}
  return Math.max((addedAt ?? 0) + delayAfterAddSeconds * 1_000, (removedAt ?? 0) + delayAfterDeleteSeconds * 1_000)
}

/** Nodes on which nothing runs but what runs on every node. */
async function idleNodes({ client }: HostedApi): Promise<Stored<Node>[]> {
  const [nodes, pods] = await Promise.all([client.list(Node), client.list(Pod)])
  const busy = new Set(pods.items.filter(isWork).map(({ spec }) => spec?.nodeName))
  return nodes.items.filter(({ metadata }) => !busy.has(metadata.name))
}

const isWork = ({ metadata, status }: Pod): boolean =>
  status?.phase !== 'Succeeded' &&
  status?.phase !== 'Failed' &&
  metadata.annotations?.[MIRROR] === undefined &&
  !(metadata.ownerReferences ?? []).some(({ kind }) => kind === 'DaemonSet')

function noteIdle(idleSince: Map<string, number>, idle: readonly Stored<Node>[], now: number): void {
  const uids = new Set(idle.map(({ metadata }) => metadata.uid))
  for (const uid of idleSince.keys()) if (!uids.has(uid)) idleSince.delete(uid)
  for (const uid of uids) if (!idleSince.has(uid)) idleSince.set(uid, now)
}

/**
 * Takes one machine from a pool whose node nobody needs; false when there is none. Which machines are the pool's is for
 * Cluster API to say: nodes may be without a label, or be left of machines that are gone.
 */
async function shrink(ctx: Ctx, parts: NodePoolParts, size: PoolSize, unneeded: ReadonlySet<string>): Promise<boolean> {
  const machines = parts.reads.machines.find(INDEX.pool, objectKey(size.pool.metadata)).filter(isStaying)
  // As long as there is one too many, another one less would cost a node that is in use.
  if (machines.length > size.replicas) return false
  const isUnneeded = ({ status }: Machine) => unneeded.has(status?.nodeRef?.name ?? '')
  // What was chosen before, and did not go since, is the first to go whoever else is chosen now.
  for (const machine of machines.filter((machine) => isChosen(machine) && !isUnneeded(machine))) {
    await choose(parts, machine, null)
  }
  const machine = machines.find(isUnneeded)
  if (!machine) return false
  if (!isChosen(machine)) await choose(parts, machine, CHOSEN)
  await resize(ctx, parts, size, size.replicas - 1)
  return true
}

type Machine = Stored<ClusterApiMachine>

const isStaying = ({ metadata }: Machine): boolean => metadata.deletionTimestamp === undefined

const isChosen = ({ metadata }: Machine): boolean => metadata.annotations?.[DELETE_MACHINE] === CHOSEN

/** Marks a machine as the one that goes when there is one less, or takes the mark away. */
async function choose({ client }: NodePoolParts, { metadata }: Machine, mark: typeof CHOSEN | null): Promise<void> {
  const body = { metadata: { uid: metadata.uid, annotations: { [DELETE_MACHINE]: mark } } }
  await client.patch(ClusterApiMachine, metadata, { type: 'merge', body })
}
