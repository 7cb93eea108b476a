import type { AppliedManifestWork, ManifestWork } from '@skep/api'
import type { Stored } from '@skep/client'
import { type Ctx, combineErrors, hasFinalizer, isConditionTrue, type Result, setCondition } from '@skep/controller'
import { keepApplied } from '../applied/evict.ts'
import { removeResources } from '../applied/remove-resources.ts'
import { expectedResources, trackedResources, untrackedResources } from '../applied/track-resources.ts'
import { reportApplied } from '../apply/applied-conditions.ts'
import { applyManifests, identifyManifests, type ManifestResult } from '../apply/apply-work.ts'
import { reportFeedback } from '../feedback/report-feedback.ts'
import { isOwnedByWork } from '../manifests/ownership.ts'
import { messageOf } from '../message-of.ts'
import { WORK_FINALIZER, workOwner } from '../names.ts'
import { withOwnStatus } from '../newest-objects.ts'
import type { AppliedResource, WorkStatus } from '../types.ts'
import type { FollowedObject } from './applied-objects.ts'
import { followedManifests, followedRemovals, observe } from './observe.ts'
import type { AgentParts } from './parts.ts'

/** A work that is dealt with. */
interface Scope extends AgentParts {
  readonly key: string
  readonly work: Stored<ManifestWork>
  /** What will be told of it; changed step by step. */
  readonly status: WorkStatus
}

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
  return { requeueAfterMs: schedules.delayMs(key, work) }
}

/** Does something for a work and tells what came of it, in one write, also when it failed. */
async function report(
  ctx: Ctx,
  parts: AgentParts,
  key: string,
  work: Stored<ManifestWork>,
  act: (ctx: Ctx, scope: Scope) => Promise<readonly ManifestResult[]>,
): Promise<void> {
  const after = withOwnStatus(work)
  const status: WorkStatus = (after.status ??= {})
  const scope = { ...parts, key, work, status }
  try {
    await tell(ctx, scope, await act(ctx, scope))
  } finally {
    await parts.source.writeStatus(work, after)
  }
}

async function applyWork(ctx: Ctx, scope: Scope): Promise<readonly ManifestResult[]> {
  const { work, spokeClient, appliedWorks, status, objects, schedules, options, key } = scope
  const applied = await ensureApplied(ctx, scope)
  const manifests = await identifyManifests(scope.kinds, work, ctx.signal)
  const known = applied.status?.appliedResources ?? []
  const expected = expectedResources(known, manifests)
  const noted = expected === known ? applied : await appliedWorks.writeResources(applied, expected)
  const owner = workOwner(applied)
  const settled = schedules.settled(key, work)
  const results = await applyManifests({ spokeClient, work, owner, settled }, manifests, ctx.signal)
  reportApplied(status, results, work.metadata.generation, ctx.clock.now())
  schedules.applied(key, work, results)
  const tracked = await trackedResources(spokeClient, expected, results)
  const isOwned = (resource: AppliedResource) => isOwnedByWork(resource, work.spec?.deleteOption)
  const resources = untrackedResources(expected, tracked)
  // Before they are deleted, so that it is noticed when they have gone.
  follow(scope, followedRemovals(resources))
  const { pending, errors } = await removeResources({ spokeClient, resources, owner, isOwned })
  await appliedWorks.writeResources(noted, [...tracked, ...pending])
  const removals = followedRemovals(pending)
  follow(scope, removals)
  if (removals.some((removal) => !objects.isFollowed(removal))) schedules.applyWithin(key, options.statusIntervalMs)
  if (errors.length > 0) throw combineErrors(errors)
  return results
}

async function ensureApplied(ctx: Ctx, { appliedWorks, work, status }: Scope): Promise<Stored<AppliedManifestWork>> {
  try {
    return await appliedWorks.ensure(work)
  } catch (error) {
    const message = `Failed to apply manifest work: ${messageOf(error)}`
    const update = { type: 'Applied', status: 'False', reason: 'AppliedManifestWorkFailed', message } as const
    const { generation } = work.metadata
    const observed = generation === undefined ? {} : { observedGeneration: generation }
    setCondition((status.conditions ??= []), { ...update, ...observed }, ctx.clock.now())
    throw error
  }
}

/** Follows the objects of a work, and those that it wants no longer until they have gone. */
function follow({ objects, key, work, status }: Scope, removals: readonly FollowedObject[]): void {
  const manifests = followedManifests(status.resourceStatus?.manifests ?? [], work.spec?.manifestConfigs)
  objects.follow(key, [...removals, ...manifests])
}

async function tell(ctx: Ctx, scope: Scope, results: readonly ManifestResult[]): Promise<void> {
  const { objects, schedules, readFeedback, readConditions, key, work, status } = scope
  const told = status.resourceStatus?.manifests ?? []
  const configs = work.spec?.manifestConfigs ?? []
  const followed = followedManifests(told, configs)
  const observed = await observe(objects, told, configs, results)
  const { generation } = work.metadata
  reportFeedback(status, observed, { readFeedback, readConditions, configs, generation, now: ctx.clock.now() })
  schedules.reported(
    key,
    work,
    followed.some((object) => !objects.isFollowed(object)),
  )
}
