import type { Node } from '@skep/api'
import type { Stored } from '@skep/client'
import type { EventRecorder } from '@skep/controller'
import { PodEvents } from '../pods/pod-events.ts'
import { nodeAddress, PodAddresses, podNetwork } from './addresses.ts'
import type { NodeShape } from './node-object.ts'

/** A node that is registered and alive. */
export interface SimulatedNode {
  /** As it was registered. */
  readonly object: Stored<Node>
  /** Its own address. */
  readonly address: string
  readonly podAddresses: PodAddresses
  readonly events: PodEvents
}

/** Brings a registered node to life, and tells people so. */
export function wakeNode(shape: NodeShape, object: Stored<Node>, recorder: EventRecorder): SimulatedNode {
  const tell = (reason: string, message: string) => recorder.record(object, { type: 'Normal', reason, message })
  tell('Starting', 'Starting kubelet.')
  tell('NodeReady', `Node ${shape.name} status is now: NodeReady`)
  return {
    object,
    address: nodeAddress(shape.number),
    podAddresses: new PodAddresses(object.spec?.podCIDR ?? podNetwork(shape.number)),
    events: new PodEvents(recorder),
  }
}
