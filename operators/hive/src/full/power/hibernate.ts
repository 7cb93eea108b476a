import type { Ctx } from '@skep/controller'
import { findHiveCondition } from '../../conditions.ts'
import { MINUTE_MS } from '../../durations.ts'
import type { Deployment } from '../deployment/scope.ts'
import type { HiveParts } from '../parts.ts'
import { messageOf, type PowerOutcome, untilNextLook } from './resume.ts'
import { POWER } from './statements.ts'

const POLL_MS = MINUTE_MS
/** How long a new cluster stays awake for its first SyncSets. */
const SYNC_SETS_MS = 10 * MINUTE_MS

/** Reasons of Hibernating by which machines have been told to stop. */
const TOLD_TO_STOP = new Set(['Stopping', 'WaitingForMachinesToStop', 'Hibernating'])

/** Puts a cluster to sleep, or sees that it is. */
export async function hibernate(
  ctx: Ctx,
  parts: HiveParts,
  deployment: Deployment,
  applied: boolean,
): Promise<PowerOutcome> {
  const left = Date.parse(deployment.status?.installedTimestamp ?? '') + SYNC_SETS_MS - ctx.clock.now()
  const reason = findHiveCondition(deployment.status?.conditions, 'Hibernating')?.reason ?? ''
  if (!applied && left > 0 && !TOLD_TO_STOP.has(reason)) return { statement: POWER.syncSetsNotApplied, againMs: left }
  if (!TOLD_TO_STOP.has(reason)) return stop(ctx, parts, deployment)
  const waiting = await parts.infrastructure.machines.notStopped(deployment)
  if (waiting.length === 0) return { statement: POWER.hibernating('Cluster is stopped') }
  // Machines have been seen to stay on although they were told; telling them again costs nothing.
  await parts.infrastructure.machines.stop(deployment)
  return { statement: POWER.waitingForMachinesToStop(waiting), againMs: untilNextLook(ctx, deployment, POLL_MS) }
}

async function stop(ctx: Ctx, parts: HiveParts, deployment: Deployment): Promise<PowerOutcome> {
  try {
    await parts.infrastructure.machines.stop(deployment)
    return { statement: POWER.stopping, againMs: 0 }
  } catch (error) {
    const againMs = untilNextLook(ctx, deployment, POLL_MS)
    return { statement: POWER.failedToStop(messageOf(error)), againMs }
  }
}
