import { type HostedCluster, Node, type Pod } from '@skep/api'
import type { Stored } from '@skep/client'
import type { Ctx } from '@skep/controller'
import type { HostedApi } from '@skep/sim'
import type { NodePoolParts } from '../scope.ts'
import { firstShape } from './first-shape.ts'
import { planGrowth, shapeOf } from './fit.ts'
import { type PoolSize, resize } from './pool-size.ts'

/** On nodes: the pool that they are of. */
const NODE_POOL_LABEL = 'hypershift.openshift.io/nodePool'

/** How long a new node gets to take pods before others are made for them. */
export const SETTLE_MS = 30_000

/** What pools grow for. */
export interface Growth {
  readonly hostedCluster: Stored<HostedCluster>
  readonly api: HostedApi
  readonly sizes: readonly PoolSize[]
  readonly pods: readonly Pod[]
}

/** What came of it. */
export interface Grown {
  /** Whether nodes are on their way. */
  readonly isGrowing: boolean
  /** Pods for which there will be none, and why not, for each of the pools. */
  readonly refused: ReadonlyMap<Pod, readonly string[]>
}

/** Lets pools grow for pods that no node takes, as far as new nodes would. */
export async function scaleUp(
  ctx: Ctx,
  parts: NodePoolParts,
  { hostedCluster, api, sizes, pods }: Growth,
): Promise<Grown> {
  const { podPriorityThreshold = Number.NEGATIVE_INFINITY, maxNodesTotal } = hostedCluster.spec.autoscaling ?? {}
  let left: readonly Pod[] = pods.filter(({ spec }) => (spec?.priority ?? 0) >= podPriorityThreshold)
  let total = sizes.reduce((sum, { replicas }) => sum + replicas, 0)
  let isGrowing = false
  const reasons = new Map<Pod, string[]>()
  for (const size of sizes) {
    if (left.length === 0) break
    const { items: nodes } = await api.client.list(Node, {
      labelSelector: { [NODE_POOL_LABEL]: size.pool.metadata.name },
    })
    const [example] = nodes
    const shape = example ? shapeOf(example) : firstShape(parts, size.pool)
    if (!shape) continue
    // Nodes beyond those that are wanted are on their way out.
    const settled = Math.min(nodes.filter((node) => isSettled(ctx, node)).length, size.replicas)
    const room = maxNodesTotal === undefined ? Number.POSITIVE_INFINITY : maxNodesTotal - total
    const most = Math.min(size.max, size.replicas + Math.max(room, 0))
    const plan = planGrowth(left, shape, Math.max(most - settled, 0))
    const limit = most < size.max ? 'max total nodes in cluster reached' : 'max node group size reached'
    for (const { pod, misfit = limit } of plan.left) reasons.set(pod, [...(reasons.get(pod) ?? []), misfit])
    left = plan.left.map(({ pod }) => pod)
    if (plan.nodes === 0) continue
    isGrowing = true
    // Machines that are on their way already, or have just come, are for the same pods.
    const target = Math.min(settled + plan.nodes, most)
    if (target <= size.replicas) continue
    await resize(ctx, parts, size, target)
    total += target - size.replicas
  }
  return { isGrowing, refused: new Map(left.map((pod) => [pod, reasons.get(pod) ?? []])) }
}

/** Whether a node has been there for long enough that whatever fits it has come to it. */
function isSettled({ clock, sightings }: Ctx, { metadata, status }: Stored<Node>): boolean {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')
  if (ready?.status !== 'True') return false
  const since = sightings.since(`${metadata.uid} ready ${ready.lastTransitionTime}`, ready.lastTransitionTime)
  return since + SETTLE_MS <= clock.now()
}
