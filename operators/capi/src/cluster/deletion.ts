import { ClusterApiMachine, ClusterApiMachineSet, MachineDeployment } from '@skep/api'
import type { Client, ClientKind, DynamicObject, Stored } from '@skep/client'
import type { KubeObject } from '@skep/schema'
import { isFalse, setCondition } from '../conditions/conditions.ts'
import { clusterKey } from '../lookups.ts'
import { LABELS } from '../names.ts'
import { controllerOf, isDeleting } from '../objects.ts'
import { type External, type Reference, referenceOf } from '../references.ts'
import type { ClusterScope, ClusterStep } from './scope.ts'

/** What is left of a cluster, by kind. */
interface Descendants {
  readonly deployments: readonly Stored<MachineDeployment>[]
  readonly sets: readonly Stored<ClusterApiMachineSet>[]
  readonly machines: readonly Stored<ClusterApiMachine>[]
}

/** Takes a cluster down in order: its machines, its control plane, the provider's part, and then the object. */
export const removeCluster: ClusterStep = async (ctx, scope) => {
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
async function awaitDescendants(scope: ClusterScope): Promise<boolean> {
  const { client } = scope.parts
  const known = descendantsOf(scope)
  // A control plane that is going was let go once nothing was left; when it is gone, the server is asked again.
  const isOver = scope.controlPlane !== undefined && isDeleting(scope.controlPlane)
  const { deployments, sets, machines } = isEmpty(known) && !isOver ? await listDescendants(scope) : known
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

const isEmpty = ({ deployments, sets, machines }: Descendants): boolean =>
  deployments.length + sets.length + machines.length === 0

function descendantsOf(scope: ClusterScope): Descendants {
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
async function listDescendants(scope: ClusterScope): Promise<Descendants> {
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
const isOfCluster = ({ cluster }: ClusterScope, { metadata }: KubeObject): boolean =>
  metadata.labels?.[LABELS.controlPlane] === undefined || !cluster.spec?.controlPlaneRef

async function removeAll<T extends KubeObject>(
  client: Client,
  kind: ClientKind<T>,
  objects: readonly Stored<T>[],
): Promise<void> {
  for (const { metadata } of objects) {
    if (metadata.deletionTimestamp) continue
    await client.delete(kind, metadata, { preconditions: { uid: metadata.uid } })
  }
}

const NAMED = 5

function nameAll(what: string, objects: readonly Stored[]): string[] {
  if (objects.length === 0) return []
  const names = objects.map(({ metadata }) => metadata.name).sort()
  const others = names.length - NAMED
  return [`* ${what}: ${names.slice(0, NAMED).join(', ')}${others > 0 ? `, ... (${others} more)` : ''}`]
}

/** Asks for an object of a provider to go. Returns whether it is still there. */
async function awaitExternal(
  scope: ClusterScope,
  ref: Reference | undefined,
  object: External | undefined,
  reason: string,
): Promise<boolean> {
  const reference = referenceOf(ref)
  if (!reference || !object) return false
  const kind = await scope.parts.externals.kindOf(reference)
  scope.progress = { reason, message: `Waiting for ${object.kind} to be deleted` }
  if (kind && !isDeleting(object)) {
    const { uid } = object.metadata
    await scope.parts.client.delete<DynamicObject>(kind, object.metadata, { preconditions: { uid } })
  }
  return true
}
