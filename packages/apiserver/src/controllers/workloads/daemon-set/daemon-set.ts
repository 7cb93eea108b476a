import { type DaemonSet, isEmptySelector, type Node } from '@skep/api'
import type { ClusterView } from '../../../contracts.ts'
import {
  type ControllerContext,
  type ControllerDefinition,
  isResource,
  type ObjectKey,
  type Outcome,
  ownKey,
  serviceAccount,
} from '../../controller.ts'
import type { ObjectEvent } from '../../object-event.ts'
import { DAEMON_SETS, NODES, PODS } from '../../resources.ts'
import { dependentKeys } from '../dependent-keys.ts'
import { ANYWHERE, candidatesFor, controlledBy, inNamespace, type WorkloadIndexes } from '../indexes.ts'
import { claimObjects } from '../ownership.ts'
import { createPod, deletePod, type PodOwner, podFromTemplate } from '../pods/pod-control.ts'
import { isDeleted, untilNextAvailable } from '../pods/pod-state.ts'
import { forgetRevisions, type Historian, listRevisions, presentRevision } from '../revisions/revisions.ts'
import { slowStart } from '../slow-start.ts'
import { isSame, writeStatus } from '../status-writer.ts'
import { podsByNode, REVISION_LABEL, templateFor } from './daemon-pods.ts'
import { eligibilityOf } from './eligibility.ts'
import { FailedPods } from './failed-pods.ts'
import { daemonLimits, isRolling } from './limits.ts'
import { type DaemonPlan, type DaemonView, planPresence, planUpdate } from './plan.ts'
import { daemonStatus } from './status.ts'

const DAEMON_SET = { group: 'apps', version: 'v1', kind: 'DaemonSet' }
const COMPONENT = 'daemonset-controller'
const BURST = 250

/** Keeps one pod on every node that a DaemonSet is for. */
export function daemonSetController(context: ControllerContext, indexes: WorkloadIndexes): ControllerDefinition {
  const failedPods = new FailedPods(context)
  const dependents = {
    kind: DAEMON_SET,
    inNamespace: (clusterId: string, namespace: string) => indexes.daemonSets.find(clusterId, inNamespace(namespace)),
    selectorOf: ({ spec }: DaemonSet) => spec.selector,
  }
  return {
    name: 'daemonset',
    identity: serviceAccount('daemon-set-controller'),
    watches: [DAEMON_SETS, PODS, NODES],
    keysOf: (event) => {
      if (isResource(event, PODS)) return dependentKeys(event, dependents)
      if (isResource(event, NODES)) return keysOfNode(event)
      return event.type === 'put' ? [ownKey(event)] : []
    },
    reconcile: async ({ namespace, name }, cluster) => {
      const set = cluster.objects.get(DAEMON_SETS, namespace, name) as DaemonSet | undefined
      if (!set || isDeleted(set) || isEmptySelector(set.spec.selector)) return undefined
      return new DaemonSync(context, indexes, cluster, set, failedPods).run()
    },
  }

  /** Sets for which a node has begun or ceased to matter. Most changes of nodes are heartbeats. */
  function keysOfNode({ type, clusterId, object, previous }: ObjectEvent): ObjectKey[] {
    const after = type === 'put' ? (object as Node) : undefined
    const before = previous as Node | undefined
    if (after && before && isSame(after.spec, before.spec) && isSame(after.metadata.labels, before.metadata.labels)) {
      return []
    }
    const verdict = (set: DaemonSet, node: Node | undefined) => node && eligibilityOf(set, node)
    return indexes.daemonSets
      .find(clusterId, ANYWHERE)
      .filter((set) => !isSame(verdict(set, after), verdict(set, before)))
      .map(({ metadata }) => ({ clusterId, namespace: metadata.namespace ?? '', name: metadata.name ?? '' }))
  }
}

