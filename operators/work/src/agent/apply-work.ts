import type { AppliedManifestWork } from '@skep/api'
import type { Stored } from '@skep/client'
import { type Ctx, combineErrors } from '@skep/controller'
import { removeResources } from '../applied/remove-resources.ts'
import { expectedResources, trackedResources, untrackedResources } from '../applied/track-resources.ts'
import { reportApplied, reportNotApplied } from '../apply/applied-conditions.ts'
import { applyManifests, identifyManifests, type ManifestResult } from '../apply/apply-manifests.ts'
import { isOwnedByWork } from '../manifests/ownership.ts'
import type { KnownManifest } from '../manifests/resource-meta.ts'
import { workOwner } from '../names.ts'
import type { AppliedResource } from '../types.ts'
import type { FollowedObject } from './applied-objects.ts'
import { followedManifests, followedRemovals } from './observe.ts'
import type { WorkScope } from './work-scope.ts'

/** Applies what a work names, and removes what it names no longer. */
export async function applyWork(ctx: Ctx, scope: WorkScope): Promise<readonly ManifestResult[]> {
  const { work, spokeClient, status, schedules, key } = scope
  const manifests = await identifyManifests(scope.kinds, work, ctx.signal)
  const applied = await noteManifests(ctx, scope, manifests)
  const settled = schedules.settled(key, work)
  const results = await applyManifests({ spokeClient, work, owner: workOwner(applied), settled }, manifests, ctx.signal)
  reportApplied(status, results, work.metadata.generation, ctx.clock.now())
  schedules.applied(key, work, results)
  await removeUnnamed(scope, applied, results)
  return results
}

/** Writes down what may be made before it is. */
async function noteManifests(
  ctx: Ctx,
  { appliedWorks, work, status }: WorkScope,
  manifests: readonly KnownManifest[],
): Promise<Stored<AppliedManifestWork>> {
  try {
    const applied = await appliedWorks.ensure(work)
    const known = resourcesOf(applied)
    const expected = expectedResources(known, manifests)
    return expected === known ? applied : await appliedWorks.writeResources(applied, expected)
  } catch (error) {
    reportNotApplied(status, error, work.metadata.generation, ctx.clock.now())
    throw error
  }
}

async function removeUnnamed(
  scope: WorkScope,
  applied: Stored<AppliedManifestWork>,
  results: readonly ManifestResult[],
): Promise<void> {
  const { spokeClient, appliedWorks, work, objects, schedules, options, key } = scope
  const tracked = await trackedResources(spokeClient, resourcesOf(applied), results)
  const resources = untrackedResources(resourcesOf(applied), tracked)
  // Before they are deleted, so that it is noticed when they have gone.
  follow(scope, followedRemovals(resources))
  const isOwned = (resource: AppliedResource) => isOwnedByWork(resource, work.spec?.deleteOption)
  const { pending, errors } = await removeResources({ spokeClient, resources, owner: workOwner(applied), isOwned })
  await appliedWorks.writeResources(applied, [...tracked, ...pending])
  const removals = followedRemovals(pending)
  follow(scope, removals)
  if (removals.some((removal) => !objects.isFollowed(removal))) schedules.applyWithin(key, options.statusIntervalMs)
  if (errors.length > 0) throw combineErrors(errors)
}

/** Follows the objects of a work, and those that it names no longer until they have gone. */
function follow({ objects, key, work, status }: WorkScope, removals: readonly FollowedObject[]): void {
  const manifests = followedManifests(status.resourceStatus?.manifests ?? [], work.spec?.manifestConfigs)
  objects.follow(key, [...removals, ...manifests])
}

/** Informers give the same list again, by which it is seen that there is nothing to add. */
const resourcesOf = ({ status }: Stored<AppliedManifestWork>): readonly AppliedResource[] =>
  status?.appliedResources ?? NONE

const NONE: readonly AppliedResource[] = []
