import { ControlPlaneComponent, HostedControlPlane } from '@skep/api'
import type { Informer, Stored } from '@skep/client'
import { isConditionTrue, type Manager } from '@skep/controller'

/** The component that brings the cluster to its release. */
export const VERSION_OPERATOR = 'cluster-version-operator'

/** A HostedControlPlane as it is on the server. */
export type ControlPlane = Stored<HostedControlPlane>

/** Copies of the control planes and of their components. What they give is shared and frozen. */
export interface ControlPlanes {
  readonly informer: Informer<HostedControlPlane>
  /** The control plane in a namespace, of which there is one. */
  in(namespace: string): ControlPlane | undefined
  /** The version of a component that has it completely; undefined while none has. */
  componentVersion(namespace: string, name: string): string | undefined
}

/** Reads from the copies of a manager. */
export function createControlPlanes(manager: Manager): ControlPlanes {
  const informers = manager.informersOf()
  const informer = informers.of(HostedControlPlane)
  const components = informers.of(ControlPlaneComponent)
  return {
    informer,
    in: (namespace) => informer.find('namespace', namespace)[0],
    componentVersion: (namespace, name) => {
      const { status } = components.get({ namespace, name }) ?? {}
      return isConditionTrue(status?.conditions, 'RolloutComplete') ? status?.version : undefined
    },
  }
}

/** Whether the API of a control plane can be asked for something. */
export const isApiAvailable = ({ status }: ControlPlane): boolean =>
  isConditionTrue(status?.conditions, 'KubeAPIServerAvailable')
