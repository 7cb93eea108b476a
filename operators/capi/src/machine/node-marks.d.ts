import { Node } from '@skep/api'
import type { Stored } from '@skep/client'
import type { Tenant } from '../tenants/tenant.ts'
import type { MachineScope } from './scope.ts'
/** Writes on a node which machine it is, hands labels of the machine on, and keeps its taints; nothing if all is there. */
export declare function markNode(scope: MachineScope, { client }: Tenant, node: Stored<Node>): Promise<void>
//# sourceMappingURL=node-marks.d.ts.map
