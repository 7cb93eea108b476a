import {
  ClusterApiCluster,
  ClusterApiMachine,
  ClusterApiMachineSet,
  MachineDeployment,
  MachineHealthCheck,
  Secret,
} from '@skep/api'
import { byOwner, type IndexFunction, type Informer } from '@skep/client'
import type { Manager } from '@skep/controller'
import { LABELS } from './names.ts'
import { controllerOf, type Machine } from './objects.ts'
import { referenceKeys } from './references.ts'

/** The copies that all controllers read, with the ways in which they find objects. */
export interface Lookups {
  readonly clusters: Informer<ClusterApiCluster>
  readonly deployments: Informer<MachineDeployment>
  readonly sets: Informer<ClusterApiMachineSet>
  readonly machines: Informer<ClusterApiMachine>
  readonly healthChecks: Informer<MachineHealthCheck>
  /** Secrets of clusters, among them their kubeconfigs. */
  readonly secrets: Informer<Secret>
}

/** What is of a cluster: by its namespace and name. */
export const clusterKey = (namespace: string | undefined, clusterName: string): string => `${namespace}/${clusterName}`

/** A machine by its id at the provider, within its cluster. */
export const providerKey = (namespace: string | undefined, clusterName: string, providerId: string): string =>
  `${clusterKey(namespace, clusterName)}/${providerId}`

/** A machine by the name of its node, within its cluster. */
export const nodeKey = providerKey

const byCluster = ({ metadata, spec }: { metadata: { namespace?: string }; spec: { clusterName: string } }) => [
  clusterKey(metadata.namespace, spec.clusterName),
]

/** What nobody controls, by cluster: whoever selects it takes it over. */
const byOrphanage: IndexFunction<ClusterApiMachine | ClusterApiMachineSet> = (object) =>
  controllerOf(object) ? [] : byCluster(object)

const byProviderId = ({ metadata, spec }: Machine): string[] =>
  spec.providerID ? [providerKey(metadata.namespace, spec.clusterName, spec.providerID)] : []

const byNode = ({ metadata, spec, status }: Machine): string[] =>
  status?.nodeRef?.name ? [nodeKey(metadata.namespace, spec.clusterName, status.nodeRef.name)] : []

interface Templated {
  readonly bootstrap?: { readonly configRef?: Parameters<typeof referenceKeys>[1] } | undefined
  readonly infrastructureRef?: Parameters<typeof referenceKeys>[1]
}

const templateReferences = (object: Parameters<typeof referenceKeys>[0], template: Templated | undefined): string[] =>
  referenceKeys(object, template?.bootstrap?.configRef, template?.infrastructureRef)

/** Which kubeconfigs are followed. */
export const CLUSTER_SECRETS = { labelSelector: LABELS.cluster } as const

/** Adds the indexes to the copies of a manager. */
export function createLookups(manager: Manager): Lookups {
  const informers = manager.informersOf()
  return {
    clusters: informers.of(ClusterApiCluster, {
      indexes: {
        references: (cluster) => referenceKeys(cluster, cluster.spec?.infrastructureRef, cluster.spec?.controlPlaneRef),
      },
    }),
    deployments: informers.of(MachineDeployment, {
      indexes: {
        cluster: byCluster,
        references: (deployment) => templateReferences(deployment, deployment.spec.template.spec),
      },
    }),
    sets: informers.of(ClusterApiMachineSet, {
      indexes: {
        cluster: byCluster,
        owner: byOwner,
        orphan: byOrphanage,
        references: (set) => templateReferences(set, set.spec.template?.spec),
      },
    }),
    machines: informers.of(ClusterApiMachine, {
      indexes: {
        cluster: byCluster,
        owner: byOwner,
        orphan: byOrphanage,
        provider: byProviderId,
        node: byNode,
        references: (machine) => templateReferences(machine, machine.spec),
      },
    }),
    healthChecks: informers.of(MachineHealthCheck, { indexes: { cluster: byCluster } }),
    secrets: informers.of(Secret, CLUSTER_SECRETS),
  }
}
