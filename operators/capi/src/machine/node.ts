import type { Node } from '@skep/api'
import type { Stored } from '@skep/client'
import type { Ctx } from '@skep/controller'
import { isFalse, isTrue, isUnknown, type Statement, setCondition } from '../conditions/conditions.ts'
import { kubeconfigSecretName } from '../names.ts'
import { isDeleting } from '../objects.ts'
import type { Tenant } from '../tenants/tenant.ts'
import { summarizeNode } from './node-health.ts'
import { markNode } from './node-marks.ts'
import { type MachineScope, type MachineStep, providerIdOfMachine } from './scope.ts'

const TYPE = 'NodeHealthy'

/** Finds the node that the machine became, marks it as this machine's, and reports how it is. */
export const followNode: MachineStep = async (ctx, scope) => {
  const { cluster, machine, parts } = scope
  const say = (statement: Statement) => setCondition(machine.status, statement, ctx.clock.now())
  const providerId = providerIdOfMachine(scope)
  // Nobody cares for nodes of a cluster that goes as a whole, and its API may be gone already.
  if (!cluster || (isDeleting(cluster) && isDeleting(machine))) return {}
  if (providerId === undefined) {
    say(isFalse(TYPE, 'WaitingForNodeRef', 'Info'))
    return {}
  }
  const tenant = await parts.tenants.open(cluster).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error)
    say(isUnknown(TYPE, 'NodeInspectionFailed', `Failed to connect to the cluster: ${message}`))
    throw error
  })
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
function reportMissing({ machine }: MachineScope, { nodes }: Tenant, say: (statement: Statement) => void): void {
  if (!machine.status.nodeRef) {
    say(isFalse(TYPE, 'NodeProvisioning', 'Warning', 'Waiting for a node with matching ProviderID to exist'))
  } else if (nodes.synced) say(isFalse(TYPE, 'NodeNotFound', 'Error'))
}

async function takeNode(ctx: Ctx, scope: MachineScope, tenant: Tenant, node: Stored<Node>): Promise<void> {
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

function healthOf(node: Node): Statement {
  const { status, message } = summarizeNode(node)
  if (status === 'True') return isTrue(TYPE)
  if (status === 'False') return isFalse(TYPE, 'NodeConditionsFailed', 'Warning', message)
  return isUnknown(TYPE, 'NodeConditionsFailed', message)
}
