import { Pod } from '@skep/api'
import { Informer, type Stored } from '@skep/client'
import type { HostedApi } from '@skep/sim'
import type { NodePoolParts } from '../scope.ts'

interface Followed {
  readonly api: HostedApi
  readonly pods: Informer<Pod>
  readonly stop: AbortController
  readonly finished: Promise<unknown>
}

/** Pods without a node. */
export interface PodsWithoutNode {
  /** Those that no node takes. */
  readonly unschedulable: readonly Stored<Pod>[]
  /** Those of which a scheduler says nothing: it has not looked, or has no node to look at. */
  readonly undecided: readonly Stored<Pod>[]
}

/** Pods of hosted clusters for which there is no node. Only clusters that scale by themselves are followed. */
export class WaitingPods {
  readonly #parts: NodePoolParts
  readonly #onChange: (controlPlane: string, isDecided: boolean) => void
  readonly #followed = new Map<string, Followed>()

  /** `onChange` is told when such a pod comes or goes, with the namespace of the control plane. */
  constructor(parts: NodePoolParts, onChange: (controlPlane: string, isDecided: boolean) => void) {
    this.#parts = parts
    this.#onChange = onChange
  }

  /** The pods of a cluster that have no node; those that come later are told of. */
  of(controlPlane: string, api: HostedApi): PodsWithoutNode {
    const known = this.#followed.get(controlPlane)
    if (known && known.api !== api) void this.forget(controlPlane)
    const { pods } = this.#followed.get(controlPlane) ?? this.#follow(controlPlane, api)
    const waiting = pods.list()
    return { unschedulable: waiting.filter(isUnschedulable), undecided: waiting.filter(isUndecided) }
  }

  /** Follows a cluster no longer. */
  async forget(controlPlane: string): Promise<void> {
    const followed = this.#followed.get(controlPlane)
    this.#followed.delete(controlPlane)
    followed?.stop.abort()
    await followed?.finished
  }

  /** Follows none any longer. */
  async stop(): Promise<void> {
    await Promise.all([...this.#followed.keys()].map((controlPlane) => this.forget(controlPlane)))
  }

  #follow(controlPlane: string, api: HostedApi): Followed {
    const { clock, random, log } = this.#parts
    // A server must not seem silent because simulated time leaps.
    const shared = { clock: clock.outside ?? clock, random, log }
    const pods = new Informer(api.client, Pod, { ...shared, fieldSelector: 'spec.nodeName=' })
    pods.onChange(({ type, object }) => {
      const isDecided = type === 'deleted' || isUnschedulable(object)
      if (isDecided || isUndecided(object)) this.#onChange(controlPlane, isDecided)
    })
    const stop = new AbortController()
    // What cannot be followed for good is an API that is gone; the end of its hosted cluster brings the news.
    const finished = pods.run(stop.signal).catch(() => undefined)
    const followed = { api, pods, stop, finished }
    this.#followed.set(controlPlane, followed)
    return followed
  }
}

const isUnschedulable = ({ status, metadata }: Stored<Pod>): boolean =>
  metadata.deletionTimestamp === undefined &&
  (status?.conditions ?? []).some(
    ({ type, status: value, reason }) => type === 'PodScheduled' && value === 'False' && reason === 'Unschedulable',
  )

const isUndecided = ({ status, metadata }: Stored<Pod>): boolean =>
  metadata.deletionTimestamp === undefined && !(status?.conditions ?? []).some(({ type }) => type === 'PodScheduled')
