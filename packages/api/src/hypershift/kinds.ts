import type { KindDefinition } from '@skep/schema'
import { ControlPlaneComponent } from './control-plane-component.ts'
import { HostedCluster } from './hosted-cluster.ts'
import { HostedControlPlane } from './hosted-control-plane.ts'
import { NodePool } from './node-pool.ts'

/** The kinds of HyperShift, to install on a management cluster. */
export const hypershiftKinds: readonly KindDefinition[] = [
  ControlPlaneComponent,
  HostedCluster,
  HostedControlPlane,
  NodePool,
]
