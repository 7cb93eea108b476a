import { Node } from '@skep/api'
import type { Clock } from '@skep/base'
import { type Client, type Draft, ignorePresent } from '@skep/client'
import { WORKER_LABELS } from '../machines/rhcos.ts'
import { type NodeShape, nodeDraft } from '../nodes/node-object.ts'

const MASTERS = 3
const MASTER_LABELS = {
  'node-role.kubernetes.io/control-plane': '',
  'node-role.kubernetes.io/master': '',
  'node.openshift.io/os_id': 'rhcos',
}
const MASTER_TAINTS = [{ key: 'node-role.kubernetes.io/master', effect: 'NoSchedule' }]

/** The nodes of a tenant's cluster: three masters, and so many workers. */
export const tenantNodes = (workers: number, seed: string, now: number): Draft<Node>[] =>
  shapesOf(workers).map((shape) => nodeDraft(shape, seed, now))

/**
 * Adds the nodes that a tenant's cluster lacks. They are ready, and have no lease: a node that never promised to report
 * is never missed, so that they cost nothing while nobody looks at them.
 */
export async function ensureTenantNodes(
  { client, clock }: { readonly client: Client; readonly clock: Clock },
  { id, workers, isNew }: { readonly id: string; readonly workers: number; readonly isNew: boolean },
  signal: AbortSignal,
): Promise<void> {
  const { items } = isNew ? { items: [] } : await client.list(Node, { signal })
  const present = new Set(items.map(({ metadata }) => metadata.name))
  const missing = tenantNodes(workers, id, clock.now()).filter(({ metadata }) => !present.has(metadata.name ?? ''))
  await Promise.all(missing.map((draft) => client.create(Node, draft, { signal }).catch(ignorePresent)))
}

function shapesOf(workers: number): NodeShape[] {
  const masters = Array.from({ length: MASTERS }, (_, index) => ({
    name: `master-${index}`,
    number: index + 1,
    labels: MASTER_LABELS,
    taints: MASTER_TAINTS,
  }))
  const others = Array.from({ length: workers }, (_, index) => ({
    name: `worker-${index}`,
    number: MASTERS + index + 1,
    labels: WORKER_LABELS,
  }))
  return [...masters, ...others]
}
