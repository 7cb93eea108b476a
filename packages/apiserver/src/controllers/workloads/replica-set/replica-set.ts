import type { Pod, ReplicaSet } from '@skep/api'
import type { KubeObject } from '@skep/schema'
import type { ClusterView } from '../../../contracts.ts'
import {
  type ControllerContext,
  type ControllerDefinition,
  isResource,
  type Outcome,
  ownKey,
  serviceAccount,
} from '../../controller.ts'
import { PODS } from '../../resources.ts'
import { dependentKeys } from '../dependent-keys.ts'
import { candidatesFor, controlledBy, inNamespace, type WorkloadIndexes } from '../indexes.ts'
import { claimObjects, controllerOf } from '../ownership.ts'
import { podsToSpare } from '../pods/deletion-order.ts'
import { createPod, deletePod, type PodOwner, podFromTemplate } from '../pods/pod-control.ts'
import { isActive, isDeleted, isTerminating, untilNextAvailable } from '../pods/pod-state.ts'
import { slowStart } from '../slow-start.ts'
import { writeStatus } from '../status-writer.ts'
import type { ReplicaKind } from './replica-kinds.ts'
import { replicaStatus } from './replica-status.ts'

/** Most pods that are made or removed in one go. */
const BURST = 500

/** Keeps the wanted number of pods of ReplicaSets, or of their older relatives. */
export function replicaSetController<T extends KubeObject>(
  context: ControllerContext,
  indexes: WorkloadIndexes,
  kind: ReplicaKind<T>,
): ControllerDefinition {
  const dependents = {
    kind: kind.kind,
    inNamespace: (clusterId: string, namespace: string) => kind.index.find(clusterId, inNamespace(namespace)),
    selectorOf: kind.selectorOf,
  }
  return {
    name: kind.name,
    identity: serviceAccount(kind.account),
    watches: [kind.at, PODS],
    workers: 8,
    keysOf: (event) => (isResource(event, PODS) ? dependentKeys(event, dependents) : [ownKey(event)]),
    reconcile: async ({ namespace, name }, cluster) => {
      const stored = cluster.objects.get(kind.at, namespace, name)
      return stored && new ReplicaSync(context, indexes, kind, cluster, kind.asReplicaSet(stored as T)).run()
    },
  }
}

/** One look at one set. */
class ReplicaSync {
  readonly #context: ControllerContext
  readonly #indexes: WorkloadIndexes
  readonly #kind: Omit<ReplicaKind, 'asReplicaSet' | 'selectorOf' | 'index'>
  readonly #cluster: ClusterView
  readonly #set: ReplicaSet
  readonly #owner: PodOwner

  constructor(
    context: ControllerContext,
    indexes: WorkloadIndexes,
    kind: Omit<ReplicaKind, 'asReplicaSet' | 'selectorOf' | 'index'>,
    cluster: ClusterView,
    set: ReplicaSet,
  ) {
    this.#context = context
    this.#indexes = indexes
    this.#kind = kind
    this.#cluster = cluster
    this.#set = set
    this.#owner = { cluster, events: context.events, component: kind.component, kind: kind.kind, object: set }
  }

  async run(): Promise<Outcome | undefined> {
    const set = this.#set
    const { owned, orphans } = candidatesFor(this.#indexes.pods, this.#cluster.id, set)
    const claimant = { kind: this.#kind.kind, owner: set, selector: set.spec.selector }
    const active = { owned: owned.filter(isActive), orphans: orphans.filter(isActive) }
    const pods = await claimObjects(this.#cluster, PODS, claimant, active)
    const failure = isDeleted(set) ? undefined : await this.#manage(pods).then(nothing, (error: unknown) => error)
    const now = this.#context.clock.now()
    await this.#report(failure, now)
    if (failure !== undefined) throw failure
    const wait = untilNextAvailable(this.#present().filter(isActive), set.spec.minReadySeconds ?? 0, now)
    return wait === undefined ? undefined : { requeueAfterMs: wait }
  }

  /** The set's pods as they are now. */
  #present(): Pod[] {
    return this.#indexes.pods.find(this.#cluster.id, controlledBy(this.#set.metadata.uid ?? ''))
  }

  async #manage(pods: readonly Pod[]): Promise<void> {
    const excess = pods.length - (this.#set.spec.replicas ?? 1)
    if (excess < 0) {
      const pod = podFromTemplate(this.#owner, this.#set.spec.template)
      await slowStart(Math.min(-excess, BURST), () => createPod(this.#owner, pod))
    } else if (excess > 0) {
      const spared = podsToSpare(pods, this.#family(), Math.min(excess, BURST))
      await Promise.all(spared.map((pod) => deletePod(this.#owner, pod)))
    }
  }

  /** Pods of this set and of those with the same owner: while a deployment rolls, both serve the same purpose. */
  #family(): Pod[] {
    const owner = controllerOf(this.#set)
    if (!owner) return this.#present()
    const sets = this.#indexes.replicaSets.find(this.#cluster.id, controlledBy(owner.uid))
    return sets.flatMap(({ metadata }) => this.#indexes.pods.find(this.#cluster.id, controlledBy(metadata.uid ?? '')))
  }

  async #report(failure: unknown, now: number): Promise<void> {
    const pods = this.#present()
    const observed = { active: pods.filter(isActive), terminating: pods.filter(isTerminating), failure, now }
    const { terminatingReplicas, ...status } = replicaStatus(this.#set, observed)
    const counted = this.#kind.countsTerminating ? { ...status, terminatingReplicas } : status
    await writeStatus(this.#cluster, this.#kind.at, this.#set, counted)
  }
}

const nothing = (): undefined => undefined
