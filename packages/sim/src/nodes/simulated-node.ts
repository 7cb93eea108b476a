import type { Node, NodeCondition } from '@skep/api'
import type { Client, Stored } from '@skep/client'
import type { EventRate, EventRecorder } from '@skep/controller'
import { leanObject } from '@skep/schema'
import { PodEvents } from '../pods/pod-events.ts'
import { PodAddresses } from './addresses.ts'
import { healthyConditions, unreadyConditions } from './node-conditions.ts'

/** How many events a kubelet records unless configured otherwise: fifty a second, a hundred at once. */
export const KUBELET_EVENT_RATE: EventRate = { burst: 100, refillMs: 20 }

/** A node that is registered and alive. */
export interface SimulatedNode {
  /** As it was registered, without its status: there are many nodes, and how they are is told by `conditions`. */
  readonly object: Stored<Node>
  /** In whose name it speaks. */
  readonly client: Client
  /** Its own address. */
  readonly address: string
  readonly podAddresses: PodAddresses
  readonly events: PodEvents
  /** Why it is not ready; undefined when it is. */
  readonly unready: string | undefined
  /** What it says of itself now; `before` says since when that has held. */
  conditions(now: number, before?: readonly NodeCondition[]): NodeCondition[]
  /** From now on it says that it is not ready, and why; or that it is. */
  setUnready(why: string | undefined): void
}

/** Who a node is, and in whose name it speaks. */
export interface NodeIdentity {
  /** As it was registered. */
  readonly object: Stored<Node>
  readonly client: Client
  readonly recorder: EventRecorder
  /** Why it is not ready, if it is not. */
  readonly unready?: string | undefined
}

/** Brings a registered node to life, and tells people so. */
export function wakeNode({ object: registered, client, recorder, ...identity }: NodeIdentity): SimulatedNode {
  const { status, ...object } = leanObject(registered)
  const tell = (reason: string, message: string) => recorder.record(object, { type: 'Normal', reason, message })
  const tellReady = () => tell('NodeReady', `Node ${object.metadata.name} status is now: NodeReady`)
  let unready = identity.unready
  tell('Starting', 'Starting kubelet.')
  if (unready === undefined) tellReady()
  return {
    object,
    client,
    address: status?.addresses?.find(({ type }) => type === 'InternalIP')?.address ?? '',
    podAddresses: new PodAddresses(object.spec?.podCIDR ?? ''),
    events: new PodEvents(recorder),
    get unready() {
      return unready
    },
    conditions: (now, before) =>
      unready === undefined ? healthyConditions(now, before) : unreadyConditions(unready, now, before),
    setUnready: (why) => {
      if (unready !== undefined && why === undefined) tellReady()
      unready = why
    },
  }
}