/** One look at one set. */
class DaemonSync {
  readonly #context: ControllerContext
  readonly #indexes: WorkloadIndexes
  readonly #cluster: ClusterView
  readonly #set: DaemonSet
  readonly #failedPods: FailedPods
  readonly #owner: PodOwner

  constructor(
    context: ControllerContext,
    indexes: WorkloadIndexes,
    cluster: ClusterView,
    set: DaemonSet,
    failedPods: FailedPods,
  ) {
    this.#context = context
    this.#indexes = indexes
    this.#cluster = cluster
    this.#set = set
    this.#failedPods = failedPods
    this.#owner = { cluster, events: context.events, component: COMPONENT, kind: DAEMON_SET, object: set }
  }

  async run(): Promise<Outcome | undefined> {
    const claimant = { kind: DAEMON_SET, owner: this.#set, selector: this.#set.spec.selector }
    const { pods } = this.#indexes
    await claimObjects(this.#cluster, PODS, claimant, candidatesFor(pods, this.#cluster.id, this.#set))
    const historian = this.#historian(claimant)
    const revisions = await listRevisions(historian)
    const present = await presentRevision(historian, revisions)
    const hash = present.metadata.labels?.[REVISION_LABEL] ?? ''
    let wait: number | undefined
    try {
      wait = await this.#carryOut(planPresence(this.#view(hash)), hash)
      if (isRolling(this.#set)) await this.#carryOut(planUpdate(this.#view(hash)), hash)
    } finally {
      await writeStatus(this.#cluster, DAEMON_SETS, this.#set, daemonStatus(this.#view(hash), historian.collisionCount))
    }
    const live = new Set(this.#pods().map(({ metadata }) => metadata.labels?.[REVISION_LABEL]))
    const isLive = (revision: typeof present) =>
      revision.metadata.name === present.metadata.name || live.has(revision.metadata.labels?.[REVISION_LABEL])
    await forgetRevisions(historian, revisions, isLive, this.#set.spec.revisionHistoryLimit ?? 10)
    return this.#nextLook(wait)
  }

  #historian(claimant: Historian['claimant']): Historian {
    return {
      cluster: this.#cluster,
      index: this.#indexes.revisions,
      claimant,
      template: this.#set.spec.template,
      hashLabel: REVISION_LABEL,
      collisionCount: this.#set.status?.collisionCount ?? 0,
    }
  }

  #pods() {
    return this.#indexes.pods.find(this.#cluster.id, controlledBy(this.#set.metadata.uid ?? ''))
  }

  /** The set, its nodes and its pods as they are now. */
  #view(hash: string): DaemonView {
    const nodes = this.#indexes.nodes.find(this.#cluster.id, ANYWHERE)
    const desired = nodes.filter((node) => eligibilityOf(this.#set, node).shouldRun).length
    const limits = daemonLimits(this.#set, desired)
    return { set: this.#set, nodes, pods: podsByNode(this.#pods()), hash, limits, now: this.#context.clock.now() }
  }

  /** Milliseconds until pods that failed may be removed, when some must stay a while. */
  async #carryOut({ create, remove }: DaemonPlan, hash: string): Promise<number | undefined> {
    const { due, wait } = this.#failedPods.sift(this.#owner, remove)
    await Promise.all(due.slice(0, BURST).map((pod) => deletePod(this.#owner, pod)))
    await slowStart(Math.min(create.length, BURST), (index) =>
      createPod(this.#owner, podFromTemplate(this.#owner, templateFor(this.#set, hash, create[index]!))),
    )
    return wait
  }

  #nextLook(failedWait: number | undefined): Outcome | undefined {
    const { minReadySeconds = 0 } = this.#set.spec
    const readyWait = untilNextAvailable(this.#pods(), minReadySeconds, this.#context.clock.now())
    const waits = [failedWait, readyWait].filter((wait) => wait !== undefined)
    return waits.length === 0 ? undefined : { requeueAfterMs: Math.min(...waits) }
  }
}
