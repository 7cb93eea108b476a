import { Node, type NodeCondition } from '@skep/api'
import { hasReason } from '@skep/base'
import type { Stored } from '@skep/client'
import { createLease, renewLease } from './lease.ts'
import { FIELD_MANAGER, type NodeApi } from './node-api.ts'
import { healthyConditions } from './node-conditions.ts'
import { type NodeShape, nodeDraft } from './node-object.ts'

/** What a node says of itself at a time, given what it said before. */
export type ConditionsOf = (now: number, before?: readonly NodeCondition[]) => NodeCondition[]

/** Makes a node and its lease, or takes them over when they are there: that is how a kubelet comes back. */
export async function registerNode(
  api: NodeApi,
  shape: NodeShape,
  seed: string,
  signal: AbortSignal,
): Promise<Stored<Node>> {
  const node = await createOrTakeOver(api, shape, seed, signal)
  await holdLease(api, node, signal)
  return node
}

/** Says that a node is alive, with a lease that is made if there is none. */
export async function holdLease(api: NodeApi, node: Stored<Node>, signal: AbortSignal): Promise<void> {
  if (!(await createLease(api, node, signal))) await renewLease(api, node, signal)
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
  await client.patch(Node, { name: shape.name }, { type: 'merge', body: { metadata: { labels } } }, options)
  return reportNodeStatus(api, shape.name, healthyConditions, signal, { status: draft.status })
}

/** What else there is to say of a node, and what is known of it. */
export interface NodeReport {
  /** Besides its conditions. */
  readonly status?: Node['status']
  /** Its conditions as they are now; looked up unless given. */
  readonly before?: readonly NodeCondition[] | undefined
}

/** Says how a node is. Rejects with NotFound when there is no such node. */
export async function reportNodeStatus(
  { client, clock }: NodeApi,
  name: string,
  conditionsOf: ConditionsOf,
  signal: AbortSignal,
  { status = {}, before }: NodeReport = {},
): Promise<Stored<Node>> {
  const known = before ?? (await client.get(Node, { name }, { signal }))?.status?.conditions
  const body = { status: { ...status, conditions: conditionsOf(clock.now(), known) } }
  const options = { subresource: 'status', signal, fieldManager: FIELD_MANAGER }
  return client.patch(Node, { name }, { type: 'strategic', body }, options)
}
