import type { Node } from '@skep/api'
import type { Tenant } from '../tenants.ts'

/** Whether pods can run on a node. */
export const isReady = ({ status }: Node): boolean =>
  status?.conditions?.some((condition) => condition.type === 'Ready' && condition.status === 'True') ?? false

/** How many nodes of a tenant are ready. */
export const readyNodes = ({ nodes }: Tenant): number => nodes.list().filter(isReady).length
