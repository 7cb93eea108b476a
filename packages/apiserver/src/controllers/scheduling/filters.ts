import type { Pod } from '@skep/api'
import { allowsNode } from './node-affinity.ts'
import { hostPorts, type NodeRoom } from './node-room.ts'
import type { PodNeighbourhood } from './pod-affinity.ts'
import type { Amounts } from './requests.ts'
import { isRepelled, untoleratedTaint } from './tolerations.ts'

/** What a pod asks for, worked out once for all nodes. */
export interface Candidate {
  readonly pod: Pod
  readonly requests: Amounts
  readonly neighbourhood: PodNeighbourhood | undefined
  /** Why the pod's volumes cannot be used from a node; undefined when they can. */
  volumeConflict(room: NodeRoom): string | undefined
}

/** Why a node does not do, in the words that users know; empty when it does. */
type Filter = (candidate: Candidate, room: NodeRoom) => readonly string[]

const FITS: readonly string[] = []
const because = (holds: boolean, reason: string): readonly string[] => (holds ? [reason] : FITS)

const UNSCHEDULABLE = { key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }

const isCordoned: Filter = ({ pod }, { node }) =>
  because(
    node?.spec?.unschedulable === true &&
      untoleratedTaint([UNSCHEDULABLE], pod.spec?.tolerations, ['NoSchedule']) !== undefined,
    'node(s) were unschedulable',
  )

const isTainted: Filter = ({ pod }, { node }) =>
  because(node !== undefined && isRepelled(node, pod), 'node(s) had untolerated taint(s)')

const isNotWanted: Filter = ({ pod }, { node }) =>
  because(node !== undefined && !allowsNode(pod, node), "node(s) didn't match Pod's node affinity/selector")

const hasPortsTaken: Filter = ({ pod }, room) =>
  because(
    hostPorts(pod).some((port) => room.hasPort(port)),
    "node(s) didn't have free ports for the requested pod ports",
  )

const isFull: Filter = ({ requests }, room) =>
  room.missing(requests).map((name) => (name === 'pods' ? 'Too many pods' : `Insufficient ${name}`))

const hasNoVolumes: Filter = (candidate, room) => {
  const conflict = candidate.volumeConflict(room)
  return conflict === undefined ? FITS : [conflict]
}

const isInBadCompany: Filter = ({ neighbourhood }, { node }) => {
  const objection = node && neighbourhood?.objectionTo(node)
  return objection === undefined ? FITS : [objection]
}

/** In the order in which they are asked; the first that objects is the one that is reported. */
const FILTERS: readonly Filter[] = [
  isCordoned,
  isTainted,
  isNotWanted,
  hasPortsTaken,
  isFull,
  hasNoVolumes,
  isInBadCompany,
]

/** Why a node does not do for a pod; empty when it does. */
export function objectionsTo(candidate: Candidate, room: NodeRoom): readonly string[] {
  for (const filter of FILTERS) {
    const reasons = filter(candidate, room)
    if (reasons.length > 0) return reasons
  }
  return FITS
}

/** How many nodes do not do for which reason, as users read it: `0/3 nodes are available: 2 Insufficient cpu, ...` */
export function explain(nodeCount: number, objections: readonly (readonly string[])[]): string {
  if (nodeCount === 0) return 'no nodes available to schedule pods'
  const counts = new Map<string, number>()
  for (const reason of objections.flat()) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  const texts = [...counts].map(([reason, count]) => `${count} ${reason}`).sort()
  return `0/${nodeCount} nodes are available: ${texts.join(', ')}.`
}
