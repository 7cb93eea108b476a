import {
  ClusterApiCluster,
  ClusterApiMachine,
  ClusterApiMachineSet,
  MachineDeployment,
  MachineHealthCheck,
  Secret,
} from '@skep/api'
import { controllerKey, watchOf } from '@skep/controller'
import { clusterReconciler } from './cluster/reconciler.js'
import { healthCheckReconciler } from './health-check/reconciler.js'
import { CLUSTER_SECRETS } from './lookups.js'
import { machineReconciler } from './machine/reconciler.js'
import { machineDeploymentReconciler } from './machine-deployment/reconciler.js'
import { machineSetReconciler } from './machine-set/reconciler.js'
import {
  adoptersOfMachine,
  adoptersOfSet,
  allOfCluster,
  changesHealth,
  checksOfMachine,
  clusterOf,
  concernsHealth,
  concernsMachines,
  hasGone,
  isNewRevision,
  machinesOfDeployment,
  machinesOfKubeconfig,
} from './watches.js'

/** How many objects of each kind are worked on at the same time. */
const WORKERS = 10
/** Adds all controllers to the manager. */
export const addControllers = (parts) => ({
  clusters: addClusters(parts),
  deployments: addDeployments(parts),
  sets: addSets(parts),
  machines: addMachines(parts),
  healthChecks: addHealthChecks(parts),
})
const addClusters = (parts) =>
  parts.manager.add({
    name: 'cluster',
    kind: ClusterApiCluster,
    // What is left of a cluster decides when the next of its parts may go.
    watches: [
      watchOf(MachineDeployment, clusterOf, { when: hasGone }),
      watchOf(ClusterApiMachineSet, clusterOf, { when: hasGone }),
      watchOf(ClusterApiMachine, clusterOf, { when: hasGone }),
    ],
    workers: WORKERS,
    reconcile: clusterReconciler(parts),
  }).enqueue
const addDeployments = (parts) =>
  parts.manager.add({
    name: 'machinedeployment',
    kind: MachineDeployment,
    watches: [
      watchOf(ClusterApiMachineSet, controllerKey(MachineDeployment)),
      watchOf(ClusterApiMachineSet, adoptersOfSet(parts.lookups)),
      watchOf(ClusterApiCluster, allOfCluster(parts.lookups.deployments), { when: concernsMachines }),
    ],
    workers: WORKERS,
    reconcile: machineDeploymentReconciler(parts),
  }).enqueue
const addSets = (parts) =>
  parts.manager.add({
    name: 'machineset',
    kind: ClusterApiMachineSet,
    watches: [
      watchOf(ClusterApiMachine, controllerKey(ClusterApiMachineSet)),
      watchOf(ClusterApiMachine, adoptersOfMachine(parts.lookups)),
      watchOf(ClusterApiCluster, allOfCluster(parts.lookups.sets), { when: concernsMachines }),
    ],
    workers: WORKERS,
    reconcile: machineSetReconciler(parts),
  }).enqueue
const addMachines = (parts) =>
  parts.manager.add({
    name: 'machine',
    kind: ClusterApiMachine,
    watches: [
      watchOf(ClusterApiCluster, allOfCluster(parts.lookups.machines), { when: concernsMachines }),
      watchOf(Secret, machinesOfKubeconfig(parts.lookups), CLUSTER_SECRETS),
      watchOf(MachineDeployment, machinesOfDeployment(parts.lookups), { when: isNewRevision }),
    ],
    workers: WORKERS,
    reconcile: machineReconciler(parts),
  }).enqueue
const addHealthChecks = (parts) =>
  parts.manager.add({
    name: 'machinehealthcheck',
    kind: MachineHealthCheck,
    watches: [
      watchOf(ClusterApiCluster, allOfCluster(parts.lookups.healthChecks), { when: concernsHealth }),
      watchOf(ClusterApiMachine, checksOfMachine(parts.lookups), { when: changesHealth }),
    ],
    workers: WORKERS,
    reconcile: healthCheckReconciler(parts),
  }).enqueue
//# sourceMappingURL=controllers.js.map
