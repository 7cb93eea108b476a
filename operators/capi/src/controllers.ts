import {
  ClusterApiCluster,
  ClusterApiMachine,
  ClusterApiMachineSet,
  MachineDeployment,
  MachineHealthCheck,
  Secret,
} from '@skep/api'
import type { ObjectRef } from '@skep/client'
import { controllerKey, inBursts, watchOf } from '@skep/controller'
import { clusterReconciler } from './cluster/reconciler.ts'
import { healthCheckReconciler } from './health-check/reconciler.ts'
import { CLUSTER_SECRETS, type Lookups } from './lookups.ts'
import { machineReconciler } from './machine/reconciler.ts'
import { machineDeploymentReconciler } from './machine-deployment/reconciler.ts'
import { machineSetReconciler } from './machine-set/reconciler.ts'
import type { ClusterApiParts } from './parts.ts'
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
} from './watches.ts'

/** How many objects of each kind are worked on at the same time. */
const WORKERS = 10

/** Brings an object to work. */
export type Enqueue = (ref: ObjectRef) => void

/** Brings objects to work, by the copies that they are found in. */
export type Enqueues = { readonly [K in Exclude<keyof Lookups, 'secrets'>]: Enqueue }

/** Adds all controllers to the manager. */
export const addControllers = (parts: ClusterApiParts): Enqueues => ({
  clusters: addClusters(parts),
  deployments: addDeployments(parts),
  sets: addSets(parts),
  machines: addMachines(parts),
  healthChecks: addHealthChecks(parts),
})

const addClusters = (parts: ClusterApiParts): Enqueue =>
  parts.manager.add({
    name: 'cluster',
    kind: ClusterApiCluster,
    // What is left of a cluster decides when the next of its parts may go.
    watches: [
      inBursts(parts.clock, watchOf(MachineDeployment, clusterOf, { when: hasGone })),
      inBursts(parts.clock, watchOf(ClusterApiMachineSet, clusterOf, { when: hasGone })),
      inBursts(parts.clock, watchOf(ClusterApiMachine, clusterOf, { when: hasGone })),
    ],
    workers: WORKERS,
    reconcile: clusterReconciler(parts),
  }).enqueue

const addDeployments = (parts: ClusterApiParts): Enqueue =>
  parts.manager.add({
    name: 'machinedeployment',
    kind: MachineDeployment,
    watches: [
      inBursts(parts.clock, watchOf(ClusterApiMachineSet, controllerKey(MachineDeployment))),
      watchOf(ClusterApiMachineSet, adoptersOfSet(parts.lookups)),
      watchOf(ClusterApiCluster, allOfCluster(parts.lookups.deployments), { when: concernsMachines }),
    ],
    workers: WORKERS,
    reconcile: machineDeploymentReconciler(parts),
  }).enqueue

const addSets = (parts: ClusterApiParts): Enqueue =>
  parts.manager.add({
    name: 'machineset',
    kind: ClusterApiMachineSet,
    watches: [
      inBursts(parts.clock, watchOf(ClusterApiMachine, controllerKey(ClusterApiMachineSet))),
      watchOf(ClusterApiMachine, adoptersOfMachine(parts.lookups)),
      watchOf(ClusterApiCluster, allOfCluster(parts.lookups.sets), { when: concernsMachines }),
    ],
    workers: WORKERS,
    reconcile: machineSetReconciler(parts),
  }).enqueue

const addMachines = (parts: ClusterApiParts): Enqueue =>
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

const addHealthChecks = (parts: ClusterApiParts): Enqueue =>
  parts.manager.add({
    name: 'machinehealthcheck',
    kind: MachineHealthCheck,
    watches: [
      watchOf(ClusterApiCluster, allOfCluster(parts.lookups.healthChecks), { when: concernsHealth }),
      inBursts(parts.clock, watchOf(ClusterApiMachine, checksOfMachine(parts.lookups), { when: changesHealth })),
    ],
    workers: WORKERS,
    reconcile: healthCheckReconciler(parts),
  }).enqueue
