import { Node } from '@skep/api'
import { parseGoDuration } from '@skep/base'
import type { Ctx, Result } from '@skep/controller'
import { isFalse, setCondition } from '../conditions/conditions.ts'
import { isExternallyManaged } from '../contract.ts'
import { clusterKey } from '../lookups.ts'
import { LABELS } from '../names.ts'
import { isDeleting } from '../objects.ts'
import { referenceOf } from '../references.ts'
import type { MachineScope } from './scope.ts'

/** For how long deletion of the node is tried unless the machine says otherwise. */
const DELETION_TIMEOUT = '10s'

/**
 * Whether the node of a machine is drained and deleted: not when the whole cluster or its control plane goes, when there
 * is no node, or when nobody is left to answer.
 */
export async function mayTouchNode({ cluster, machine, parts }: MachineScope): Promise<boolean> {
  if (!cluster || isDeleting(cluster) || !machine.status.nodeRef) return false
  const reference = referenceOf(cluster.spec?.controlPlaneRef)
  const controlPlane = reference && (await parts.externals.get(reference, cluster.metadata.namespace))
  if (controlPlane && isDeleting(controlPlane)) return false
  if (controlPlane && isExternallyManaged(controlPlane)) return true
  const { namespace, name } = cluster.metadata
  return parts.lookups.machines
    .find('cluster', clusterKey(namespace, name))
    .some((each) => each.metadata.labels?.[LABELS.controlPlane] !== undefined && !isDeleting(each))
}

/** Deletes the node; what stands in the way is tried again until the timeout, and then left behind. */
export async function deleteNode(ctx: Ctx, scope: MachineScope): Promise<Result | undefined> {
  const { cluster, machine, parts } = scope
  const name = machine.status.nodeRef?.name
  const tenant = cluster && parts.tenants.peek(cluster.metadata)
  if (name === undefined) return undefined
  try {
    if (!tenant) throw new Error('there is no connection to the cluster')
    tenant.forgetPods(name)
    await tenant.client.delete(Node, { name })
  } catch (error) {
    const message = `error deleting Machine's Node: ${error instanceof Error ? error.message : error}`
    ctx.events.record(machine, { type: 'Warning', reason: 'FailedDeleteNode', message })
    setCondition(machine.status, isFalse('NodeHealthy', 'DeletionFailed', 'Warning', message), ctx.clock.now())
    if (isTimeOver(ctx, scope)) return undefined
    scope.progress = { reason: 'DeletingNode', message }
    throw error
  }
  return undefined
}

/** A timeout of zero never ends. */
function isTimeOver({ clock, sightings }: Ctx, { machine }: MachineScope): boolean {
  const timeout = parseGoDuration(machine.spec.nodeDeletionTimeout ?? DELETION_TIMEOUT) ?? 0
  return timeout > 0 && clock.now() >= sightings.deletedAt(machine) + timeout
}
