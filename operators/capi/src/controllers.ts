import {
  ClusterApiCluster,
  ClusterApiMachine,
  ClusterApiMachineSet,
  MachineDeployment,
  MachineHealthCheck,
  Secret,
} from '@skep/api'
import type { ClientKind, Informer, ObjectChange, ObjectRef } from '@skep/client'
import {
  controllerKey,
  inBursts,
  isMoreThanStatus,
  ownKey,
  type Reconciler,
  type Source,
  watchOf,
} from '@skep/controller'
import type { KubeObject } from '@skep/schema'
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
  isNew,
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
export function addControllers(parts: ClusterApiParts): Enqueues {
  const { clock, manager, lookups } = parts
  const add = <T extends KubeObject>(
    kind: ClientKind<T>,
    reconciler: (parts: ClusterApiParts) => Reconciler,
    watches: readonly Source[],
    // Nobody else writes most of these statuses.
    when: (change: ObjectChange) => boolean = isMoreThanStatus,
  ): Enqueue =>
    manager.add({ name: kind.kind.toLowerCase(), kind, when, watches, workers: WORKERS, reconcile: reconciler(parts) })
      .enqueue
  // Many of them change together, and one look at what came of it is enough.
  const bursts = (...sources: Source[]): Source[] => inBursts(clock, ...sources)
  const ofCluster = <T extends KubeObject>(informer: Informer<T>, when = concernsMachines): Source =>
    watchOf(ClusterApiCluster, allOfCluster(informer), { when })
  return {
    // What is left of a cluster decides when the next of its parts may go.
    clusters: add(
      ClusterApiCluster,
      clusterReconciler,
      bursts(
        watchOf(MachineDeployment, clusterOf, { when: hasGone }),
        watchOf(ClusterApiMachineSet, clusterOf, { when: hasGone }),
        watchOf(ClusterApiMachine, clusterOf, { when: hasGone }),
      ),
    ),
    deployments: add(MachineDeployment, machineDeploymentReconciler, [
      ...bursts(watchOf(ClusterApiMachineSet, controllerKey(MachineDeployment))),
      watchOf(ClusterApiMachineSet, adoptersOfSet(lookups)),
      ofCluster(lookups.deployments),
    ]),
    sets: add(ClusterApiMachineSet, machineSetReconciler, [
      ...bursts(watchOf(ClusterApiMachine, controllerKey(ClusterApiMachineSet))),
      watchOf(ClusterApiMachine, adoptersOfMachine(lookups)),
      ofCluster(lookups.sets),
    ]),
    machines: add(
      ClusterApiMachine,
      machineReconciler,
      [
        // There is nothing to say of a new machine before its provider has seen it.
        ...bursts(watchOf(ClusterApiMachine, ownKey, { when: isNew })),
        ofCluster(lookups.machines),
        watchOf(Secret, machinesOfKubeconfig(lookups), CLUSTER_SECRETS),
        watchOf(MachineDeployment, machinesOfDeployment(lookups), { when: isNewRevision }),
      ],
      // Health checks write the status, too.
      (change) => !isNew(change),
    ),
    healthChecks: add(MachineHealthCheck, healthCheckReconciler, [
      ofCluster(lookups.healthChecks, concernsHealth),
      ...bursts(watchOf(ClusterApiMachine, checksOfMachine(lookups), { when: changesHealth })),
    ]),
  }
}
