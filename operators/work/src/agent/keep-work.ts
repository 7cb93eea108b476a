import type { AppliedManifestWork, ManifestWork } from '@skep/api'
import type { Stored } from '@skep/client'
import { type Ctx, hasFinalizer, isConditionTrue, type Result, withOwnStatus } from '@skep/controller'
import { keepApplied } from '../applied/evict.ts'
import type { ManifestResult } from '../apply/apply-manifests.ts'
import { reportFeedback } from '../feedback/report-feedback.ts'
import { WORK_FINALIZER } from '../names.ts'
import type { WorkStatus } from '../types.ts'
import { applyWork } from './apply-work.ts'
import { followedManifests, observe } from './observe.ts'
import type { AgentParts } from './parts.ts'
import type { WorkScope } from './work-scope.ts'

/** Keeps the objects of a work as they should be, and tells how they are. */
export async function keepWork(
  ctx: Ctx,
  parts: AgentParts,
  key: string,
  work: Stored<ManifestWork>,
  applied: Stored<AppliedManifestWork> | undefined,
): Promise<Result> {
  const { schedules, source } = parts
  if (!hasFinalizer(work, WORK_FINALIZER)) {
    await source.addFinalizer(work)
    return {}
  }
  if (applied) await keepApplied(parts.appliedWorks, applied)
  const complete = isConditionTrue(work.status?.conditions, 'Complete')
  const applyDue = schedules.isApplyDue(key, work) || !applied
  if (applyDue && complete) schedules.applied(key, work, [])
  if (applyDue && !complete) await report(ctx, parts, key, work, applyWork)
  else if (schedules.isStatusDue(key, work)) await report(ctx, parts, key, work, async () => [])
  return { requeueAfterMs: schedules.delayMs(key, work), isRoutine: schedules.isSettled(key, work) }
}

/** Does something for a work and tells what came of it, in one write, also when it failed. */
async function report(
  ctx: Ctx,
  parts: AgentParts,
  key: string,
  work: Stored<ManifestWork>,
  act: (ctx: Ctx, scope: WorkScope) => Promise<readonly ManifestResult[]>,
): Promise<void> {
  const { schedules, source } = parts
  const after = withOwnStatus(work)
  const status: WorkStatus = (after.status ??= {})
  const scope = { ...parts, key, work, status }
  // Before anything is read, so that nothing is missed that changes meanwhile.
  schedules.reporting(key, work)
  try {
    await act(ctx, scope)
      .then((results) => tell(scope, results, ctx.clock.now()))
      .finally(() => source.writeStatus(work, after))
  } catch (error) {
    // Nobody knows how much of it has been told, and the next report builds on what has.
    schedules.applyWithin(key, 0)
    schedules.changed(key, true)
    throw error
  }
}

async function tell(scope: WorkScope, results: readonly ManifestResult[], now: number): Promise<void> {
  const { objects, schedules, readFeedback, readConditions, key, work, status } = scope
  const told = status.resourceStatus?.manifests ?? []
  const configs = work.spec?.manifestConfigs ?? []
  const observed = await observe(objects, told, configs, results)
  const { generation } = work.metadata
  reportFeedback(status, observed, { readFeedback, readConditions, configs, generation, now })
  // Of what nobody follows, nobody tells that it has changed.
  if (followedManifests(told, configs).some((object) => !objects.isFollowed(object))) schedules.changed(key, false)
}
