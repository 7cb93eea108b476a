import { Node } from '@skep/api'
import { hasReason } from '@skep/base'
import type { Stored } from '@skep/client'
import { createLease, renewLease } from './lease.ts'
import { FIELD_MANAGER, type NodeApi } from './node-api.ts'
import { healthyConditions, type NodeShape, nodeDraft } from './node-object.ts'

/** Makes a node and its lease, or takes them over when they are there: that is how a kubelet comes back. */
export async function registerNode(
  api: NodeApi,
  shape: NodeShape,
  seed: string,
  signal: AbortSignal,
): Promise<Stored<Node>> {
  const node = await createOrTakeOver(api, shape, seed, signal)
  if (!(await createLease(api, node, signal))) await renewLease(api, node, signal)
  return node
}

async function createOrTakeOver(
  api: NodeApi,
  shape: NodeShape,
  seed: string,
  signal: AbortSignal,
): Promise<Stored<Node>> {
  const { client, clock } = api
  const draft = nodeDraft(shape, seed, clock.now())
  const options = { signal, fieldManager: FIELD_MANAGER }
  try {
    return await client.create(Node, draft, options)
  } catch (error) {
    if (!hasReason(error, 'AlreadyExists')) throw error
  }
  const { labels } = draft.metadata
  await client.patch(Node, shape, { type: 'merge', body: { metadata: { labels } } }, options)
  return reportNodeStatus(api, shape.name, draft.status ?? {}, signal)
}

/** Says that a node is well, along with whatever else there is to say. Rejects with NotFound when there is no such node. */
export async function reportNodeStatus(
  { client, clock }: NodeApi,
  name: string,
  status: Node['status'],
  signal: AbortSignal,
): Promise<Stored<Node>> {
  const before = await client.get(Node, { name }, { signal })
  const conditions = healthyConditions(clock.now(), before?.status?.conditions)
  const body = { status: { ...status, conditions } }
  const options = { subresource: 'status', signal, fieldManager: FIELD_MANAGER }
  return client.patch(Node, { name }, { type: 'strategic', body }, options)
}
