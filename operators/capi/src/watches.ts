import {
  type ClusterApiCluster,
  type ClusterApiMachine,
  type ClusterApiMachineSet,
  type MachineDeployment,
  matchesSelector,
  type Secret,
} from '@skep/api'
import type { Informer, ObjectChange, ObjectRef, Stored } from '@skep/client'
import type { KeysOf } from '@skep/controller'
import { asJson, jsonEqual, type KubeObject } from '@skep/schema'
import { findCondition } from './conditions/conditions.ts'
import { isSelected } from './health-check/targets.ts'
import { clusterKey, type Lookups } from './lookups.ts'
import { ANNOTATIONS, kubeconfigSecretName, LABELS } from './names.ts'
import { controllerOf } from './objects.ts'

/** Something that is of a cluster. */
type OfCluster = KubeObject & { readonly spec: { readonly clusterName: string } }

const refsOf = (objects: readonly Stored[]): ObjectRef[] => objects.map(({ metadata }) => metadata)

/** The cluster that something is of. */
export const clusterOf: KeysOf<OfCluster> = ({ metadata, spec }) => [
  { namespace: metadata.namespace, name: spec.clusterName },
]

/** Everything of a kind that is of a cluster. */
export const allOfCluster =
  <T extends KubeObject>(informer: Informer<T>): KeysOf<ClusterApiCluster> =>
  ({ metadata: { namespace, name } }) =>
    refsOf(informer.find('cluster', clusterKey(namespace, name)))

/** Sets that would take a machine over which nobody controls. */
export const adoptersOfMachine =
  ({ sets }: Lookups): KeysOf<ClusterApiMachine> =>
  (machine) =>
    adopters(sets, machine)

/** Deployments that would take a set over which nobody controls. */
export const adoptersOfSet =
  ({ deployments }: Lookups): KeysOf<ClusterApiMachineSet> =>
  (set) =>
    adopters(deployments, set)

type Selecting = KubeObject & { readonly spec: { readonly selector: Parameters<typeof matchesSelector>[0] } }

function adopters<T extends Selecting>(informer: Informer<T>, orphan: OfCluster): ObjectRef[] {
  const { namespace, labels } = orphan.metadata
  if (controllerOf(orphan)) return []
  const candidates = informer.find('cluster', clusterKey(namespace, orphan.spec.clusterName))
  return refsOf(candidates.filter(({ spec }) => matchesSelector(spec.selector, labels)))
}

/** The machines of a cluster whose kubeconfig this is. */
export const machinesOfKubeconfig =
  ({ machines }: Lookups): KeysOf<Secret> =>
  ({ metadata: { namespace, name, labels } }) => {
    const clusterName = labels?.[LABELS.cluster] ?? ''
    return name === kubeconfigSecretName(clusterName)
      ? refsOf(machines.find('cluster', clusterKey(namespace, clusterName)))
      : []
  }

/** The machines of all sets of a deployment. */
export const machinesOfDeployment =
  ({ sets, machines }: Lookups): KeysOf<MachineDeployment> =>
  (deployment) =>
    sets.find('owner', deployment.metadata.uid).flatMap((set) => refsOf(machines.find('owner', set.metadata.uid)))

/** The health checks that look after a machine. */
export const checksOfMachine =
  ({ healthChecks }: Lookups): KeysOf<ClusterApiMachine> =>
  (machine) => {
    const key = clusterKey(machine.metadata.namespace, machine.spec.clusterName)
    return refsOf(healthChecks.find('cluster', key).filter((check) => isSelected(check, machine)))
  }

/** Whether an object has gone. */
export const hasGone = ({ type }: ObjectChange): boolean => type === 'deleted'

const changed =
  <T extends KubeObject>(essence: (object: Stored<T>) => object) =>
  (change: ObjectChange<T>): boolean =>
    change.type !== 'updated' || !jsonEqual(asJson(essence(change.previous)), asJson(essence(change.object)))

/** Whether an object is new here. */
export const isNew = ({ type }: ObjectChange): boolean => type === 'added'

/** Whether a change of a cluster says that its machines are to be left alone, or to go. */
export const concernsMachines = changed<ClusterApiCluster>(({ metadata, spec }) => ({
  paused: spec?.paused,
  annotation: metadata.annotations?.[ANNOTATIONS.paused],
  deletionTimestamp: metadata.deletionTimestamp,
}))

/** Whether a change of a cluster has to do with what its machines are to blame for. */
export const concernsHealth = changed<ClusterApiCluster>(({ metadata, spec, status }) => ({
  paused: spec?.paused,
  annotation: metadata.annotations?.[ANNOTATIONS.paused],
  conditions: ['ControlPlaneInitialized', 'InfrastructureReady'].map((type) => findCondition(status, type)?.status),
}))

/** Whether a deployment has a new current set. */
export const isNewRevision = changed<MachineDeployment>(({ metadata }) => ({
  revision: metadata.annotations?.[ANNOTATIONS.revision],
}))

/** Whether a change of a machine matters to who looks after its health. */
export const changesHealth = changed<ClusterApiMachine>(({ metadata, status }) => ({
  labels: metadata.labels,
  annotations: metadata.annotations,
  deletionTimestamp: metadata.deletionTimestamp,
  nodeRef: status?.nodeRef?.name,
  conditions: status?.conditions,
}))
