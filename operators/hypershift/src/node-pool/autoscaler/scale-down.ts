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
const DELETE_MACHINE = 'cluster.x-k8s.io/delete-machine'
const MIRROR = 'kubernetes.io/config.mirror'

/** Where pools shrink. */
export interface Shrinkage {
  readonly hostedCluster: Stored<HostedCluster>
  readonly api: HostedApi
  readonly sizes: readonly PoolSize[]
  /** Since when nodes have been idle, by uid; kept between runs. A restart begins to count again. */
  readonly idleSince: Map<string, number>
}

/** Lets pools shrink by nodes on which nothing has run for a while, one at a time. */
export async function scaleDown(ctx: Ctx, parts: NodePoolParts, shrinkage: Shrinkage): Promise<Result> {
  const { hostedCluster, api, idleSince } = shrinkage
  const { scaling = 'ScaleUpAndScaleDown', scaleDown: rules } = hostedCluster.spec.autoscaling ?? {}
  const sizes = shrinkage.sizes.filter(({ replicas, min }) => replicas > min)
  if (scaling === 'ScaleUpOnly' || sizes.length === 0) {
    idleSince.clear()
    return {}
  }
  const idle = await idleNodes(api)
  noteIdle(idleSince, idle, ctx.clock.now())
  const neededUntil = ctx.clock.now() - (rules?.unneededDurationSeconds ?? UNNEEDED_SECONDS) * 1_000
  const unneeded = idle.filter(({ metadata: { uid } }) => (idleSince.get(uid) ?? neededUntil + 1) <= neededUntil)
  const names = new Set(unneeded.map(({ metadata }) => metadata.name))
  for (const size of sizes) await shrink(ctx, parts, size, names)
  return { requeueAfterMs: SCAN_MS }
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
 * Takes one machine from a pool whose node nobody needs. Which machines are the pool's is for Cluster API to say: nodes
 * may be without a label, or be left of machines that are gone.
 */
async function shrink(ctx: Ctx, parts: NodePoolParts, size: PoolSize, unneeded: ReadonlySet<string>): Promise<void> {
  const machines = parts.reads.machines.find(INDEX.pool, objectKey(size.pool.metadata)).filter(isStaying)
  // As long as there is one too many, another one less would cost a node that is in use.
  if (machines.length > size.replicas) return
  const isUnneeded = ({ status }: Machine) => unneeded.has(status?.nodeRef?.name ?? '')
  // What was chosen before, and did not go since, is the first to go whoever else is chosen now.
  for (const machine of machines.filter((machine) => isChosen(machine) && !isUnneeded(machine))) {
    await choose(parts, machine, null)
  }
  const machine = machines.find(isUnneeded)
  if (!machine) return
  if (!isChosen(machine)) await choose(parts, machine, 'true')
  await resize(ctx, parts, size, size.replicas - 1)
}

type Machine = Stored<ClusterApiMachine>

const isStaying = ({ metadata }: Machine): boolean => metadata.deletionTimestamp === undefined

const isChosen = ({ metadata }: Machine): boolean => metadata.annotations?.[DELETE_MACHINE] !== undefined

/** Marks a machine as the one that goes when there is one less, or takes the mark away. */
async function choose({ client }: NodePoolParts, { metadata }: Machine, mark: 'true' | null): Promise<void> {
  const body = { metadata: { uid: metadata.uid, annotations: { [DELETE_MACHINE]: mark } } }
  await client.patch(ClusterApiMachine, metadata, { type: 'merge', body })
}
