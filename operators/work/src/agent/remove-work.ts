import { AppliedManifestWork, type ManifestWork } from '@skep/api'
import { nameSome } from '@skep/base'
import type { Stored } from '@skep/client'
import {
  type Ctx,
  combineErrors,
  dropFinalizer,
  hasFinalizer,
  type Result,
  setCondition,
  withOwnStatus,
} from '@skep/controller'
import { type RemovalOutcome, removeResources } from '../applied/remove-resources.ts'
import { isOwnedByWork } from '../manifests/ownership.ts'
import { APPLIED_WORK_FINALIZER, WORK_FINALIZER, workOwner } from '../names.ts'
import type { AppliedResource } from '../types.ts'
import { followedRemovals } from './observe.ts'
import type { AgentParts } from './parts.ts'

/** Removes what a work put on the cluster, and lets the work go once all of it is really gone. */
export async function deleteWork(
  ctx: Ctx,
  parts: AgentParts,
  key: string,
  work: Stored<ManifestWork>,
): Promise<Result> {
  if (!hasFinalizer(work, WORK_FINALIZER)) return {}
  // What is not known here may have been made a moment ago.
  const applied = parts.appliedWorks.get(key) ?? (await parts.appliedWorks.read(key))
  if (!applied) {
    await parts.source.removeFinalizer(work)
    return {}
  }
  if (applied.metadata.deletionTimestamp === undefined) await parts.appliedWorks.remove(applied)
  const isOwned = (resource: AppliedResource) => isOwnedByWork(resource, work.spec?.deleteOption)
  const removed = await removeObjects(parts, key, applied, isOwned)
  if (removed.pending.length > 0) await reportDeleting(ctx, parts, work, removed.waits)
  return finishRemoval(parts, removed)
}

/** Removes what an AppliedManifestWork remembers, and then itself. */
export async function removeApplied(
  parts: AgentParts,
  key: string,
  applied: Stored<AppliedManifestWork>,
): Promise<Result> {
  return finishRemoval(parts, await removeObjects(parts, key, applied, () => true))
}

/** How far a removal has come. */
interface Removed extends RemovalOutcome {
  readonly applied: Stored<AppliedManifestWork>
  /** Whether nobody will tell when some of the objects have gone. Otherwise only what holds them may be news. */
  readonly unnoticed: boolean
}

async function removeObjects(
  { spokeClient, appliedWorks, objects }: AgentParts,
  key: string,
  applied: Stored<AppliedManifestWork>,
  isOwned: (resource: AppliedResource) => boolean,
): Promise<Removed> {
  const resources = applied.status?.appliedResources ?? []
  // Before they are deleted, so that it is noticed when they have gone.
  objects.follow(key, followedRemovals(resources))
  const outcome = await removeResources({ spokeClient, resources, owner: workOwner(applied), isOwned })
  const followed = followedRemovals(outcome.pending)
  objects.follow(key, followed)
  return {
    ...outcome,
    applied: await appliedWorks.writeResources(applied, outcome.pending),
    unnoticed: followed.some((object) => !objects.isFollowed(object)),
  }
}

async function finishRemoval(
  { spokeClient, options }: AgentParts,
  { applied, pending, errors, unnoticed }: Removed,
): Promise<Result> {
  if (errors.length > 0) throw combineErrors(errors)
  if (pending.length > 0) return { requeueAfterMs: options.statusIntervalMs, isRoutine: !unnoticed }
  await dropFinalizer(spokeClient, AppliedManifestWork, applied, APPLIED_WORK_FINALIZER)
  return {}
}

async function reportDeleting(
  ctx: Ctx,
  { source }: AgentParts,
  work: Stored<ManifestWork>,
  waits: readonly string[],
): Promise<void> {
  const after = withOwnStatus(work)
  const { generation } = work.metadata
  const observed = generation === undefined ? {} : { observedGeneration: generation }
  const message = `ManifestWork is being deleted, waiting for ${nameSome(waits)} to be gone`
  const update = { type: 'Deleting', status: 'True', reason: 'WorkDeleting', message, ...observed } as const
  setCondition(((after.status ??= {}).conditions ??= []), update, ctx.clock.now())
  await source.writeStatus(work, after)
}
