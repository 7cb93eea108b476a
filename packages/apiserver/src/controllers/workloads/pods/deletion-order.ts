import type { Pod } from '@skep/api'
import { isReady, readySince } from './pod-state.ts'

const DELETION_COST = 'controller.kubernetes.io/pod-deletion-cost'
const PHASES = ['Pending', 'Unknown', 'Running']

interface Ranked {
  readonly pod: Pod
  /** Ready pods of the same family on the same node. */
  readonly neighbours: number
}

/** Negative when the first pod should go before the second. */
type Preference = (a: Ranked, b: Ranked) => number

const by =
  (rank: (ranked: Ranked) => number): Preference =>
  (a, b) =>
    rank(a) - rank(b)

/** From the strongest reason to the weakest; a later one counts only when all before it are even. */
const PREFERENCES: readonly Preference[] = [
  by(({ pod }) => (pod.spec?.nodeName ? 1 : 0)),
  by(({ pod }) => PHASES.indexOf(pod.status?.phase ?? 'Pending')),
  by(({ pod }) => (isReady(pod) ? 1 : 0)),
  by(({ pod }) => Number.parseInt(pod.metadata.annotations?.[DELETION_COST] ?? '0', 10) || 0),
  by(({ neighbours }) => -neighbours),
  by(({ pod }) => -(readySince(pod) ?? 0)),
  by(({ pod }) => -mostRestarts(pod)),
  by(({ pod }) => -(Date.parse(pod.metadata.creationTimestamp ?? '') || 0)),
]

const mostRestarts = ({ status }: Pod): number =>
  Math.max(0, ...(status?.containerStatuses ?? []).map(({ restartCount }) => restartCount))

/**
 * The `count` pods that can best be spared: those that do not run yet, are not ready, cost little, share a node with
 * others of the family, or are young. `family` are the pods of all sets of the same owner.
 */
export function podsToSpare(pods: readonly Pod[], family: readonly Pod[], count: number): Pod[] {
  if (count >= pods.length) return [...pods]
  const readyOnNode = new Map<string, number>()
  for (const pod of family) {
    const node = pod.spec?.nodeName
    if (node && isReady(pod)) readyOnNode.set(node, (readyOnNode.get(node) ?? 0) + 1)
  }
  return pods
    .map((pod) => ({ pod, neighbours: readyOnNode.get(pod.spec?.nodeName ?? '') ?? 0 }))
    .sort((a, b) => firstDifference(a, b))
    .slice(0, count)
    .map(({ pod }) => pod)
}

function firstDifference(a: Ranked, b: Ranked): number {
  for (const preference of PREFERENCES) {
    const difference = preference(a, b)
    if (difference !== 0) return difference
  }
  return 0
}
