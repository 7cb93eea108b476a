import type { Lease, Node, NodeCondition, Pod } from '@skep/api'
import { formatTime, getOrMake } from '@skep/base'
import type { KubeObject } from '@skep/schema'
import type { ClusterView } from '../../contracts.ts'
import {
  type ControllerContext,
  type ControllerDefinition,
  isResource,
  type ObjectKey,
  ownKey,
  serviceAccount,
} from '../controller.ts'
import type { ObjectEvent } from '../object-event.ts'
import { LEASES, NODES, PODS } from '../resources.ts'
import { onNode, type WorkloadIndexes } from '../workloads/indexes.ts'
import { isReady as isPodReady } from '../workloads/pods/pod-state.ts'
import { isSame } from '../workloads/status-writer.ts'
import { wantedTaints } from './condition-taints.ts'

const LEASE_NAMESPACE = 'kube-node-lease'
/** How long a node may be silent. */
const GRACE_MS = 50_000
const COMPONENT = 'node-controller'
/** Conditions that nobody can vouch for while the node is silent. */
const REPORTED = ['Ready', 'MemoryPressure', 'DiskPressure', 'PIDPressure']

/** What was last seen of a node. */
interface SeenNode {
  readonly uid: string
  readonly isReady: boolean
}

/**
 * Notices nodes that come, fall silent and go, and marks nodes with what their conditions mean for pods. Only nodes that
 * keep a lease can fall silent: one that somebody made by hand is as it says.
 */
export function nodeLifecycleController(context: ControllerContext, indexes: WorkloadIndexes): ControllerDefinition {
  /** By cluster, and by name. */
  const seen = new Map<string, Map<string, SeenNode>>()
  return {
    name: 'node-lifecycle',
    identity: serviceAccount('node-controller'),
    watches: [NODES, LEASES],
    keysOf: (event) => (isResource(event, NODES) ? [ownKey(event)] : keysOfLease(event)),
    clusterGone: (clusterId) => void seen.delete(clusterId),
    reconcile: async ({ name }, cluster) => {
      const node = cluster.objects.get(NODES, '', name) as Node | undefined
      if (!node) {
        noticeRemoval(cluster, name)
        return undefined
      }
      const silentAt = silenceOf(cluster, node)
      const isSilent = silentAt !== undefined && silentAt <= context.clock.now()
      if (isSilent) await declareUnknown(cluster, name, context.clock.now())
      if (isSilent || !hasWantedTaints(node, context.clock.now())) await keepTaints(cluster, name, context.clock.now())
      await followReadiness(cluster, name)
      return silentAt === undefined || isSilent ? undefined : { requeueAfterMs: silentAt - context.clock.now() }
    },
  }

  /** A lease counts when it appears; its renewals are looked up when the time comes. */
  function keysOfLease({ type, clusterId, namespace, name, previous }: ObjectEvent): ObjectKey[] {
    if (namespace !== LEASE_NAMESPACE || type === 'delete') return []
    const isUnready = seen.get(clusterId)?.get(name)?.isReady === false
    return previous && !isUnready ? [] : [{ clusterId, namespace: '', name }]
  }

  function noticeRemoval(cluster: ClusterView, name: string): void {
    const known = seen.get(cluster.id)?.get(name)
    if (!known) return
    seen.get(cluster.id)!.delete(name)
    const gone: KubeObject = { apiVersion: 'v1', kind: 'Node', metadata: { name, uid: known.uid } }
    const message = `Node ${name} event: Removing Node ${name} from Controller`
    context.events.record(cluster, gone, { component: COMPONENT, reason: 'RemovingNode', message })
  }

  /** Tells that a node has come or is no longer ready, and that its pods are not, either. */
  async function followReadiness(cluster: ClusterView, name: string): Promise<void> {
    const node = cluster.objects.get(NODES, '', name) as Node | undefined
    if (!node) return
    const ready = node.status?.conditions?.find(({ type }) => type === 'Ready')
    const isReady = ready?.status === 'True'
    const nodes = getOrMake(seen, cluster.id, () => new Map<string, SeenNode>())
    sayWhatChanged(cluster, node, nodes.get(name), isReady)
    nodes.set(name, { uid: node.metadata.uid!, isReady })
    if (!ready || isReady) return
    for (const pod of indexes.pods.find(cluster.id, onNode(name)).filter(isPodReady)) await markUnready(cluster, pod)
  }

  function sayWhatChanged(cluster: ClusterView, node: Node, before: SeenNode | undefined, isReady: boolean): void {
    // A node that is ready when it is first seen was there before this controller.
    if (isReady) return
    const { name, uid } = node.metadata
    if (before?.uid !== uid) {
      const message = `Node ${name} event: Registered Node ${name} in Controller`
      context.events.record(cluster, node, { component: COMPONENT, reason: 'RegisteredNode', message })
    } else if (before?.isReady) {
      const message = `Node ${name} status is now: NodeNotReady`
      context.events.record(cluster, node, { component: COMPONENT, reason: 'NodeNotReady', message })
    }
  }

  async function markUnready(cluster: ClusterView, pod: Pod): Promise<void> {
    const { namespace = '', name = '' } = pod.metadata
    const change = (stored: KubeObject): KubeObject => unreadyPod(stored as Pod, context.clock.now())
    await cluster.objects.modify(PODS, namespace, name, change, { subresource: 'status' })
    const observation = { type: 'Warning', reason: 'NodeNotReady', message: 'Node is not ready' } as const
    context.events.record(cluster, pod, { component: COMPONENT, ...observation })
  }
}

