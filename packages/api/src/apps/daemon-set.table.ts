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
  countColumn(
    'Desired',
    'desiredNumberScheduled',
    'The total number of nodes that should be running the daemon pod (including nodes correctly running the daemon pod). More info: https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/',
  ),
  countColumn(
    'Current',
    'currentNumberScheduled',
    'The number of nodes that are running at least 1 daemon pod and are supposed to run the daemon pod. More info: https://kubernetes.io/docs/concepts/workloads/controllers/daemonset/',
  ),
  countColumn(
    'Ready',
    'numberReady',
    'numberReady is the number of nodes that should be running the daemon pod and have one or more of the daemon pod running with a Ready Condition.',
  ),
  countColumn('Up-to-date', 'updatedNumberScheduled', 'The total number of nodes that are running updated daemon pod'),
  countColumn(
    'Available',
    'numberAvailable',
    'The number of nodes that should be running the daemon pod and have one or more of the daemon pod running and available (ready for at least spec.minReadySeconds)',
  ),
  {
    name: 'Node Selector',
    description:
      "NodeSelector is a selector which must be true for the pod to fit on a node. Selector which must match a node's labels for the pod to be scheduled on that node. More info: https://kubernetes.io/docs/concepts/configuration/assign-pod-node/",
    cell: ({ spec }) => formatLabels(spec.template.spec?.nodeSelector),
  },
  ageColumn,
  ...podColumns<DaemonSet>(({ spec }) => spec.template),
  selectorColumn<DaemonSet>(
    ({ spec }) => spec.selector,
    "A label query over pods that are managed by the daemon set. Must match in order to be controlled. It must match the pod template's labels. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#label-selectors",
  ),
)
