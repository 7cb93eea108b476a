import type { Node } from '@skep/api'
import type { ObjectChange, ObjectRef } from '@skep/client'
import type { ControlPlanes } from './control-planes.ts'
import type { Machines } from './machines/machines.ts'
import { readNodeRequest } from './machines/node-request.ts'
import { isReady } from './nodes/readiness.ts'
import type { TenantListener } from './tenants.ts'

/** Brings an object to the work of a controller. */
export type Enqueue = (key: ObjectRef) => void

/** Who is told of a change in the cluster of a tenant. */
export interface Audience {
  readonly controlPlanes: ControlPlanes
  readonly machines: Machines
  /** A control plane. */
  readonly configure: Enqueue
  /** A machine. */
  readonly approve: Enqueue
  /** A machine. */
  readonly label: Enqueue
  /** A set of machines. */
  readonly upgrade: Enqueue
}

/** Brings what a change in the cluster of a tenant is about to those who care. */
export function listenFor(audience: Audience): TenantListener {
  const configure = (namespace: string) => {
    const controlPlane = audience.controlPlanes.in(namespace)
    if (controlPlane) audience.configure(controlPlane.metadata)
  }
  return {
    known: configure,
    nodeChanged: (namespace, change) => {
      if (changesReadiness(change)) configure(namespace)
      const machine = audience.machines.ofNode(namespace, change.object.metadata.name)
      if (!machine) return
      if (change.type === 'deleted') audience.approve(machine.metadata)
      else audience.label(machine.metadata)
      const set = machine.metadata.ownerReferences?.find(({ kind, controller }) => controller && kind === 'MachineSet')
      if (set) audience.upgrade({ namespace, name: set.name })
    },
    requestChanged: (namespace, { type, object }) => {
      const wanted = type === 'added' ? readNodeRequest(object) : undefined
      const machine = wanted && audience.machines.ofNode(namespace, wanted.nodeName)
      if (machine) audience.approve(machine.metadata)
    },
    versionChanged: configure,
    agentsChanged: configure,
  }
}

/** Whether there is another number of nodes, or of ready ones. */
const changesReadiness = (change: ObjectChange<Node>): boolean =>
  change.type !== 'updated' || isReady(change.object) !== isReady(change.previous)
