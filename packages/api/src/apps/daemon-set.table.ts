import { formatLabels } from '../meta/label-selector.ts'
import { podColumns, selectorColumn } from '../rules/pod-columns.ts'
import { ageColumn, defineTable, nameColumn, type TableColumn } from '../rules/table.ts'
import type { DaemonSet, DaemonSetStatus } from './daemon-set.ts'

type Count =
  | 'desiredNumberScheduled'
  | 'currentNumberScheduled'
  | 'numberReady'
  | 'updatedNumberScheduled'
  | 'numberAvailable'

const countColumn = (
  name: string,
  field: Count & keyof DaemonSetStatus,
  description: string,
): TableColumn<DaemonSet> => ({
  name,
  type: 'integer',
  description,
  cell: ({ status }) => status?.[field] ?? 0,
})

/** What `kubectl get daemonsets` shows. */
export const daemonSetTable = defineTable<DaemonSet>(
  nameColumn,
  countColumn('Desired', 'desiredNumberScheduled', 'Nodes that should run a pod.'),
  countColumn('Current', 'currentNumberScheduled', 'Nodes that run a pod and should.'),
  countColumn('Ready', 'numberReady', 'Nodes whose pod is ready.'),
  countColumn('Up-to-date', 'updatedNumberScheduled', 'Nodes whose pod was made from the current template.'),
  countColumn('Available', 'numberAvailable', 'Nodes whose pod has been ready long enough to count.'),
  {
    name: 'Node Selector',
    description:
      "NodeSelector is a selector which must be true for the pod to fit on a node. Selector which must match a node's labels for the pod to be scheduled on that node. More info: https://kubernetes.io/docs/concepts/configuration/assign-pod-node/",
    cell: ({ spec }) => formatLabels(spec.template.spec?.nodeSelector),
  },
  ageColumn,
  ...podColumns<DaemonSet>(({ spec }) => spec.template),
  selectorColumn<DaemonSet>(({ spec }) => spec.selector),
)
