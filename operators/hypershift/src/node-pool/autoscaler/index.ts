import { HostedCluster, MachineDeployment, Node, NodePool } from '@skep/api'
import { type ObjectChange, type ObjectRef, objectKey } from '@skep/client'
import { type Reconciler, watchOf } from '@skep/controller'
import type { HostedApi } from '@skep/sim'
import { controlPlaneNamespace } from '../../naming.ts'
import { INDEX, poolKeyOf } from '../reads.ts'
import type { NodePoolParts } from '../scope.ts'
import { sizeOf } from './pool-size.ts'
import { Refusals } from './refusals.ts'
import { type ScalingMemory, scaleDown } from './scale-down.ts'
import { SETTLE_MS, scaleUp } from './scale-up.ts'
import { WaitingPods } from './waiting-pods.ts'

const WORKERS = 4

/** Adds what lets pools grow for pods that wait, and shrink when nodes are idle, within their bounds. */
export function addAutoscaler(parts: NodePoolParts): { stop(): Promise<void> } {
  const { reads, manager } = parts
  // The namespace of a control plane does not say which cluster it is of; its pools do.
  const waiting = new WaitingPods(parts, (controlPlane, isDecided) => {
    const pools = reads.pools.find(INDEX.controlPlane, controlPlane)
    // A scheduler decides at once, except where there is no node.
    const isNews = isDecided || pools.some((pool) => sizeOf(parts, pool)?.replicas === 0)
    if (pools[0] && isNews) enqueue(clusterOf(pools[0]))
  })
  const { enqueue } = manager.add({
    name: 'cluster-autoscaler',
    kind: HostedCluster,
    when: ({ object }) => scaledPools(parts, object.metadata).length > 0,
    watches: [
      watchOf(NodePool, (pool) => [clusterOf(pool)], { when: isOrWasScaled }),
      watchOf(MachineDeployment, (deployment) => {
        const pool = reads.pools.get(refOf(poolKeyOf(deployment) ?? ''))
        return pool?.spec.autoScaling ? [clusterOf(pool)] : []
      }),
    ],
    workers: WORKERS,
    reconcile: autoscale(parts, waiting),
  })
  return { stop: () => waiting.stop() }
}

const autoscale = (parts: NodePoolParts, waiting: WaitingPods): Reconciler => {
  const memories = new Map<string, ClusterMemory>()
  return async (ctx, key) => {
    const hostedCluster = parts.reads.hostedClusters.get(key)
    const controlPlane = controlPlaneNamespace({ namespace: key.namespace ?? '', name: key.name })
    const api = parts.apis.get(controlPlane)
    const pools = scaledPools(parts, key)
    if (!hostedCluster || hostedCluster.metadata.deletionTimestamp !== undefined || !api || pools.length === 0) {
      memories.delete(controlPlane)
      await waiting.forget(controlPlane)
      return {}
    }
    const memory = memoryOf(memories, controlPlane, () => new Refusals(parts, api))
    const sizes = pools.flatMap((pool) => sizeOf(parts, pool) ?? [])
    const { unschedulable, undecided } = waiting.of(controlPlane, api)
    const isEmpty = undecided.length > 0 && !(await hasReadyNode(api))
    const pods = isEmpty ? [...unschedulable, ...undecided] : unschedulable
    const { isGrowing, refused } = await scaleUp(ctx, parts, { hostedCluster, api, sizes, pods })
    memory.refusals.tell(refused)
    if (isGrowing) {
      memory.idleSince.clear()
      memory.addedAt = ctx.clock.now()
      return { requeueAfterMs: SETTLE_MS }
    }
    // Pods that no new node would help must not keep idle nodes for ever.
    const result = await scaleDown(ctx, parts, { hostedCluster, api, sizes, memory })
    return pods.length > 0 ? { requeueAfterMs: SETTLE_MS } : result
  }
}

async function hasReadyNode({ client }: HostedApi): Promise<boolean> {
  const { items } = await client.list(Node)
  return items.some(({ status }) => status?.conditions?.some((each) => each.type === 'Ready' && each.status === 'True'))
}

/** What is remembered of a cluster between runs. */
interface ClusterMemory extends ScalingMemory {
  readonly refusals: Refusals
}

function memoryOf(
  memories: Map<string, ClusterMemory>,
  controlPlane: string,
  newRefusals: () => Refusals,
): ClusterMemory {
  const known = memories.get(controlPlane) ?? { idleSince: new Map(), refusals: newRefusals() }
  memories.set(controlPlane, known)
  return known
}

/** A pool that scales by itself no longer may be the last whose pods were followed. */
const isOrWasScaled = (change: ObjectChange<NodePool>): boolean =>
  change.object.spec.autoScaling !== undefined ||
  (change.type === 'updated' && change.previous.spec.autoScaling !== undefined)

const scaledPools = ({ reads }: NodePoolParts, key: ObjectRef) =>
  reads.pools
    .find(INDEX.cluster, objectKey(key))
    .filter(({ spec }) => spec.autoScaling !== undefined)
    .sort(({ metadata: a }, { metadata: b }) => (a.name < b.name ? -1 : 1))

const clusterOf = ({ metadata, spec }: NodePool): ObjectRef => ({
  namespace: metadata.namespace ?? '',
  name: spec.clusterName,
})

const refOf = (key: string): ObjectRef => {
  const [namespace = '', name = ''] = key.split('/')
  return { namespace, name }
}
