import { isDeepStrictEqual } from 'node:util'
import { type HostedCluster, NodePool } from '@skep/api'
import type { Draft, Stored } from '@skep/client'
import { isObject } from '@skep/schema'
import type { DrivenChildren } from '../../driver-seam.ts'
import type { ChildRecord } from '../../records/child-record.ts'
import { createOnce } from '../steps/scope.ts'
import { nodePool } from './manifests.ts'
import { nodePoolStatus } from './observe.ts'
import { type HostedScope, nodePoolRef } from './scope.ts'

/** Has the shard hold the node pools of a cluster, says how they do, and answers how many nodes there are. */
export async function keepHostedPools(
  scope: HostedScope,
  hosted: Stored<HostedCluster> | undefined,
  children: readonly ChildRecord[],
  now: number,
): Promise<number> {
  const { order, session, parts } = scope
  let nodes = 0
  for (const pool of children.filter(({ collection }) => collection === 'node_pools')) {
    if (pool.deleting) {
      await removePool(scope, pool)
      continue
    }
    const current = session.nodePools.get(nodePoolRef(order, pool.id))
    if (hosted) await keepPool(scope, nodePool(order, pool, hosted.spec.release.image), current)
    nodes += current?.status?.replicas ?? 0
    const { status } = pool.document
    await parts.children.observe(pool, {
      ...versionOf(scope, current?.status?.version),
      status: nodePoolStatus(current, isObject(status) ? { ...status } : {}, now),
    })
  }
  return nodes
}

/** The version that every node of a pool has. */
function versionOf({ parts }: HostedScope, running: string | undefined): { version?: { id: string } } {
  const known = running === undefined ? undefined : parts.versions().find(({ raw_id }) => raw_id === running)
  return known ? { version: { id: known.id } } : {}
}

async function keepPool(
  { session, signal }: HostedScope,
  draft: Draft<NodePool>,
  current: Stored<NodePool> | undefined,
): Promise<void> {
  const { hive: client } = session.clients
  if (!current) {
    await createOnce(client, NodePool, draft, signal)
    return
  }
  const wanted = changeable(draft)
  if (current.metadata.deletionTimestamp !== undefined || isDeepStrictEqual(changeable(current), wanted)) return
  await client.patch(NodePool, current.metadata, { type: 'merge', body: { spec: wanted } }, { signal })
}

/** What may change in a pool but for its release; null where there is nothing, as a merge patch says it. */
const changeable = ({ spec }: Pick<NodePool, 'spec'>) => ({
  replicas: spec.replicas ?? null,
  autoScaling: spec.autoScaling ?? null,
  nodeLabels: spec.nodeLabels ?? {},
  taints: spec.taints ?? [],
})

/** A pool with nodes goes in its own time; the news of its end brings us back here. */
async function removePool({ order, session, signal, parts }: HostedScope, pool: ChildRecord): Promise<void> {
  const ref = nodePoolRef(order, pool.id)
  if (session.nodePools.get(ref)?.metadata.deletionTimestamp !== undefined) return
  if (await session.clients.hive.delete(NodePool, ref, { signal })) return
  await parts.children.finishDeletion(pool)
}

/** Says of the node pools of a cluster that cannot be built that they wait, and lets everything go that shall. */
export async function keepWaitingPools(children: DrivenChildren, clusterId: string, missing: string): Promise<void> {
  const status = { state: { value: 'pending' }, current_replicas: 0, message: missing }
  for (const child of await children.listAll(clusterId)) {
    if (child.deleting) await children.finishDeletion(child)
    else if (child.collection === 'node_pools') await children.observe(child, { status })
  }
}

/** Lets that go of a hosted cluster which is nowhere on its shard. */
export async function letGo(parts: HostedScope['parts'], children: readonly ChildRecord[]): Promise<void> {
  const leaving = children.filter(({ deleting, collection }) => deleting && collection !== 'node_pools')
  for (const child of leaving) await parts.children.finishDeletion(child)
}
