import { ageSince } from '@skep/base'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import { type PodSummary, summarizePod } from './pod.summary.ts'
import type { Pod } from './pod.ts'

/** A pod is summarised once for the three columns that tell of it. */
const summaries = new WeakMap<Pod, PodSummary>()

function summaryOf(pod: Pod): PodSummary {
  const known = summaries.get(pod)
  if (known) return known
  const summary = summarizePod(pod)
  summaries.set(pod, summary)
  return summary
}

/** What `kubectl get pods` shows. */
export const podTable = defineTable<Pod>(
  nameColumn,
  {
    name: 'Ready',
    description: 'The aggregate readiness state of this pod for accepting traffic.',
    cell: (pod) => `${summaryOf(pod).readyContainers}/${summaryOf(pod).totalContainers}`,
  },
  {
    name: 'Status',
    description: 'The aggregate status of the containers in this pod.',
    cell: (pod) => summaryOf(pod).reason,
  },
  {
    name: 'Restarts',
    description:
      'The number of times the containers in this pod have been restarted and when the last container in this pod has restarted.',
    cell: (pod, now) => {
      const { restarts, lastRestart } = summaryOf(pod)
      return restarts > 0 && lastRestart ? `${restarts} (${ageSince(lastRestart, now)} ago)` : String(restarts)
    },
  },
  ageColumn,
  {
    name: 'IP',
    priority: 1,
    description:
      'podIP address allocated to the pod. Routable at least within the cluster. Empty if not yet allocated.',
    cell: ({ status }) => status?.podIPs?.[0]?.ip || '<none>',
  },
  {
    name: 'Node',
    priority: 1,
    description:
      'NodeName indicates in which node this pod is scheduled. If empty, this pod is a candidate for scheduling by the scheduler defined in schedulerName. Once this field is set, the kubelet for this node becomes responsible for the lifecycle of this pod. This field should not be used to express a desire for the pod to be scheduled on a specific node. https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/#nodename',
    cell: ({ spec }) => spec?.nodeName || '<none>',
  },
  {
    name: 'Nominated Node',
    priority: 1,
    description:
      'nominatedNodeName is set only when this pod preempts other pods on the node, but it cannot be scheduled right away as preemption victims receive their graceful termination periods. This field does not guarantee that the pod will be scheduled on this node. Scheduler may decide to place the pod elsewhere if other nodes become available sooner. Scheduler may also decide to give the resources on this node to a higher priority pod that is created after preemption. As a result, this field may be different than PodSpec.nodeName when the pod is scheduled.',
    cell: ({ status }) => status?.nominatedNodeName || '<none>',
  },
  {
    name: 'Readiness Gates',
    priority: 1,
    description:
      'If specified, all readiness gates will be evaluated for pod readiness. A pod is ready when all its containers are ready AND all conditions specified in the readiness gates have status equal to "True" More info: https://git.k8s.io/enhancements/keps/sig-network/580-pod-readiness-gates',
    cell: readinessGates,
  },
)

function readinessGates({ spec, status }: Pod): string {
  const gates = spec?.readinessGates ?? []
  if (gates.length === 0) return '<none>'
  const met = gates.filter(({ conditionType }) =>
    status?.conditions?.some((condition) => condition.type === conditionType && condition.status === 'True'),
  )
  return `${met.length}/${gates.length}`
}
