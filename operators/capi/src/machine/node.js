import { isFalse, isTrue, isUnknown, setCondition } from '../conditions/conditions.js'
import { kubeconfigSecretName } from '../names.js'
import { isDeleting } from '../objects.js'
import { summarizeNode } from './node-health.js'
import { markNode } from './node-marks.js'
import { providerIdOfMachine } from './scope.js'

const TYPE = 'NodeHealthy'
/** Finds the node that the machine became, marks it as this machine's, and reports how it is. */
export const followNode = async (ctx, scope) => {
  const { cluster, machine, parts } = scope
  const say = (statement) => setCondition(machine.status, statement, ctx.clock.now())
  const providerId = providerIdOfMachine(scope)
  if (!cluster) return {}
  if (providerId === undefined) {
    say(isFalse(TYPE, 'WaitingForNodeRef', 'Info'))
    return {}
  }
  const tenant = await parts.tenants.open(cluster)
  if (!tenant) {
    say(isUnknown(TYPE, 'NodeInspectionFailed', `Waiting for Secret ${kubeconfigSecretName(cluster.metadata.name)}`))
    return {}
  }
  const [node, another] = tenant.nodes.find('provider', providerId)
  if (another) {
    say(isUnknown(TYPE, 'NodeInspectionFailed', 'Failed to get the Node for this Machine by ProviderID'))
    throw new Error(`unexpectedly found more than one Node matching the providerID ${providerId}`)
  }
  if (node) await takeNode(ctx, scope, tenant, node)
  else if (!isDeleting(machine)) reportMissing(scope, tenant, say)
  return {}
}
/** A node that was there once must have been deleted, if all nodes are known. */
function reportMissing({ machine }, { nodes }, say) {
  if (!machine.status.nodeRef) {
    say(isFalse(TYPE, 'NodeProvisioning', 'Warning', 'Waiting for a node with matching ProviderID to exist'))
  } else if (nodes.synced) say(isFalse(TYPE, 'NodeNotFound', 'Error'))
}
async function takeNode(ctx, scope, tenant, node) {
  const { machine, infrastructure } = scope
  const { name, uid } = node.metadata
  scope.node = node
  if (!machine.status.nodeRef) {
    ctx.events.record(machine, { type: 'Normal', reason: 'SuccessfulSetNodeRef', message: name })
    machine.status.nodeRef = { apiVersion: 'v1', kind: 'Node', name, uid }
  }
  if (node.status?.nodeInfo) machine.status.nodeInfo = structuredClone(node.status.nodeInfo)
  await markNode(scope, tenant, node)
  const isGoing = !infrastructure || isDeleting(infrastructure)
  setCondition(machine.status, isGoing ? isFalse(TYPE, 'Deleting', 'Info') : healthOf(node), ctx.clock.now())
}
function healthOf(node) {
  const { status, message } = summarizeNode(node)
  if (status === 'True') return isTrue(TYPE)
  if (status === 'False') return isFalse(TYPE, 'NodeConditionsFailed', 'Warning', message)
  return isUnknown(TYPE, 'NodeConditionsFailed', message)
}
//# sourceMappingURL=node.js.map
