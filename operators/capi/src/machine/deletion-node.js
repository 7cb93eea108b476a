import { Node } from '@skep/api'
import { parseGoDuration } from '@skep/base'
import { isFalse, setCondition } from '../conditions/conditions.js'
import { isExternallyManaged } from '../contract.js'
import { clusterKey } from '../lookups.js'
import { LABELS } from '../names.js'
import { isDeleting } from '../objects.js'
import { referenceOf } from '../references.js'

/** For how long deletion of the node is tried unless the machine says otherwise. */
const DELETION_TIMEOUT = '10s'
/**
 * Whether the node of a machine is drained and deleted: not when the whole cluster or its control plane goes, when there
 * is no node, or when nobody is left to answer.
 */
export async function mayTouchNode({ cluster, machine, parts }) {
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
export async function deleteNode(ctx, scope) {
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
    if (isTimeOver(scope, ctx.clock.now())) return undefined
    scope.progress = { reason: 'DeletingNode', message }
    throw error
  }
  return undefined
}
/** A timeout of zero never ends. */
function isTimeOver({ machine }, now) {
  const timeout = parseGoDuration(machine.spec.nodeDeletionTimeout ?? DELETION_TIMEOUT) ?? 0
  return timeout > 0 && now >= Date.parse(machine.metadata.deletionTimestamp ?? '') + timeout
}
//# sourceMappingURL=deletion-node.js.map
