import { createHash } from 'node:crypto'
import type { Clock } from '@skep/base'
import type { TenantServer } from './contracts.ts'
import type { Templates } from './templates.ts'
import { ensureTenantNodes, tenantNodes } from './tenant-nodes.ts'

/** What tenants' clusters that are nothing but nodes begin with. The server keeps it once for all of them. */
export interface NodeTemplates {
  /** The name under which the server has the nodes of a cluster with so many workers, made now if need be. */
  of(workers: number): Promise<string>
}

/** Stands for the cluster in what nodes say of themselves: it is the same for all. */
const SEED = 'template'

/** Node templates of a server. */
export function createNodeTemplates(server: TenantServer, templates: Templates, clock: Clock): NodeTemplates {
  const saved = new Map<number, Promise<string>>()
  const save = async (workers: number): Promise<string> => {
    const name = templateName(workers)
    if (server.clusters.hasTemplate(name)) return name
    const snapshot = await templates.of(name, (client, signal) =>
      ensureTenantNodes({ client, clock }, { id: SEED, workers, isNew: true }, signal),
    )
    await server.clusters.saveTemplate(name, snapshot)
    return name
  }
  return {
    of: (workers) => {
      const known = saved.get(workers) ?? save(workers)
      saved.set(workers, known)
      known.catch(() => saved.delete(workers))
      return known
    },
  }
}

/** A server that was kept by another version of this program has other nodes, on which its clusters rest. */
function templateName(workers: number): string {
  const content = JSON.stringify(tenantNodes(workers, SEED, 0))
  return `nodes-${workers}-${createHash('sha256').update(content).digest('hex').slice(0, 12)}`
}
