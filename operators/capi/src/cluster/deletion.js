import { ClusterApiMachine, ClusterApiMachineSet, MachineDeployment } from '@skep/api'
import { isFalse, setCondition } from '../conditions/conditions.js'
import { clusterKey } from '../lookups.js'
import { LABELS } from '../names.js'
import { controllerOf, isDeleting } from '../objects.js'
import { referenceOf } from '../references.js'
/** Takes a cluster down in order: its machines, its control plane, the provider's part, and then the object. */
export const removeCluster = async (ctx, scope) => {
  const { cluster, parts, controlPlane, infrastructure } = scope
  if (!isDeleting(cluster)) return {}
  const { spec, status, metadata } = cluster
  const now = ctx.clock.now()
  if (await awaitDescendants(scope)) return {}
  // Nobody needs its nodes any more, and its API is about to go.
  parts.tenants.close(metadata)
  if (await awaitExternal(scope, spec?.controlPlaneRef, controlPlane, 'WaitingForControlPlaneDeletion')) return {}
  if (spec?.controlPlaneRef) setCondition(status, isFalse('ControlPlaneReady', 'Deleted', 'Info'), now)
  if (await awaitExternal(scope, spec?.infrastructureRef, infrastructure, 'WaitingForInfrastructureDeletion')) return {}
  scope.released = true
  const message = `Cluster ${metadata.name} has been deleted`
  ctx.events.record(cluster, { type: 'Normal', reason: 'Deleted', message })
  return {}
}
/** Deletes what is left and has no owner below the cluster. Returns whether anything is left. */
async function awaitDescendants(scope) {
  const { client } = scope.parts
  const known = descendantsOf(scope)
  const { deployments, sets, machines } = isEmpty(known) ? await listDescendants(scope) : known
  await removeAll(client, MachineDeployment, deployments)
  await removeAll(
    client,
    ClusterApiMachineSet,
    sets.filter((set) => !controllerOf(set)),
  )
  await removeAll(
    client,
    ClusterApiMachine,
    machines.filter((machine) => !controllerOf(machine)),
  )
  const names = [
    nameAll('MachineDeployments', deployments),
    nameAll('MachineSets', sets),
    nameAll('Worker Machines', machines),
  ].flat()
  if (names.length === 0) return false
  scope.progress = { reason: 'WaitingForWorkersDeletion', message: names.join('\n') }
  return true
}
const isEmpty = ({ deployments, sets, machines }) => deployments.length + sets.length + machines.length === 0
function descendantsOf(scope) {
  const { deployments, sets, machines } = scope.parts.lookups
  const { namespace, name } = scope.cluster.metadata
  const key = clusterKey(namespace, name)
  return {
    deployments: deployments.find('cluster', key),
    sets: sets.find('cluster', key),
    machines: machines.find('cluster', key).filter((machine) => isOfCluster(scope, machine)),
  }
}
/** What the server has now: the control plane must not go because of an old copy. */
async function listDescendants(scope) {
  const { client } = scope.parts
  const { namespace, name } = scope.cluster.metadata
  const options = { labelSelector: { [LABELS.cluster]: name }, ...(namespace === undefined ? {} : { namespace }) }
  const [deployments, sets, machines] = await Promise.all([
    client.list(MachineDeployment, options),
    client.list(ClusterApiMachineSet, options),
    client.list(ClusterApiMachine, options),
  ])
  return {
    deployments: deployments.items,
    sets: sets.items,
    machines: machines.items.filter((machine) => isOfCluster(scope, machine)),
  }
}
/** Machines of a control plane go with it, if there is an object for it. */
const isOfCluster = ({ cluster }, { metadata }) =>
  metadata.labels?.[LABELS.controlPlane] === undefined || !cluster.spec?.controlPlaneRef
async function removeAll(client, kind, objects) {
  for (const { metadata } of objects) {
    if (metadata.deletionTimestamp) continue
    await client.delete(kind, metadata, { preconditions: { uid: metadata.uid } })
  }
}
const NAMED = 5
function nameAll(what, objects) {
  if (objects.length === 0) return []
  const names = objects.map(({ metadata }) => metadata.name).sort()
  const others = names.length - NAMED
  return [`* ${what}: ${names.slice(0, NAMED).join(', ')}${others > 0 ? `, ... (${others} more)` : ''}`]
}
/** Asks for an object of a provider to go. Returns whether it is still there. */
async function awaitExternal(scope, ref, object, reason) {
  const reference = referenceOf(ref)
  if (!reference || !object) return false
  const kind = await scope.parts.externals.kindOf(reference)
  scope.progress = { reason, message: `Waiting for ${object.kind} to be deleted` }
  if (kind && !isDeleting(object)) {
    const { uid } = object.metadata
    await scope.parts.client.delete(kind, object.metadata, { preconditions: { uid } })
  }
  return true
}
//# sourceMappingURL=deletion.js.map
