import { Node, type Pod } from '@skep/api'
import { parseGoDuration } from '@skep/base'
import type { Informer, Stored } from '@skep/client'
import type { Ctx, Result } from '@skep/controller'
import { findCondition, isFalse, isTrue, setCondition } from '../conditions/conditions.ts'
import { ANNOTATIONS } from '../names.ts'
import { isDeleting } from '../objects.ts'
import type { Tenant } from '../tenants/tenant.ts'
import { waitingSince } from './deletion.ts'
import { sortPods } from './drained-pods.ts'
import { drainMessage, type Evictions, evictPods } from './evictions.ts'
import { isUnreachable } from './node-health.ts'
import type { MachineScope } from './scope.ts'

const TYPE = 'DrainingSucceeded'
/** When to ask again for pods that may not go yet. */
const RETRY_MS = 20_000

/** Cordons the node and asks its pods to go, as far as their disruption budgets allow; waits until they have. */
export async function drain(ctx: Ctx, scope: MachineScope): Promise<Result | undefined> {
  const now = ctx.clock.now()
  if (!isToBeDrained(scope, now)) return undefined
  const { machine } = scope
  const since = waitingSince(scope, 'nodeDrainStartTime', now)
  if (!findCondition(machine.status, TYPE)) {
    setCondition(machine.status, isFalse(TYPE, 'Draining', 'Info', 'Draining the node before deletion'), now)
  }
  scope.progress = { reason: 'DrainingNode', message: `Drain not completed yet (started at ${since}):` }
  try {
    const message = await drainOnce(ctx, scope, since)
    if (message === undefined) return finish(ctx, scope)
    setCondition(machine.status, isFalse(TYPE, 'Draining', 'Info', message), now)
    scope.progress = { reason: 'DrainingNode', message }
    return { requeueAfterMs: RETRY_MS }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    setCondition(machine.status, isFalse(TYPE, 'DrainingFailed', 'Warning', message), now)
    const note = `error draining Machine's node "${machine.status.nodeRef?.name}": ${message}`
    ctx.events.record(machine, { type: 'Warning', reason: 'FailedDrainNode', message: note })
    throw error
  }
}

function finish(ctx: Ctx, { machine }: MachineScope): undefined {
  if (findCondition(machine.status, TYPE)?.status === 'True') return undefined
  setCondition(machine.status, isTrue(TYPE), ctx.clock.now())
  const message = `success draining Machine's node "${machine.status.nodeRef?.name}"`
  ctx.events.record(machine, { type: 'Normal', reason: 'SuccessfulDrainNode', message })
}

/** Whether the node is to be drained, still. */
function isToBeDrained({ machine, infrastructure }: MachineScope, now: number): boolean {
  const { annotations } = machine.metadata
  const { deletion } = machine.status
  if (annotations?.[ANNOTATIONS.excludeDraining] !== undefined || deletion?.waitForPreTerminateHookStartTime)
    return false
  if (!infrastructure || isDeleting(infrastructure)) return false
  return !isOver(machine.spec.nodeDrainTimeout, deletion?.nodeDrainStartTime, now)
}

/** Whether a time limit has passed; without one, or with zero, none does. */
export function isOver(timeout: string | undefined, since: string | undefined, now: number): boolean {
  const limit = parseGoDuration(timeout ?? '') ?? 0
  return limit > 0 && since !== undefined && now >= Date.parse(since) + limit
}

/** What still stands in the way; undefined when nothing does. */
async function drainOnce(
  ctx: Ctx,
  { cluster, machine, parts }: MachineScope,
  since: string,
): Promise<string | undefined> {
  const tenant = cluster && (await parts.tenants.open(cluster))
  if (!tenant) throw new Error('there is no connection to the cluster')
  const name = machine.status.nodeRef?.name ?? ''
  const node = tenant.nodes.get({ name }) ?? (await tenant.client.get(Node, { name }))
  if (!node) return undefined
  await cordon(tenant, node)
  const pods = tenant.podsOn(name)
  if (!pods.synced) return `Drain not completed yet (started at ${since}):`
  const evictions = await evict(ctx, tenant, node, pods)
  return evictions && drainMessage(evictions, since)
}

async function evict(
  ctx: Ctx,
  tenant: Tenant,
  node: Stored<Node>,
  pods: Informer<Pod>,
): Promise<Evictions | undefined> {
  const unreachable = isUnreachable(node)
  const sorted = await sortPods(ctx, tenant.client, pods.list(), { unreachable })
  const evictions = await evictPods(tenant.client, sorted, unreachable ? { gracePeriodSeconds: 1 } : {})
  const { going, refused, awaited } = evictions
  return going.length + refused.size + awaited.length === 0 ? undefined : evictions
}

/** Keeps new pods away. */
async function cordon({ client }: Tenant, node: Stored<Node>): Promise<void> {
  if (node.spec?.unschedulable) return
  await client.patch(Node, node.metadata, { type: 'merge', body: { spec: { unschedulable: true } } })
}
