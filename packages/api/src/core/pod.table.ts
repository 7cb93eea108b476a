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
    description: 'Containers that are ready, of how many.',
    cell: (pod) => `${summaryOf(pod).readyContainers}/${summaryOf(pod).totalContainers}`,
  },
  { name: 'Status', description: 'What the containers are doing, in one word.', cell: (pod) => summaryOf(pod).reason },
  {
    name: 'Restarts',
    description: 'How often containers have been restarted, and when the last one was.',
    cell: (pod, now) => {
      const { restarts, lastRestart } = summaryOf(pod)
      return restarts > 0 && lastRestart ? `${restarts} (${ageSince(lastRestart, now)} ago)` : String(restarts)
    },
  },
  ageColumn,
  {
    name: 'IP',
    priority: 1,
    description: 'Address of the pod.',
    cell: ({ status }) => status?.podIPs?.[0]?.ip || '<none>',
  },
  {
    name: 'Node',
    priority: 1,
    description: 'Node on which the pod runs.',
    cell: ({ spec }) => spec?.nodeName || '<none>',
  },
  {
    name: 'Nominated Node',
    priority: 1,
    description: 'Node where room is being made for the pod.',
    cell: ({ status }) => status?.nominatedNodeName || '<none>',
  },
  {
    name: 'Readiness Gates',
    priority: 1,
    description: 'Readiness gates that are met, of how many.',
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
