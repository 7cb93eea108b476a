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
  capacity: {
    cpu: amount(status?.allocatable?.['cpu']),
    memory: amount(status?.allocatable?.['memory']),
    pods: amount(status?.allocatable?.['pods']),
  },
})

/** What a pod asks for. */
export function demandOf({ spec }: Pod): Demand {
  const sum = (resource: string) =>
    (spec?.containers ?? []).reduce((total, { resources }) => total + amount(resources?.requests?.[resource]), 0)
  return { cpu: sum('cpu'), memory: sum('memory'), pods: 1 }
}

/** How many nodes it takes for pods that fit one, and which pods still have none with as many as there may be. */
export function planGrowth(
  pods: readonly Pod[],
  shape: NodeShape,
  mostNodes: number,
): { readonly nodes: number; readonly left: readonly Pod[] } {
  const rooms: Demand[] = []
  const left = pods.filter((pod) => {
    const demand = demandOf(pod)
    if (!mayRunOn(pod, shape) || !hasRoom(shape.capacity, demand)) return true
    const index = rooms.findIndex((room) => hasRoom(room, demand))
    if (index === -1 && rooms.length >= mostNodes) return true
    const room = rooms[index] ?? shape.capacity
    rooms[index === -1 ? rooms.length : index] = without(room, demand)
    return false
  })
  return { nodes: rooms.length, left }
}

/** Whether a pod may run on such nodes: it bears their taints, and they have the labels that it wants. */
function mayRunOn({ spec }: Pod, { labels, taints }: NodeShape): boolean {
  const terms = spec?.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms
  const isTolerated = ({ key, value = '', effect }: Taint) =>
    effect === 'PreferNoSchedule' ||
    (spec?.tolerations ?? []).some(
      (toleration) =>
        (!toleration.effect || toleration.effect === effect) &&
        (!toleration.key || toleration.key === key) &&
        (toleration.operator === 'Exists' || (toleration.value ?? '') === value),
    )
  return (
    taints.every(isTolerated) &&
    matchesSelector({ matchLabels: spec?.nodeSelector ?? {} }, labels) &&
    (!terms || terms.some(({ matchExpressions = [] }) => matchesSelector({ matchExpressions }, labels)))
  )
}

const hasRoom = (room: Demand, { cpu, memory, pods }: Demand): boolean =>
  cpu <= room.cpu && memory <= room.memory && pods <= room.pods

const without = (room: Demand, { cpu, memory, pods }: Demand): Demand => ({
  cpu: room.cpu - cpu,
  memory: room.memory - memory,
  pods: room.pods - pods,
})

const amount = (quantity: string | number | undefined): number =>
  quantity === undefined ? 0 : quantityToNumber(parseQuantity(String(quantity)))
