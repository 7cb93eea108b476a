import type { Node, PersistentVolumeClaim, Pod } from '@skep/api'
import { hasReason } from '@skep/base'
import type { ClusterView, Identity } from '../../contracts.ts'
import { setPodCondition } from '../../registry/subresources/pod-condition.ts'
import { type ControllerContext, type ControllerDefinition, isResource, type Outcome } from '../controller.ts'
import type { ObjectEvent } from '../object-event.ts'
import { NODES, PERSISTENT_VOLUME_CLAIMS, PERSISTENT_VOLUMES, PODS, STORAGE_CLASSES } from '../resources.ts'
import { textOf } from '../workloads/pods/pod-control.ts'
import { ClusterState, SCHEDULER } from './cluster-state.ts'
import { place } from './placement.ts'

/** Says in the API that a pod runs on a node. */
export type BindPod = (cluster: ClusterView, pod: Pod, nodeName: string) => Promise<void>

const IDENTITY: Identity = {
  user: { name: 'system:kube-scheduler', groups: ['system:authenticated'] },
  userAgent: 'kube-scheduler',
}

/** Pods that are placed in one go, before others get their turn. */
const BATCH = 100
/** After this long, what went wrong with binding a pod may be over. */
const RETRY_MS = 1_000
const SELECTED_NODE = 'volume.kubernetes.io/selected-node'

/**
 * Gives pods their nodes. The key is the cluster alone: its pods are placed one after the other, the most important
 * first, so that each sees the room that those before it took.
 */
export function schedulerController(context: ControllerContext, bind: BindPod): ControllerDefinition {
  const states = new Map<string, ClusterState>()
  const stateOf = (clusterId: string): ClusterState => {
    const known = states.get(clusterId)
    if (known) return known
    const state = new ClusterState()
    states.set(clusterId, state)
    return state
  }
  return {
    name: 'scheduler',
    identity: IDENTITY,
    watches: [PODS, NODES, PERSISTENT_VOLUME_CLAIMS, PERSISTENT_VOLUMES, STORAGE_CLASSES],
    keysOf: (event) => {
      const state = stateOf(event.clusterId)
      observe(state, event)
      return state.hasReady ? [{ clusterId: event.clusterId, namespace: '', name: '' }] : []
    },
    clusterGone: (clusterId) => void states.delete(clusterId),
    reconcile: async ({ clusterId }, cluster) => new Scheduling(context, cluster, stateOf(clusterId), bind).run(),
  }
}

function observe(state: ClusterState, event: ObjectEvent): void {
  const { type, object, previous } = event
  const present = type === 'put' ? object : undefined
  if (isResource(event, PODS)) {
    state.observePod(`${event.namespace}/${event.name}`, present as Pod | undefined, previous as Pod | undefined)
  } else if (isResource(event, NODES)) {
    state.observeNode(event.name, present as Node | undefined, previous as Node | undefined)
  } else {
    state.reconsider()
  }
}

/** One round of placing pods in one cluster. */
class Scheduling {
  readonly #context: ControllerContext
  readonly #cluster: ClusterView
  readonly #state: ClusterState
  readonly #bind: BindPod

  constructor(context: ControllerContext, cluster: ClusterView, state: ClusterState, bind: BindPod) {
    this.#context = context
    this.#cluster = cluster
    this.#state = state
    this.#bind = bind
  }

  async run(): Promise<Outcome | undefined> {
    const writes = this.#state.takeReady(BATCH).map(([key, pod]) => this.#schedule(key, pod))
    const failed = (await Promise.all(writes)).includes(false)
    if (failed) return { requeueAfterMs: RETRY_MS }
    return this.#state.hasReady ? { requeueAfterMs: 0 } : undefined
  }

  /** Decides at once, so that the next pod sees the room taken, and writes in its own time. False when that failed. */
  async #schedule(key: string, pod: Pod): Promise<boolean> {
    const placement = place(this.#cluster, this.#state, pod)
    if (placement.nodeName === undefined) {
      this.#state.setAside(key, pod)
      await this.#reportUnschedulable(pod, placement.reason)
      return true
    }
    const { nodeName, volumes } = placement
    if (volumes.unbound.length > 0) {
      // Its volumes are made for the node; when they are bound, the pod comes up again.
      this.#state.setAside(key, pod)
      for (const claim of volumes.unbound) await this.#selectNode(claim, nodeName)
      return true
    }
    this.#state.occupy(key, pod, nodeName)
    return this.#bindTo(key, pod, nodeName)
  }

  async #bindTo(key: string, pod: Pod, nodeName: string): Promise<boolean> {
    try {
      await this.#bind(this.#cluster, pod, nodeName)
    } catch (error) {
      if (hasReason(error, 'NotFound') || hasReason(error, 'Conflict')) return true
      this.#state.putBack(key, pod)
      const message = `running Bind plugin "DefaultBinder": ${textOf(error)}`
      this.#tell(pod, { type: 'Warning', reason: 'FailedScheduling', message, action: 'Scheduling' })
      return false
    }
    const { namespace, name } = pod.metadata
    const message = `Successfully assigned ${namespace}/${name} to ${nodeName}`
    this.#tell(pod, { reason: 'Scheduled', message, action: 'Binding' })
    return true
  }

  async #reportUnschedulable(waiting: Pod, message: string): Promise<void> {
    const { metadata } = waiting
    const note = { type: 'Warning', reason: 'FailedScheduling', message, action: 'Scheduling' } as const
    // On a bare API server, which runs nothing, pods are just objects: they are told of the lack of nodes in an event only.
    if (!this.#state.hasLivingNode) return this.#tell(waiting, note)
    const condition = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }
    const now = this.#context.clock.now()
    const changed = await this.#cluster.objects.modify(
      PODS,
      metadata.namespace ?? '',
      metadata.name ?? '',
      (stored) => {
        const pod = stored as Pod
        const before = pod.status?.conditions?.find(({ type }) => type === 'PodScheduled')
        if (pod.metadata.uid !== metadata.uid || before?.message === message || pod.spec?.nodeName) return undefined
        setPodCondition(pod, condition, now)
        return pod
      },
      { subresource: 'status' },
    )
    if (changed) this.#tell(changed as Pod, note)
  }

  async #selectNode({ metadata }: PersistentVolumeClaim, nodeName: string): Promise<void> {
    const { namespace = '', name = '' } = metadata
    await this.#cluster.objects.modify(PERSISTENT_VOLUME_CLAIMS, namespace, name, (claim) => {
      const { annotations = {} } = claim.metadata
      if (annotations[SELECTED_NODE] !== undefined) return undefined
      return { ...claim, metadata: { ...claim.metadata, annotations: { ...annotations, [SELECTED_NODE]: nodeName } } }
    })
  }

  #tell(pod: Pod, what: { type?: 'Warning'; reason: string; message: string; action: string }): void {
    this.#context.events.record(this.#cluster, pod, { component: SCHEDULER, ...what })
  }
}
