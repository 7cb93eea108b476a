import { HostedControlPlane } from '@skep/api'
import type { Client } from '@skep/client'
import type { ControlPlane } from '../control-planes.ts'
import type { Tenant } from '../tenants.ts'

/** Who counts the nodes. */
const FIELD_MANAGER = 'nodecount'

/** Says in the status of a control plane how many nodes its cluster has: a field of its own, applied as such. */
export async function writeNodeCount(client: Client, tenant: Tenant, controlPlane: ControlPlane): Promise<void> {
  const nodeCount = tenant.nodes.size
  if (controlPlane.status?.nodeCount === nodeCount) return
  const { namespace = '', name } = controlPlane.metadata
  const options = { subresource: 'status', fieldManager: FIELD_MANAGER, force: true }
  await client.apply(HostedControlPlane, { metadata: { namespace, name }, status: { nodeCount } }, options)
}