/** When a node will have been silent for too long, in ms; undefined for one that keeps no lease. */
function silenceOf(cluster: ClusterView, { metadata, status }: Node): number | undefined {
  const lease = cluster.objects.get(LEASES, LEASE_NAMESPACE, metadata.name ?? '') as Lease | undefined
  if (!lease) return undefined
  const ready = status?.conditions?.find(({ type }) => type === 'Ready')
  if (ready?.status === 'Unknown' && ready.reason === 'NodeStatusUnknown') return undefined
  const signs = [lease.spec?.renewTime, ready?.lastHeartbeatTime, metadata.creationTimestamp]
  const last = Math.max(...signs.map((time) => Date.parse(time ?? '')).filter((time) => !Number.isNaN(time)))
  return last + GRACE_MS
}

async function declareUnknown(cluster: ClusterView, name: string, now: number): Promise<void> {
  const change = (stored: KubeObject): KubeObject | undefined => {
    const node = stored as Node
    // When somebody else wrote in between, it may have been the node itself.
    if ((silenceOf(cluster, node) ?? now + 1) > now) return undefined
    const before = node.status?.conditions ?? []
    const others = before.filter(({ type }) => !REPORTED.includes(type))
    const unknown = REPORTED.map((type) => unknownCondition(type, before, formatTime(now)))
    return { ...node, status: { ...node.status, conditions: [...others, ...unknown] } } as Node
  }
  await cluster.objects.modify(NODES, '', name, change, { subresource: 'status' })
}

function unknownCondition(type: string, before: readonly NodeCondition[], now: string): NodeCondition {
  const known = before.find((condition) => condition.type === type)
  if (!known) {
    const never = { reason: 'NodeStatusNeverUpdated', message: 'Kubelet never posted node status.' }
    return { type, status: 'Unknown', ...never, lastHeartbeatTime: now, lastTransitionTime: now }
  }
  const silent = { reason: 'NodeStatusUnknown', message: 'Kubelet stopped posting node status.' }
  return { ...known, status: 'Unknown', ...silent, lastTransitionTime: now }
}

/** Nodes say many things of themselves that change none of it. */
const hasWantedTaints = (node: Node, now: number): boolean => isSame(wantedTaints(node, now), node.spec?.taints ?? [])

async function keepTaints(cluster: ClusterView, name: string, now: number): Promise<void> {
  await cluster.objects.modify(NODES, '', name, (stored) => {
    const node = stored as Node
    if (hasWantedTaints(node, now)) return undefined
    return { ...node, spec: { ...node.spec, taints: wantedTaints(node, now) } } as Node
  })
}

function unreadyPod(pod: Pod, now: number): Pod {
  const conditions = (pod.status?.conditions ?? []).map((condition) =>
    condition.type === 'Ready' ? { ...condition, status: 'False', lastTransitionTime: formatTime(now) } : condition,
  )
  return { ...pod, status: { ...pod.status, conditions } }
}
