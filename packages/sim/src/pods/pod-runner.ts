import { Pod, type PodStatus } from '@skep/api'
import { type Clock, createRandom, hasReason, type Logger, type Random, WorkQueue } from '@skep/base'
import { type Client, Informer, isObjectMissing, type ObjectChange, objectKey, type Stored } from '@skep/client'
import type { PodDelays } from '../delays.ts'
import { FIELD_MANAGER } from '../nodes/node-api.ts'
import type { SimulatedNode } from '../nodes/simulated-node.ts'
import { KubeletPod } from './kubelet-pod.ts'
import { PodRun } from './pod-run.ts'
import { statusPatch } from './pod-status.ts'

/** What running the pods of nodes takes. */
export interface PodRunnerOptions {
  /** For the watch of pods; what is written about one, its node writes in its own name. */
  readonly client: Client
  readonly clock: Clock
  readonly random: Random
  readonly log: Logger
  readonly delays: PodDelays
  /** What pods draw their lives from, each by its own uid. */
  readonly seed: string
  /** The node of that name, if it is one of ours and alive. */
  nodeOf(name: string): SimulatedNode | undefined
}

/** Pods that are in process at the same time. */
const WORKERS = 16
/** Only pods that have a node. */
const BOUND = 'spec.nodeName!='

/** Runs the pods of all simulated nodes of a cluster, on one watch and one queue. */
export class PodRunner {
  readonly #options: PodRunnerOptions
  readonly #informer: Informer<Pod>
  readonly #queue: WorkQueue
  readonly #pods = new Map<string, KubeletPod>()

  constructor(options: PodRunnerOptions) {
    this.#options = options
    const { client, clock, random, log } = options
    const byNode = ({ spec }: Pod) => [spec?.nodeName ?? '']
    // A server must not seem silent because simulated time leaps.
    const outside = { clock: clock.outside ?? clock, random, log }
    this.#informer = new Informer(client, Pod, { fieldSelector: BOUND, indexes: { node: byNode }, ...outside })
    this.#queue = new WorkQueue({ clock })
    this.#informer.onChange((change) => this.#onChange(change))
  }

