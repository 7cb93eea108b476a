import type { Node, Pod } from '@skep/api'
import type { ClusterView } from '../../contracts.ts'
import {
  type ControllerContext,
  type ControllerDefinition,
  forgetCluster,
  isResource,
  type ObjectKey,
  ownKey,
  serviceAccount,
} from '../controller.ts'
import type { ObjectEvent } from '../object-event.ts'
import { NODES, PODS } from '../resources.ts'
import { onNode, type WorkloadIndexes } from '../workloads/indexes.ts'
import { isDeleted } from '../workloads/pods/pod-state.ts'
import { removePod } from './pod-removal.ts'

/** A node that disappears may come back under the same name. */
const QUARANTINE_MS = 40_000
const OUT_OF_SERVICE = 'node.kubernetes.io/out-of-service'
const NODE_GONE = { reason: 'DeletionByPodGC', message: 'PodGC: node no longer exists' }

/** Removes pods that nobody else can: those whose node is gone, and those on their way out that have none. */
export function podGarbageCollector({ clock }: ControllerContext, indexes: WorkloadIndexes): ControllerDefinition {
  /** Since when pods have been without their node, in ms, by `cluster/namespace/name`. */
  const stranded = new Map<string, number>()
  return {
    name: 'pod-garbage-collector',
    identity: serviceAccount('pod-garbage-collector'),
    watches: [PODS, NODES],
    keysOf: (event) => (isResource(event, PODS) ? keysOfPod(event) : keysOfNode(event)),
    clusterGone: (clusterId) => forgetCluster(stranded, clusterId),
    reconcile: async ({ clusterId, namespace, name }, cluster) => {
      const pod = cluster.objects.get(PODS, namespace, name) as Pod | undefined
      const id = `${clusterId}/${namespace}/${name}`
      const verdict = pod && judge(cluster, pod)
      if (verdict !== 'stranded') stranded.delete(id)
      if (!pod || verdict === undefined) return undefined
      const since = stranded.get(id) ?? clock.now()
      const rest = verdict === 'stranded' ? since + QUARANTINE_MS - clock.now() : 0
      if (rest > 0) {
        stranded.set(id, since)
        return { requeueAfterMs: rest }
      }
      stranded.delete(id)
      const disruption = verdict === 'stranded' ? { disruption: NODE_GONE } : {}
      await removePod(cluster, pod, { ...disruption, phase: 'Failed', gracePeriodSeconds: 0, now: clock.now() })
      return undefined
    },
  }

  function keysOfPod(event: ObjectEvent): ObjectKey[] {
    const pod = event.object as Pod
    if (event.type === 'delete') return []
    const nodeName = pod.spec?.nodeName
    const isNew = nodeName !== undefined && (event.previous as Pod | undefined)?.spec?.nodeName !== nodeName
    return isNew || isDeleted(pod) ? [ownKey(event)] : []
  }

  function keysOfNode({ type, clusterId, name, object }: ObjectEvent): ObjectKey[] {
    if (type === 'put' && !isOutOfService(object as Node)) return []
    return indexes.pods.find(clusterId, onNode(name)).map(({ metadata }) => ({
      clusterId,
      namespace: metadata.namespace ?? '',
      name: metadata.name ?? '',
    }))
  }
}

/** Whether nobody is there to end a pod: its node is gone, or it is to go and has no node, or none that works. */
function judge(cluster: ClusterView, pod: Pod): 'stranded' | 'abandoned' | undefined {
  const nodeName = pod.spec?.nodeName
  if (!nodeName) return isDeleted(pod) ? 'abandoned' : undefined
  const node = cluster.objects.get(NODES, '', nodeName) as Node | undefined
  if (!node) return 'stranded'
  return isDeleted(pod) && isOutOfService(node) ? 'abandoned' : undefined
}

function isOutOfService({ spec, status }: Node): boolean {
  const isReady = status?.conditions?.some(({ type, status: value }) => type === 'Ready' && value === 'True')
  return !isReady && spec?.taints?.some(({ key }) => key === OUT_OF_SERVICE) === true
}
