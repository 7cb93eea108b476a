import { HostedCluster, Node, NodePool, Pod } from '@skep/api'
import type { Stored } from '@skep/client'
import { wouldRunOnAnother } from '@skep/operator-hypershift'
import { conditionOf } from '../conditions.ts'
import { type Part, partsOf } from '../explainer.ts'
import { type Explained, failing, nameOf, user, type Verdict } from '../model.ts'
import type { Reader } from '../reader.ts'
import { openHostedCluster } from '../tenant-api.ts'

/** On nodes: the pool that they are of. */
const NODE_POOL_LABEL = 'hypershift.openshift.io/nodePool'

/** Pods for which a pool would get another node if it might have more, and no other pool gets one. */
export async function podsBeyondMaximum(pool: Stored<NodePool>, read: Reader): Promise<Part[]> {
  const { namespace = '', deletionTimestamp } = pool.metadata
  if (!isAtMaximum(pool) || deletionTimestamp !== undefined) return []
  const { clusterName } = pool.spec
  const cluster = await read.get(HostedCluster, { namespace, name: clusterName })
  const api = cluster?.status?.kubeconfig && (await openHostedCluster(read, cluster))
  if (!api || !('tenant' in api)) return []
  const [pools, nodes, pods] = await Promise.all([
    read.list(NodePool, { namespace }),
    api.tenant.list(Node),
    api.tenant.list(Pod),
  ])
  const growing = pools.filter(({ spec }) => spec.clusterName === clusterName && spec.autoScaling)
  const helps = (one: Stored<NodePool>, pod: Pod) => {
    const example = nodes.find(({ metadata }) => metadata.labels?.[NODE_POOL_LABEL] === one.metadata.name)
    return example !== undefined && wouldRunOnAnother(pod, example)
  }
  const isBeyond = (pod: Stored<Pod>) =>
    isWaiting(pod) && helps(pool, pod) && !growing.some((one) => !isAtMaximum(one) && helps(one, pod))
  return partsOf(api.tenant, pods.filter(isBeyond))
}

const isAtMaximum = ({ spec, status }: NodePool): boolean =>
  spec.autoScaling !== undefined && (status?.replicas ?? 0) >= spec.autoScaling.max

const isWaiting = (pod: Stored<Pod>): boolean =>
  pod.metadata.deletionTimestamp === undefined && conditionOf(pod, 'PodScheduled')?.reason === 'Unschedulable'

/** What is said of a pool that has as many nodes as it may, while pods wait for more. */
export function atMaximum({ metadata, spec }: Stored<NodePool>, children: readonly Explained[]): Verdict | undefined {
  const pods = children.filter(({ object }) => object.kind === Pod.kind)
  if (pods.length === 0) return undefined
  const [since] = pods.map(({ since }) => since ?? '').sort()
  const waitsFor = `room for ${pods.length} ${pods.length === 1 ? 'pod' : 'pods'} of the tenant; it has all ${spec.autoScaling?.max} nodes that it may have`
  const nextActor = user(`raise spec.autoScaling.max of NodePool ${nameOf(metadata)}, or let pods ask for less`)
  return { ...failing({ state: 'AtMaximum', waitsFor, since, nextActor }), own: true }
}
