import type { ControlPlaneComponent, HostedCluster, NodePool } from '@skep/api'

/** How far a step is. */
export interface StepProgress {
  readonly title: string
  /** Milliseconds since the demonstration began; undefined while it has not begun. */
  startedMs?: number
  /** How long it took, for who watches and in the simulation; undefined until it is done. */
  realMs?: number
  simulatedMs?: number
}

/** Something that was asked of a cluster, and what it answered. */
export interface Shown {
  readonly command: string
  readonly output: string
}

/** How far the demonstration is, and how its objects are. */
export interface Progress {
  readonly title: string
  readonly steps: readonly StepProgress[]
  hostedCluster?: HostedCluster
  /** What its control plane consists of, by name. */
  readonly components: Map<string, ControlPlaneComponent>
  readonly pools: Map<string, NodePool>
  /** Where the kubeconfig of the tenant is. */
  kubeconfig?: string
  shown?: Shown
}
