import { matchesSelector } from '@skep/api'
import { asJson, jsonEqual } from '@skep/schema'
import { findCondition } from './conditions/conditions.js'
import { isSelected } from './health-check/targets.js'
import { clusterKey } from './lookups.js'
import { ANNOTATIONS, kubeconfigSecretName, LABELS } from './names.js'
import { controllerOf } from './objects.js'

const refsOf = (objects) => objects.map(({ metadata }) => metadata)
/** The cluster that something is of. */
export const clusterOf = ({ metadata, spec }) => [{ namespace: metadata.namespace, name: spec.clusterName }]
/** Everything of a kind that is of a cluster. */
export const allOfCluster =
  (informer) =>
  ({ metadata: { namespace, name } }) =>
    refsOf(informer.find('cluster', clusterKey(namespace, name)))
/** Sets that would take a machine over which nobody controls. */
export const adoptersOfMachine =
  ({ sets }) =>
  (machine) =>
    adopters(sets, machine)
/** Deployments that would take a set over which nobody controls. */
export const adoptersOfSet =
  ({ deployments }) =>
  (set) =>
    adopters(deployments, set)
function adopters(informer, orphan) {
  const { namespace, labels } = orphan.metadata
  if (controllerOf(orphan)) return []
  const candidates = informer.find('cluster', clusterKey(namespace, orphan.spec.clusterName))
  return refsOf(candidates.filter(({ spec }) => matchesSelector(spec.selector, labels)))
}
/** The machines of a cluster whose kubeconfig this is. */
export const machinesOfKubeconfig =
  ({ machines }) =>
  ({ metadata: { namespace, name, labels } }) => {
    const clusterName = labels?.[LABELS.cluster] ?? ''
    return name === kubeconfigSecretName(clusterName)
      ? refsOf(machines.find('cluster', clusterKey(namespace, clusterName)))
      : []
  }
/** The machines of all sets of a deployment. */
export const machinesOfDeployment =
  ({ sets, machines }) =>
  (deployment) =>
    sets.find('owner', deployment.metadata.uid).flatMap((set) => refsOf(machines.find('owner', set.metadata.uid)))
/** The health checks that look after a machine. */
export const checksOfMachine =
  ({ healthChecks }) =>
  (machine) => {
    const key = clusterKey(machine.metadata.namespace, machine.spec.clusterName)
    return refsOf(healthChecks.find('cluster', key).filter((check) => isSelected(check, machine)))
  }
/** Whether an object has gone. */
export const hasGone = ({ type }) => type === 'deleted'
const changed = (essence) => (change) =>
  change.type !== 'updated' || !jsonEqual(asJson(essence(change.previous)), asJson(essence(change.object)))
/** Whether a change of a cluster says that its machines are to be left alone, or to go. */
export const concernsMachines = changed(({ metadata, spec }) => ({
  paused: spec?.paused,
  annotation: metadata.annotations?.[ANNOTATIONS.paused],
  deletionTimestamp: metadata.deletionTimestamp,
}))
/** Whether a change of a cluster has to do with what its machines are to blame for. */
export const concernsHealth = changed(({ metadata, spec, status }) => ({
  paused: spec?.paused,
  annotation: metadata.annotations?.[ANNOTATIONS.paused],
  conditions: ['ControlPlaneInitialized', 'InfrastructureReady'].map((type) => findCondition(status, type)?.status),
}))
/** Whether a deployment has a new current set. */
export const isNewRevision = changed(({ metadata }) => ({
  revision: metadata.annotations?.[ANNOTATIONS.revision],
}))
/** Whether a change of a machine matters to who looks after its health. */
export const changesHealth = changed(({ metadata, status }) => ({
  labels: metadata.labels,
  annotations: metadata.annotations,
  deletionTimestamp: metadata.deletionTimestamp,
  nodeRef: status?.nodeRef?.name,
  conditions: status?.conditions,
}))
//# sourceMappingURL=watches.js.map
