import type { DaemonSet, Node, Pod, PodSpec, Toleration } from '@skep/api'
import { allowsNode } from '../../scheduling/node-affinity.ts'
import { untoleratedTaint } from '../../scheduling/tolerations.ts'

const PREFIX = 'node.kubernetes.io/'

/** What daemons put up with: they run on nodes that are in trouble, too. */
const TOLERATED: readonly Toleration[] = [
  { key: `${PREFIX}not-ready`, operator: 'Exists', effect: 'NoExecute' },
  { key: `${PREFIX}unreachable`, operator: 'Exists', effect: 'NoExecute' },
  { key: `${PREFIX}disk-pressure`, operator: 'Exists', effect: 'NoSchedule' },
  { key: `${PREFIX}memory-pressure`, operator: 'Exists', effect: 'NoSchedule' },
  { key: `${PREFIX}pid-pressure`, operator: 'Exists', effect: 'NoSchedule' },
  { key: `${PREFIX}unschedulable`, operator: 'Exists', effect: 'NoSchedule' },
]
const NETWORK_UNAVAILABLE: Toleration = {
  key: `${PREFIX}network-unavailable`,
  operator: 'Exists',
  effect: 'NoSchedule',
}

/** The tolerations of a daemon: its own, and those that all daemons have. */
export function daemonTolerations({ tolerations = [], hostNetwork }: PodSpec): Toleration[] {
  const added = hostNetwork ? [...TOLERATED, NETWORK_UNAVAILABLE] : TOLERATED
  const isReplaced = (own: Toleration): boolean =>
    added.some(({ key, effect }) => own.key === key && own.effect === effect && own.operator === 'Exists')
  return [...tolerations.filter((own) => !isReplaced(own)), ...added]
}

/** Whether a node should have a daemon, and whether one that is there may stay. */
export interface Eligibility {
  readonly shouldRun: boolean
  readonly mayStay: boolean
}

const NEITHER: Eligibility = { shouldRun: false, mayStay: false }

/** What a node's labels and taints mean for the pods of a DaemonSet. */
export function eligibilityOf({ spec: { template } }: DaemonSet, node: Node): Eligibility {
  const { spec } = template
  if (!spec || (spec.nodeName && spec.nodeName !== node.metadata.name)) return NEITHER
  if (!allowsNode({ spec } as Pod, node)) return NEITHER
  const tolerations = daemonTolerations(spec)
  const isRepelledBy = (...effects: string[]): boolean =>
    untoleratedTaint(node.spec?.taints, tolerations, effects) !== undefined
  return { shouldRun: !isRepelledBy('NoSchedule', 'NoExecute'), mayStay: !isRepelledBy('NoExecute') }
}
