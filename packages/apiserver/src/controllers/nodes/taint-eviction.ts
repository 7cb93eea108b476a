import type { Node, Pod, Taint } from '@skep/api'
import {
  type ControllerContext,
  type ControllerDefinition,
  isResource,
  type ObjectKey,
  ownKey,
  serviceAccount,
} from '../controller.ts'
import type { ObjectEvent } from '../object-event.ts'
import { NODES, PODS } from '../resources.ts'
import { tolerates } from '../scheduling/tolerations.ts'
import { onNode, type WorkloadIndexes } from '../workloads/indexes.ts'
import { isDeleted, isFinished } from '../workloads/pods/pod-state.ts'
import { isSame } from '../workloads/status-writer.ts'
import { removePod } from './pod-removal.ts'

const COMPONENT = 'taint-eviction-controller'
const DISRUPTION = {
  reason: 'DeletionByTaintManager',
  message: 'Taint manager: deleting due to NoExecute taint',
}

/** Removes pods from nodes whose taints they do not tolerate, or no longer. */
export function taintEvictionController(context: ControllerContext, indexes: WorkloadIndexes): ControllerDefinition {
  return {
    name: 'taint-eviction',
    identity: serviceAccount('node-controller'),
    watches: [NODES, PODS],
    keysOf: (event) => (isResource(event, PODS) ? keysOfPod(event) : keysOfNode(event)),
    reconcile: async ({ namespace, name }, cluster) => {
      const pod = cluster.objects.get(PODS, namespace, name) as Pod | undefined
      if (!pod?.spec?.nodeName || isDeleted(pod) || isFinished(pod)) return undefined
      const node = cluster.objects.get(NODES, '', pod.spec.nodeName) as Node | undefined
      const deadline = evictionTime(pod, evictingTaints(node))
      if (deadline === undefined) return undefined
      const { clock, events } = context
      const rest = deadline - clock.now()
      if (rest > 0) return { requeueAfterMs: rest }
      const message = `Marking for deletion Pod ${namespace}/${name}`
      events.record(cluster, pod, { component: COMPONENT, reason: 'TaintManagerEviction', message })
      await removePod(cluster, pod, { disruption: DISRUPTION, now: clock.now() })
      return undefined
    },
  }

  /** A pod is looked at when it comes to a node; from then on, only its node can make it go. */
  function keysOfPod(event: ObjectEvent): ObjectKey[] {
    const nodeName = (event.object as Pod).spec?.nodeName
    const isNew = nodeName !== undefined && (event.previous as Pod | undefined)?.spec?.nodeName !== nodeName
    return event.type === 'put' && isNew ? [ownKey(event)] : []
  }

  function keysOfNode({ type, clusterId, name, object, previous }: ObjectEvent): ObjectKey[] {
    const taints = evictingTaints(object as Node)
    if (type === 'delete' || taints.length === 0) return []
    if (isSame(taints, evictingTaints(previous as Node | undefined))) return []
    return indexes.pods.find(clusterId, onNode(name)).map(({ metadata }) => ({
      clusterId,
      namespace: metadata.namespace ?? '',
      name: metadata.name ?? '',
    }))
  }
}

const evictingTaints = (node: Node | undefined): Taint[] =>
  (node?.spec?.taints ?? []).filter(({ effect }) => effect === 'NoExecute')

/** When a pod has to leave because of taints, in ms: 0 for at once, undefined for never. */
function evictionTime({ spec, metadata }: Pod, taints: readonly Taint[]): number | undefined {
  const times = taints.map((taint) => {
    const toleration = spec?.tolerations?.find((each) => tolerates(each, taint))
    if (!toleration) return 0
    const { tolerationSeconds } = toleration
    if (tolerationSeconds === undefined) return Number.POSITIVE_INFINITY
    return Date.parse(taint.timeAdded ?? metadata.creationTimestamp ?? '') + Math.max(0, tolerationSeconds) * 1000
  })
  const first = Math.min(...times)
  return Number.isFinite(first) ? first : undefined
}
