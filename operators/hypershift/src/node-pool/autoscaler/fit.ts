import { matchesSelector, type Node, type Pod, type Taint } from '@skep/api'
import { parseQuantity, quantityToNumber } from '@skep/schema'

/** What a new node of a pool would bring, as far as pods look at it. */
export interface NodeShape {
  readonly labels: Readonly<Record<string, string>>
  readonly taints: readonly Taint[]
  readonly capacity: Demand
}

/** What pods ask for, and nodes have. */
export interface Demand {
  readonly cpu: number
  readonly memory: number
  readonly pods: number
}

/** Taints by which a node says how it is just now; a new one has none of them once it is ready. */
const TRANSIENT = 'node.kubernetes.io/'

/** What a node is like, from one that is there. */
export const shapeOf = ({ metadata, spec, status }: Node): NodeShape => ({
  labels: metadata.labels ?? {},
  taints: (spec?.taints ?? []).filter(({ key }) => !key.startsWith(TRANSIENT)),
  capacity: capacityOf(status?.allocatable),
})

/** What resources are to pods. */
export const capacityOf = (resources: Readonly<Record<string, string | number>> = {}): Demand => ({
  cpu: amount(resources['cpu']),
  memory: amount(resources['memory']),
  pods: amount(resources['pods']),
})

/** What a pod asks for. */
export function demandOf({ spec }: Pod): Demand {
  const sum = (resource: string) =>
    (spec?.containers ?? []).reduce((total, { resources }) => total + amount(resources?.requests?.[resource]), 0)
  return { cpu: sum('cpu'), memory: sum('memory'), pods: 1 }
}

/** A pod that gets no node, and what is wrong with the nodes that it could get; nothing if there are too few of them. */
export interface LeftPod {
  readonly pod: Pod
  readonly misfit: string | undefined
}

/** How many nodes it takes for pods that fit one, and which pods still have none with as many as there may be. */
export function planGrowth(
  pods: readonly Pod[],
  shape: NodeShape,
  mostNodes: number,
): { readonly nodes: number; readonly left: readonly LeftPod[] } {
  const rooms: Demand[] = []
  const left: LeftPod[] = []
  for (const pod of pods) {
    const misfit = misfitOf(pod, shape)
    const demand = demandOf(pod)
    const index = rooms.findIndex((room) => shortageOf(room, demand) === undefined)
    if (misfit !== undefined || (index === -1 && rooms.length >= mostNodes)) {
      left.push({ pod, misfit })
      continue
    }
    const room = rooms[index] ?? shape.capacity
    rooms[index === -1 ? rooms.length : index] = without(room, demand)
  }
  return { nodes: rooms.length, left }
}

/** Whether a pod could run on another node like this one. */
export const wouldRunOnAnother = (pod: Pod, node: Node): boolean => misfitOf(pod, shapeOf(node)) === undefined

/** Why a pod cannot run on a node like this, even if it is empty, as a scheduler puts it. */
function misfitOf(pod: Pod, shape: NodeShape): string | undefined {
  if (!toleratesTaints(pod, shape)) return 'node(s) had untolerated taint(s)'
  if (!wantsLabels(pod, shape)) return "node(s) didn't match Pod's node affinity/selector"
  return shortageOf(shape.capacity, demandOf(pod))
}

function toleratesTaints({ spec }: Pod, { taints }: NodeShape): boolean {
  const isTolerated = ({ key, value = '', effect }: Taint) =>
    effect === 'PreferNoSchedule' ||
    (spec?.tolerations ?? []).some(
      (toleration) =>
        (!toleration.effect || toleration.effect === effect) &&
        (!toleration.key || toleration.key === key) &&
        (toleration.operator === 'Exists' || (toleration.value ?? '') === value),
    )
  return taints.every(isTolerated)
}

function wantsLabels({ spec }: Pod, { labels }: NodeShape): boolean {
  const terms = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms
  return (
    matchesSelector({ matchLabels: spec?.nodeSelector ?? {} }, labels) &&
    (!terms || terms.some(({ matchExpressions = [] }) => matchesSelector({ matchExpressions }, labels)))
  )
}

/** What there is too little of. */
function shortageOf(room: Demand, { cpu, memory, pods }: Demand): string | undefined {
  if (pods > room.pods) return 'Too many pods'
  if (cpu > room.cpu) return 'Insufficient cpu'
  return memory > room.memory ? 'Insufficient memory' : undefined
}

const without = (room: Demand, { cpu, memory, pods }: Demand): Demand => ({
  cpu: room.cpu - cpu,
  memory: room.memory - memory,
  pods: room.pods - pods,
})

const amount = (quantity: string | number | undefined): number =>
  quantity === undefined ? 0 : quantityToNumber(parseQuantity(String(quantity)))
