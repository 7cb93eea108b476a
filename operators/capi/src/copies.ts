import {
  ClusterApiCluster,
  ClusterApiMachine,
  ClusterApiMachineSet,
  MachineDeployment,
  MachineHealthCheck,
} from '@skep/api'
import type { ClientKind, Informer, Stored } from '@skep/client'
import { type NewestCopies, newestCopies } from '@skep/controller'
import type { KubeObject } from '@skep/schema'
import type { Lookups } from './lookups.ts'

/** Objects of one kind, at least as new as what any controller here wrote of them. */
export interface Copies<T extends KubeObject> extends NewestCopies<T> {
  readonly kind: ClientKind<T>
  /** What was found in another way, as new as it is known. */
  newest(found: readonly Stored<T>[]): Stored<T>[]
}

/** Copies of what controllers write. They share them, since some write objects of each other. */
export interface AllCopies {
  readonly clusters: Copies<ClusterApiCluster>
  readonly deployments: Copies<MachineDeployment>
  readonly sets: Copies<ClusterApiMachineSet>
  readonly machines: Copies<ClusterApiMachine>
  readonly healthChecks: Copies<MachineHealthCheck>
}

/** Reads what the lookups have, past their delay for what is written here. */
export const createCopies = (lookups: Lookups): AllCopies => ({
  clusters: copiesOf(ClusterApiCluster, lookups.clusters),
  deployments: copiesOf(MachineDeployment, lookups.deployments),
  sets: copiesOf(ClusterApiMachineSet, lookups.sets),
  machines: copiesOf(ClusterApiMachine, lookups.machines),
  healthChecks: copiesOf(MachineHealthCheck, lookups.healthChecks),
})

function copiesOf<T extends KubeObject>(kind: ClientKind<T>, informer: Informer<T>): Copies<T> {
  const copies = newestCopies(informer)
  return { ...copies, kind, newest: (found) => found.map((each) => copies.get(each.metadata) ?? each) }
}
