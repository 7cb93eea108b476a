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
    description: 'Labels of the nodes that should run a pod.',
    cell: ({ spec }) => formatLabels(spec.template.spec?.nodeSelector),
  },
  ageColumn,
  ...podColumns<DaemonSet>(({ spec }) => spec.template),
  selectorColumn<DaemonSet>(({ spec }) => spec.selector),
)
