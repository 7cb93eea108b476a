import type { DaemonSet, Node, Pod } from '@skep/api'
import { isAvailable, isDeleted, isFinished, isReady } from '../pods/pod-state.ts'
import { isUpdated, oldestFirst } from './daemon-pods.ts'
import { type Eligibility, eligibilityOf } from './eligibility.ts'
import type { DaemonLimits } from './limits.ts'

/** Pods to make and to remove. */
export interface DaemonPlan {
  /** Names of nodes that need a pod. */
  readonly create: string[]
  readonly remove: Pod[]
}

/** What a plan is made from. */
export interface DaemonView {
  readonly set: DaemonSet
  readonly nodes: readonly Node[]
  readonly pods: ReadonlyMap<string, readonly Pod[]>
  /** Hash of the present template. */
  readonly hash: string
  readonly limits: DaemonLimits
  readonly now: number
}

const nameOf = ({ metadata }: Node): string => metadata.name ?? ''
const isThere = (pod: Pod): boolean => !isDeleted(pod)

/** One pod on every node that should have one, none on the others, and none that has ended. */
export function planPresence(view: DaemonView): DaemonPlan {
  const plan: DaemonPlan = { create: [], remove: [] }
  for (const node of view.nodes) planNode(view, node, eligibilityOf(view.set, node), plan)
  plan.remove.push(...podsForMissingNodes(view))
  return plan
}

function planNode(view: DaemonView, node: Node, { shouldRun, mayStay }: Eligibility, plan: DaemonPlan): void {
  const pods = view.pods.get(nameOf(node)) ?? []
  if (shouldRun && pods.length === 0) plan.create.push(nameOf(node))
  else if (!mayStay) plan.remove.push(...pods.filter(isThere))
  else keepOne(view, node, pods, shouldRun, plan)
}

function keepOne(view: DaemonView, node: Node, pods: readonly Pod[], shouldRun: boolean, plan: DaemonPlan): void {
  const present = pods.filter(isThere)
  plan.remove.push(...present.filter(isFinished))
  const running = oldestFirst(present.filter((pod) => !isFinished(pod)))
  if (view.limits.maxSurge === 0) {
    plan.remove.push(...running.slice(1))
    return
  }
  if (running.length === 0 && shouldRun && pods.length > 0) plan.create.push(nameOf(node))
  if (running.length > 1) plan.remove.push(...superseded(view, running))
}

/** While surging, an old pod stays beside the new one until that is available; any further ones go. */
function superseded({ set, hash, now }: DaemonView, running: readonly Pod[]): Pod[] {
  const fresh = running.find((pod) => isUpdated(pod, hash))
  const old = running.find((pod) => !isUpdated(pod, hash))
  const excess = running.filter((pod) => pod !== fresh && pod !== old)
  const isReplaced = fresh && old && (!isReady(old) || isAvailable(fresh, set.spec.minReadySeconds ?? 0, now))
  return isReplaced ? [...excess, old] : excess
}

/** Pods that were never placed and whose node is gone; the others are somebody else's to remove. */
function podsForMissingNodes({ nodes, pods }: DaemonView): Pod[] {
  const known = new Set(nodes.map(nameOf))
  return [...pods].flatMap(([name, meant]) =>
    known.has(name) ? [] : meant.filter((pod) => !pod.spec?.nodeName && isThere(pod)),
  )
}

/** The next step of replacing pods of earlier templates. */
export const planUpdate = (view: DaemonView): DaemonPlan =>
  view.limits.maxSurge > 0 ? planSurge(view) : planReplacement(view)

/** The new and the old pod of a node, of those that are not on their way out. */
function pairOf(pods: readonly Pod[], hash: string): { fresh: Pod | undefined; old: Pod | undefined } {
  const present = pods.filter(isThere)
  return {
    fresh: present.find((pod) => isUpdated(pod, hash)),
    old: present.find((pod) => !isUpdated(pod, hash)),
  }
}

function planReplacement({ set, pods, hash, limits, now }: DaemonView): DaemonPlan {
  const remove: Pod[] = []
  const candidates: Pod[] = []
  let unavailable = 0
  const isWell = (pod: Pod): boolean => isAvailable(pod, set.spec.minReadySeconds ?? 0, now)
  for (const onNode of pods.values()) {
    const { fresh, old } = pairOf(onNode, hash)
    if (old && !fresh && isWell(old)) candidates.push(old)
    else if (!fresh || old || !isWell(fresh)) unavailable++
    // An old pod that is not available is no loss.
    if (old && !fresh && !isWell(old)) remove.push(old)
  }
  const budget = Math.max(0, limits.maxUnavailable - unavailable)
  return { create: [], remove: [...remove, ...candidates.slice(0, budget)] }
}

function planSurge({ set, nodes, pods, hash, limits, now }: DaemonView): DaemonPlan {
  const create: string[] = []
  const candidates: string[] = []
  let surging = 0
  const isWell = (pod: Pod): boolean => isAvailable(pod, set.spec.minReadySeconds ?? 0, now)
  for (const node of nodes) {
    const { fresh, old } = pairOf(pods.get(nameOf(node)) ?? [], hash)
    if (fresh && old) surging++
    if (!old || fresh || !eligibilityOf(set, node).shouldRun) continue
    if (isWell(old)) candidates.push(nameOf(node))
    else create.push(nameOf(node))
  }
  return { create: [...create, ...candidates.slice(0, Math.max(0, limits.maxSurge - surging))], remove: [] }
}
