import { ClusterApiMachine } from '@skep/api'
import type { Informer, Stored } from '@skep/client'
import type { Manager } from '@skep/controller'

/** A Machine as it is on the server. */
export type Machine = Stored<ClusterApiMachine>

/** Copies of all Machines, found by the node that they are or will be. */
export interface Machines {
  readonly informer: Informer<ClusterApiMachine>
  /** The one that has, or will have, a node name in the cluster of a control plane. */
  ofNode(namespace: string, nodeName: string): Machine | undefined
  /** How many there are in the namespace of a control plane. */
  count(namespace: string): number
}

const BY_NODE = 'nodeName'

/** Reads from the copies of a manager. */
export function createMachines(manager: Manager): Machines {
  const byNode = (machine: Machine) =>
    nodeNamesOf(machine).map((nodeName) => `${machine.metadata.namespace}/${nodeName}`)
  const informer = manager.informersOf().of(ClusterApiMachine, { indexes: { [BY_NODE]: byNode } })
  return {
    informer,
    ofNode: (namespace, nodeName) => informer.find(BY_NODE, `${namespace}/${nodeName}`)[0],
    count: (namespace) => informer.find('namespace', namespace).length,
  }
}

/** Names that the node of a machine may have: the one it has, or those by which the machine is known inside. */
export function nodeNamesOf({ status }: ClusterApiMachine): string[] {
  const inside = (status?.addresses ?? []).filter(({ type }) => type === 'InternalDNS').map(({ address }) => address)
  return [...new Set(status?.nodeRef?.name ? [status.nodeRef.name, ...inside] : inside)]
}
