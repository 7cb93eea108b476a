import type { Node, Pod } from '@skep/api'
import { isDeleted, isFinished } from '../workloads/pods/pod-state.ts'
import { isSame } from '../workloads/status-writer.ts'
import { NodeRoom } from './node-room.ts'
import { keepsOthersAway } from './pod-affinity.ts'

export const SCHEDULER = 'default-scheduler'

/** The nodes of one cluster with what runs on them, and the pods that have no node yet. */
export class ClusterState {
  readonly #rooms = new Map<string, NodeRoom>()
  /** The rooms of nodes that exist; made again after nodes have come or gone. */
  #sorted: readonly NodeRoom[] | undefined
  /** By pod: the node it takes room on. */
  readonly #placements = new Map<string, string>()
  /** Pods with a node that keep others away, by key. */
  readonly #jealous = new Map<string, Pod>()
  readonly #ready = new Map<string, Pod>()
  /** Pods for which there was no node; they wait until something changes that could matter. */
  readonly #waiting = new Map<string, Pod>()

  /** Nodes that exist, in order of their names. */
  rooms(): readonly NodeRoom[] {
    this.#sorted ??= [...this.#rooms.values()]
      .filter(({ node }) => node !== undefined)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
    return this.#sorted
  }

  *jealous(): Iterable<{ pod: Pod; node: Node }> {
    for (const [key, pod] of this.#jealous) {
      const node = this.#rooms.get(this.#placements.get(key) ?? '')?.node
      if (node) yield { pod, node }
    }
  }

  /** Whether any node has ever said how it is. Until then nobody runs pods here, and none is missing. */
  get hasLivingNode(): boolean {
    for (const { node } of this.#rooms.values()) {
      if (node?.status?.conditions?.some(({ type }) => type === 'Ready')) return true
    }
    return false
  }

  get hasReady(): boolean {
    return this.#ready.size > 0
  }

  /** Takes out the most important pods, those that wait longest first. */
  takeReady(limit: number): [key: string, pod: Pod][] {
    const taken = [...this.#ready].sort(([, a], [, b]) => priorityOf(b) - priorityOf(a)).slice(0, limit)
    for (const [key] of taken) this.#ready.delete(key)
    return taken
  }

  /** Puts a pod aside until something changes that could help it. */
  setAside(key: string, pod: Pod): void {
    this.#waiting.set(key, pod)
  }

  /** Puts a pod back that could not be bound. */
  putBack(key: string, pod: Pod): void {
    this.vacate(key)
    this.#ready.set(key, pod)
  }

  observePod(key: string, pod: Pod | undefined, before: Pod | undefined): void {
    if (pod && !isFinished(pod) && pod.spec?.nodeName) this.#settle(key, pod)
    else if (pod && isPending(pod)) this.#enqueue(key, pod, before)
    else this.#forget(key)
  }

  observeNode(name: string, node: Node | undefined, before: Node | undefined): void {
    const room = this.#room(name)
    if (Boolean(room.node) !== Boolean(node)) this.#sorted = undefined
    room.setNode(node)
    this.#drop(room)
    if (node && (!before || mattersToPods(node, before))) this.reconsider()
  }

  /** Gives all pods that wait another chance. */
  reconsider(): void {
    for (const [key, pod] of this.#waiting) this.#ready.set(key, pod)
    this.#waiting.clear()
  }

  /** Reserves the room of a pod on a node. */
  occupy(key: string, pod: Pod, nodeName: string): void {
    this.vacate(key)
    this.#placements.set(key, nodeName)
    this.#room(nodeName).add(key, pod)
    if (keepsOthersAway(pod)) this.#jealous.set(key, pod)
  }

  /** Frees the room of a pod; false when it had none. */
  vacate(key: string): boolean {
    const nodeName = this.#placements.get(key)
    if (nodeName === undefined) return false
    this.#placements.delete(key)
    this.#jealous.delete(key)
    const room = this.#room(nodeName)
    room.remove(key)
    this.#drop(room)
    return true
  }

  #settle(key: string, pod: Pod): void {
    this.#ready.delete(key)
    this.#waiting.delete(key)
    this.occupy(key, pod, pod.spec?.nodeName ?? '')
  }

  /** A pod that waits does so until its wishes change; that its status does is the scheduler's own doing. */
  #enqueue(key: string, pod: Pod, before: Pod | undefined): void {
    const isAside = this.#waiting.has(key)
    const isSameWish = before && isSame(before.spec, pod.spec) && isSame(before.metadata.labels, pod.metadata.labels)
    if (isAside && isSameWish) {
      this.#waiting.set(key, pod)
      return
    }
    // Being placed right now: its room is reserved, and the outcome is an event of its own.
    if (this.#placements.has(key)) return
    this.#waiting.delete(key)
    this.#ready.set(key, pod)
  }

  #forget(key: string): void {
    this.#ready.delete(key)
    this.#waiting.delete(key)
    if (this.vacate(key)) this.reconsider()
  }

  #room(name: string): NodeRoom {
    const known = this.#rooms.get(name)
    if (known) return known
    const room = new NodeRoom(name)
    this.#rooms.set(name, room)
    return room
  }

  #drop(room: NodeRoom): void {
    if (room.isEmpty) this.#rooms.delete(room.name)
  }
}

/** Whether a pod waits for this scheduler to find it a node. */
const isPending = (pod: Pod): boolean =>
  !isFinished(pod) &&
  !isDeleted(pod) &&
  (pod.spec?.schedulerName ?? SCHEDULER) === SCHEDULER &&
  (pod.spec?.schedulingGates?.length ?? 0) === 0

const priorityOf = ({ spec }: Pod): number => spec?.priority ?? 0

/** Heartbeats change a node all the time, and no pod's chances. */
const mattersToPods = (node: Node, before: Node): boolean =>
  !isSame(node.spec, before.spec) ||
  !isSame(node.metadata.labels, before.metadata.labels) ||
  !isSame(node.status?.allocatable, before.status?.allocatable)
