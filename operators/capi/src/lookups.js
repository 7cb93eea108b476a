import {
  ClusterApiCluster,
  ClusterApiMachine,
  ClusterApiMachineSet,
  MachineDeployment,
  MachineHealthCheck,
  Secret,
} from '@skep/api'
import { byOwner } from '@skep/client'
import { LABELS } from './names.js'
import { controllerOf } from './objects.js'
import { referenceKeys } from './references.js'
/** What is of a cluster: by its namespace and name. */
export const clusterKey = (namespace, clusterName) => `${namespace}/${clusterName}`
/** A machine by its id at the provider, within its cluster. */
export const providerKey = (namespace, clusterName, providerId) => `${clusterKey(namespace, clusterName)}/${providerId}`
/** A machine by the name of its node, within its cluster. */
export const nodeKey = providerKey
const byCluster = ({ metadata, spec }) => [clusterKey(metadata.namespace, spec.clusterName)]
/** What nobody controls, by cluster: whoever selects it takes it over. */
const byOrphanage = (object) => (controllerOf(object) ? [] : byCluster(object))
const byProviderId = ({ metadata, spec }) =>
  spec.providerID ? [providerKey(metadata.namespace, spec.clusterName, spec.providerID)] : []
const byNode = ({ metadata, spec, status }) =>
  status?.nodeRef?.name ? [nodeKey(metadata.namespace, spec.clusterName, status.nodeRef.name)] : []
const templateReferences = (object, template) =>
  referenceKeys(object, template?.bootstrap?.configRef, template?.infrastructureRef)
/** Which kubeconfigs are followed. */
export const CLUSTER_SECRETS = { labelSelector: LABELS.cluster }
/** Adds the indexes to the copies of a manager. */
export function createLookups(manager) {
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
//# sourceMappingURL=lookups.js.map
