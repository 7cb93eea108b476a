import { ClusterOperator, Node } from '@skep/api'
import { hasReason } from '@skep/base'
import type { Client } from '@skep/client'
import type { Ctx } from '@skep/controller'
import { findHiveCondition } from '../../conditions.ts'
import { MINUTE_MS, SECOND_MS } from '../../durations.ts'
import { LABELS } from '../../labels.ts'
import type { Deployment } from '../deployment/scope.ts'
import type { HiveParts } from '../parts.ts'
import { isTrue } from '../platforms.ts'
import { pollAfter } from '../poll.ts'
import { POWER, type PowerStatement } from './statements.ts'

const MACHINE_POLL_MS = MINUTE_MS
const CLUSTER_POLL_MS = 30 * SECOND_MS
/** Operators still report from before the cluster slept; what they say after this long is new. */
const SETTLE_MS = 2 * MINUTE_MS

/** What is said, and when to look again. */
export interface PowerOutcome {
  readonly statement: PowerStatement
  readonly againMs?: number
}

/** Reasons of Ready from before the operators have had their time. */
const BEFORE_SETTLING = new Set(['StartingMachines', 'WaitingForMachines', 'WaitingForNodes'])

/** Reasons of Hibernating by which machines may be off. */
const STOPPED = new Set(['Stopping', 'WaitingForMachinesToStop', 'FailedToStop', 'Hibernating'])

/** Brings a cluster up, or sees that it is: machines, nodes, a pause, operators. */
export async function resume(ctx: Ctx, parts: HiveParts, deployment: Deployment): Promise<PowerOutcome> {
  const { conditions } = deployment.status ?? {}
  const hibernating = findHiveCondition(conditions, 'Hibernating')
  const ready = findHiveCondition(conditions, 'Ready')
  if (STOPPED.has(hibernating?.reason ?? '') || ready?.reason === 'FailedToStartMachines')
    return start(ctx, parts, deployment)
  const again = (minMs: number) => untilNextLook(ctx, deployment, minMs)
  const waiting = await parts.infrastructure.machines.notRunning(deployment)
  if (waiting.length > 0) return { statement: POWER.waitingForMachines(waiting), againMs: again(MACHINE_POLL_MS) }
  const client = await parts.remotes.clientOf(deployment)
  if (!(await areNodesReady(client))) return { statement: POWER.waitingForNodes, againMs: again(CLUSTER_POLL_MS) }
  if (isTrue(deployment.metadata.labels, LABELS.resumeSkipsClusterOperators)) return { statement: POWER.running }
  if (BEFORE_SETTLING.has(ready?.reason ?? '')) return { statement: POWER.pausingForOperators, againMs: SETTLE_MS }
  if (ready?.reason === 'PausingForClusterOperatorsToSettle') {
    const left = Date.parse(ready.lastProbeTime ?? '') + SETTLE_MS - ctx.clock.now()
    if (left > 0) return { statement: {}, againMs: left }
  }
  return (await areOperatorsReady(client))
    ? { statement: POWER.running }
    : { statement: POWER.waitingForOperators, againMs: again(CLUSTER_POLL_MS) }
}

/** When to look again at a change of power, counted from its beginning. */
export function untilNextLook(ctx: Ctx, { status }: Deployment, minMs: number): number {
  const moved = ['Hibernating', 'Ready'].map((type) => findHiveCondition(status?.conditions, type)?.lastTransitionTime)
  const since = Math.max(...moved.map((time) => Date.parse(time ?? '') || ctx.clock.now()))
  return pollAfter(since, ctx.clock.now(), minMs)
}

async function start(ctx: Ctx, parts: HiveParts, deployment: Deployment): Promise<PowerOutcome> {
  try {
    await parts.infrastructure.machines.start(deployment)
    return { statement: POWER.startingMachines, againMs: 0 }
  } catch (error) {
    const againMs = untilNextLook(ctx, deployment, MACHINE_POLL_MS)
    return { statement: POWER.failedToStartMachines(messageOf(error)), againMs }
  }
}

/** The message of anything thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** A cluster that does not answer, or has no nodes yet, has none that are ready. */
async function areNodesReady(client: Client | undefined): Promise<boolean> {
  const nodes = (await client?.list(Node).catch(() => undefined))?.items ?? []
  const isReady = ({ status }: Node) =>
    status?.conditions?.some(({ type, status: s }) => type === 'Ready' && s === 'True')
  return nodes.length > 0 && nodes.every(isReady)
}

/** A cluster without operators, such as a plain Kubernetes, has nothing to wait for. */
async function areOperatorsReady(client: Client | undefined): Promise<boolean> {
  const operators = await client?.list(ClusterOperator).catch((error: unknown) => {
    if (hasReason(error, 'NotFound')) return undefined
    throw error
  })
  return (operators?.items ?? []).every(({ status }) => {
    const holds = (type: string) => status?.conditions?.some((c) => c.type === type && c.status === 'True') ?? false
    return holds('Available') && !holds('Progressing') && !holds('Degraded')
  })
}
