import type { ControlPlaneStage } from '../behaviour-kinds.ts'
import type { ControlPlane } from '../facts.ts'

/** A container of a component. */
export interface ContainerDefinition {
  readonly name: string
  /** What its image is called in a release. */
  readonly image: string
  readonly cpu?: string
  readonly memory?: string
  readonly ports?: Readonly<Record<string, number>>
}

/** Kinds of workloads that components are. */
export type WorkloadKind = 'Deployment' | 'StatefulSet' | 'Job' | 'CronJob'

/** A workload of a control plane. */
export interface ComponentDefinition {
  readonly name: string
  readonly kind: WorkloadKind
  /** How many pods it has where the control plane is highly available; otherwise one. */
  readonly replicas: 1 | 2 | 3
  /** Components that must be there, complete and of the same version, before this one is touched. */
  readonly dependsOn: readonly string[]
  /** How long it takes to start, and what makes it fail, is up to this stage. */
  readonly stage: ControlPlaneStage
  /** Share of the duration of its stage that it takes; all of it unless given. */
  readonly stageShare?: number
  readonly containers: readonly ContainerDefinition[]
  readonly initContainers?: readonly ContainerDefinition[]
  /** Talks to the API of the management cluster. */
  readonly needsManagementApi?: boolean
  /** Answers requests of tenants, so that it may run apart from the others. */
  readonly isRequestServing?: boolean
  /** All old pods go before new ones come. */
  readonly isRecreated?: boolean
  readonly priority: 'hypershift-etcd' | 'hypershift-api-critical' | 'hypershift-control-plane'
  /** Others look at how far it is: it is told of also where control planes have no pods. */
  readonly isAwaited?: boolean
  /** Whether a control plane has it; all have unless given. */
  readonly isPresent?: (controlPlane: ControlPlane, published: Published) => boolean
  /** How many pods it has, where that is not up to availability alone. */
  readonly replicasOf?: (controlPlane: ControlPlane, usual: number) => number
}

/** What has been published of a control plane so far. */
export interface Published {
  /** Whether there is a kubeconfig for the machinery that looks after machines. */
  readonly kubeconfig: boolean
}

type Options = Partial<Omit<ComponentDefinition, 'name' | 'kind' | 'containers'>>

/** A container: its name, image, and what it asks for. */
export const container = (
  name: string,
  image: string,
  cpu?: string,
  memory?: string,
  ports?: Readonly<Record<string, number>>,
): ContainerDefinition => ({
  name,
  image,
  ...(cpu ? { cpu } : {}),
  ...(memory ? { memory } : {}),
  ...(ports ? { ports } : {}),
})

/** Components that wait for nobody unless they say so. */
const INDEPENDENT = new Set(['etcd', 'featuregate-generator', 'router', 'ignition-server', 'ignition-server-proxy'])

/** A component; one of the many that wait for the API, and of which there is one pod, unless told otherwise. */
export function component(
  name: string,
  containers: readonly ContainerDefinition[],
  { dependsOn = [], ...options }: Options & { kind?: WorkloadKind } = {},
): ComponentDefinition {
  const needsApi = name !== 'kube-apiserver' && !INDEPENDENT.has(name)
  return {
    name,
    kind: 'Deployment',
    replicas: 1,
    stage: 'Components',
    priority: 'hypershift-control-plane',
    ...options,
    dependsOn: [...new Set([...(needsApi ? ['kube-apiserver'] : []), ...dependsOn])].sort(),
    containers,
  }
}
