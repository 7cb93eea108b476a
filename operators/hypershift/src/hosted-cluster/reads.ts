import {
  AgentCluster,
  AwsCluster,
  AzureCluster,
  AzureClusterIdentity,
  ClusterApiCluster,
  ClusterApiMachine,
  ConfigMap,
  ControlPlaneComponent,
  Deployment,
  HostedCluster,
  HostedControlPlane,
  KubevirtCluster,
  Namespace,
  NodePool,
  Route,
  Secret,
  Service,
} from '@skep/api'
import type { Informer, Stored } from '@skep/client'
import type { HypershiftParts } from '../contracts.ts'
import { type ComponentCopies, createComponentCopies } from '../control-plane/components/component-copies.ts'
import { controlPlaneNamespace } from '../naming.ts'
import { referencesOf } from './references.ts'

/** Names of the indexes. */
export const INDEX = {
  /** Hosted clusters by the namespace of their control plane. */
  controlPlane: 'controlPlaneNamespace',
  /** Hosted clusters by `KIND/NAMESPACE/NAME` of what they name. */
  reference: 'reference',
  /** Node pools by `NAMESPACE/NAME` of their hosted cluster. */
  hostedCluster: 'hostedCluster',
} as const

/** Copies of what hosted clusters are decided by. What they give is shared and frozen. */
export interface HostedClusterReads {
  readonly hostedClusters: Informer<HostedCluster>
  readonly controlPlanes: Informer<HostedControlPlane>
  readonly components: Informer<ControlPlaneComponent>
  readonly componentCopies: ComponentCopies
  readonly nodePools: Informer<NodePool>
  readonly clusters: Informer<ClusterApiCluster>
  readonly machines: Informer<ClusterApiMachine>
  readonly agentClusters: Informer<AgentCluster>
  readonly awsClusters: Informer<AwsCluster>
  readonly azureClusters: Informer<AzureCluster>
  readonly azureIdentities: Informer<AzureClusterIdentity>
  readonly kubevirtClusters: Informer<KubevirtCluster>
  readonly namespaces: Informer<Namespace>
  readonly deployments: Informer<Deployment>
  readonly secrets: Informer<Secret>
  readonly configMaps: Informer<ConfigMap>
  readonly services: Informer<Service>
  /** Where the management cluster has routes. */
  readonly routes: Informer<Route> | undefined
}

/** Reads from the copies of a manager. */
export function createHostedClusterReads({ client, manager, routes = true }: HypershiftParts): HostedClusterReads {
  const informers = manager.informersOf()
  const components = informers.of(ControlPlaneComponent)
  return {
    hostedClusters: informers.of(HostedCluster, {
      indexes: {
        [INDEX.controlPlane]: (hostedCluster) => [namespaceOf(hostedCluster)],
        [INDEX.reference]: referencesOf,
      },
    }),
    controlPlanes: informers.of(HostedControlPlane),
    components,
    componentCopies: createComponentCopies(client, components),
    nodePools: informers.of(NodePool, {
      indexes: { [INDEX.hostedCluster]: ({ metadata, spec }) => [`${metadata.namespace}/${spec.clusterName}`] },
    }),
    clusters: informers.of(ClusterApiCluster),
    machines: informers.of(ClusterApiMachine),
    agentClusters: informers.of(AgentCluster),
    awsClusters: informers.of(AwsCluster),
    azureClusters: informers.of(AzureCluster),
    azureIdentities: informers.of(AzureClusterIdentity),
    kubevirtClusters: informers.of(KubevirtCluster),
    namespaces: informers.of(Namespace),
    deployments: informers.of(Deployment),
    secrets: informers.of(Secret),
    configMaps: informers.of(ConfigMap),
    services: informers.of(Service),
    routes: routes ? informers.of(Route) : undefined,
  }
}

/** Namespace of the control plane of a hosted cluster. */
export const namespaceOf = ({ metadata: { namespace = '', name } }: Stored): string =>
  controlPlaneNamespace({ namespace, name })
