import { ClusterApiMachine, type HostedCluster, Node, Pod } from '@skep/api'
import type { Stored } from '@skep/client'
import { objectKey } from '@skep/client'
import type { Ctx, Result } from '@skep/controller'
import type { HostedApi } from '@skep/sim'
import { INDEX } from '../reads.ts'
import type { NodePoolParts } from '../scope.ts'
import { type PoolSize, resize } from './pool-size.ts'
import { NODE_POOL_LABEL } from './scale-up.ts'

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
  for (const size of sizes) {
    const node = idle.find(
      ({ metadata: { labels, uid } }) =>
        labels?.[NODE_POOL_LABEL] === size.pool.metadata.name && (idleSince.get(uid) ?? neededUntil + 1) <= neededUntil,
    )
    if (node) await removeNode(ctx, parts, size, node)
  }
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

/** Chooses the machine of the node to be the one that goes, before there is one machine less. */
async function removeNode(ctx: Ctx, parts: NodePoolParts, size: PoolSize, { metadata }: Stored<Node>): Promise<void> {
  const machines = parts.reads.machines.find(INDEX.pool, objectKey(size.pool.metadata))
  const machine = machines.find(({ status }) => status?.nodeRef?.name === metadata.name)
  if (!machine || machine.metadata.deletionTimestamp !== undefined) return
  const { namespace = '', name } = machine.metadata
  const body = { metadata: { annotations: { [DELETE_MACHINE]: 'true' } } }
  await parts.client.patch(ClusterApiMachine, { namespace, name }, { type: 'merge', body })
  await resize(ctx, parts, size, size.replicas - 1)
}