  /** Runs pods until the signal aborts. Rejects with what trying again cannot help. */
  async run(signal: AbortSignal): Promise<void> {
    const { log } = this.#options
    const working = this.#queue.run({
      workers: WORKERS,
      signal,
      process: (key) => this.#process(key, signal),
      onError: (error, key) => signal.aborted || log.info('Failed to run a pod', { Pod: key, reason: error }),
    })
    await Promise.all([this.#informer.run(signal), working])
  }

  /** Resolves when all pods are known. */
  waitForSync(signal: AbortSignal): Promise<void> {
    return this.#informer.waitForSync(signal)
  }

  /** Takes up the pods of a node that has come to life, or become ready. */
  wake(nodeName: string): void {
    for (const { metadata } of this.#informer.find('node', nodeName)) this.#queue.add(objectKey(metadata))
  }

  /** Forgets the pods of a node that is gone. */
  forget(nodeName: string): void {
    for (const { metadata } of this.#informer.find('node', nodeName)) this.#drop(objectKey(metadata))
  }

  #onChange({ type, object }: ObjectChange<Pod>): void {
    if (!this.#options.nodeOf(object.spec?.nodeName ?? '')) return
    const key = objectKey(object.metadata)
    if (type === 'deleted') this.#drop(key)
    else this.#queue.add(key)
  }

  #drop(key: string): void {
    this.#pods.get(key)?.release()
    this.#pods.delete(key)
  }

  async #process(key: string, signal: AbortSignal): Promise<void> {
    const [namespace, name = ''] = key.split('/')
    const pod = this.#informer.get({ namespace, name })
    const node = pod && this.#options.nodeOf(pod.spec?.nodeName ?? '')
    if (!pod || !node) return
    if (isFinished(pod) && pod.metadata.deletionTimestamp === undefined) return this.#drop(key)
    const kept = this.#keep(key, pod, node)
    const now = this.#options.clock.now()
    if (!kept.isSettled(pod, now)) {
      kept.dueAt = 0
      await this.#advance(pod, kept, node, now, signal)
      if (kept.run.isOver) await finish(node.client, pod, kept, signal)
      kept.dueAt = kept.run.nextAt(now)
    }
    // Said again each time: the queue may have woken up for something earlier, which has been done meanwhile.
    if (kept.dueAt < Number.POSITIVE_INFINITY) this.#queue.addAfter(key, kept.dueAt - this.#options.clock.now())
  }

  /** Lets happen what is due, tells people, and reports what came of it. */
  async #advance(
    pod: Stored<Pod>,
    kept: KubeletPod,
    node: SimulatedNode,
    now: number,
    signal: AbortSignal,
  ): Promise<void> {
    const stopping = pod.metadata.deletionTimestamp !== undefined
    const graceMs = (pod.metadata.deletionGracePeriodSeconds ?? 0) * 1_000
    const happenings = [...(stopping ? kept.run.stop(now, graceMs) : []), ...kept.run.advance(now)]
    for (const happening of happenings) node.events.happened(pod, happening, now)
    const { clock } = this.#options
    const times = { now, serverNow: (clock.outside ?? clock).now() }
    await kept.report(pod, times, (status) => send(node.client, pod, kept, status, signal))
  }

  /** The pod as it is kept; one of the same name but another uid is another pod. */
  #keep(key: string, pod: Stored<Pod>, node: SimulatedNode): KubeletPod {
    const { uid } = pod.metadata
    const known = this.#pods.get(key)
    if (known?.uid === uid) return known
    const { delays, seed, clock } = this.#options
    const now = clock.now()
    const run = new PodRun(pod, { delays, random: createRandom(`${seed}/${uid}`), now })
    const kept = new KubeletPod(pod, run, node)
    this.#pods.set(key, kept)
    if (pod.status?.startTime === undefined) {
      for (const container of run.firstContainers) node.events.preparing(pod, container, now)
    }
    return kept
  }
}

/**
 * Version of the pod with this status; undefined when it is no longer there, or when somebody asked something else of it
 * meanwhile, which has then yet to be looked at.
 */
async function send(
  client: Client,
  pod: Stored<Pod>,
  { uid }: KubeletPod,
  status: PodStatus,
  signal: AbortSignal,
): Promise<string | undefined> {
  // The uid keeps the report from reaching another pod of the same name.
  const body = { metadata: { uid }, status: statusPatch(status) }
  const options = { subresource: 'status', signal, fieldManager: FIELD_MANAGER }
  const patched = await client.patch(Pod, pod.metadata, { type: 'strategic', body }, options).catch(ignoreReplaced)
  return patched && asksTheSame(patched, pod) ? patched.metadata.resourceVersion : undefined
}

const asksTheSame = ({ metadata: a }: Stored<Pod>, { metadata: b }: Stored<Pod>): boolean =>
  a.generation === b.generation && a.deletionTimestamp === b.deletionTimestamp

/** Nothing runs any more: a pod that was asked to go can go. */
async function finish(client: Client, pod: Stored<Pod>, kept: KubeletPod, signal: AbortSignal): Promise<void> {
  kept.release()
  if (pod.metadata.deletionTimestamp === undefined || kept.isRemoved) return
  const preconditions = { uid: kept.uid }
  await client.delete(Pod, pod.metadata, { gracePeriodSeconds: 0, preconditions, signal }).catch(ignoreReplaced)
  kept.isRemoved = true
}

const isFinished = ({ status }: Pod): boolean => status?.phase === 'Succeeded' || status?.phase === 'Failed'

/** A pod that is gone, or has been replaced by another of its name, needs nothing more. The watch will tell. */
function ignoreReplaced(error: unknown): undefined {
  if (!isObjectMissing(error) && !hasReason(error, 'Conflict')) throw error
}
