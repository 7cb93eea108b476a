import type { ManifestCondition } from '@skep/api'
import { hasReason } from '@skep/base'
import type { ManifestResult } from '../apply/apply-manifests.ts'
import type { Observed } from '../feedback/report-feedback.ts'
import { configOf } from '../manifests/manifest-config.ts'
import { kindOfResource, manifestKey } from '../manifests/resource-meta.ts'
import type { AppliedResource, ManifestConfig, ResourceMeta } from '../types.ts'
import type { AppliedObjects, Concern, FollowedObject } from './applied-objects.ts'

/** The objects to follow for what is told of a work. */
export const followedManifests = (
  told: readonly ManifestCondition[],
  configs: readonly ManifestConfig[] | undefined,
): FollowedObject[] =>
  told.flatMap(({ resourceMeta }) => {
    const resource = resourceOf(resourceMeta)
    return resource ? [followed(resource, concernOf(resourceMeta, configs))] : []
  })

/** The objects to follow until they have vanished. */
export const followedRemovals = (resources: readonly AppliedResource[]): FollowedObject[] =>
  resources.map((resource) => followed(resource, 'removal'))

/** How the objects are that a status tells of; those that were just applied are as the results say. */
export function observe(
  objects: AppliedObjects,
  told: readonly ManifestCondition[],
  configs: readonly ManifestConfig[] | undefined,
  results: readonly ManifestResult[] = [],
): Promise<Observed[]> {
  const fresh = new Map(results.map((result) => [manifestKey(result.resourceMeta), result]))
  return Promise.all(
    told.map(async ({ resourceMeta }): Promise<Observed> => {
      const resource = resourceOf(resourceMeta)
      if (!resource) return { unidentified: true }
      const result = fresh.get(manifestKey(resourceMeta))
      if (result?.object) return { object: result.object }
      if (result && result.error === undefined) return { missing: true }
      return readObject(objects, followed(resource, concernOf(resourceMeta, configs)))
    }),
  )
}

async function readObject(objects: AppliedObjects, object: FollowedObject): Promise<Observed> {
  try {
    const found = await objects.read(object)
    return found ? { object: found } : { missing: true }
  } catch (failure) {
    // A kind that is no longer served has no objects.
    return hasReason(failure, 'NotFound') ? { missing: true } : { failure }
  }
}

function concernOf(resource: ResourceMeta, configs: readonly ManifestConfig[] | undefined): Concern {
  const { feedbackRules, conditionRules, watched } = configOf(resource, configs)
  if (feedbackRules.length + conditionRules.length === 0) return 'existence'
  return watched ? 'urgent-state' : 'state'
}

/** Which object is meant; undefined when its kind was never found. */
function resourceOf({ group, version, resource, namespace, name }: ResourceMeta): AppliedResource | undefined {
  if (!resource || !version || !name) return undefined
  return { resource, version, name, ...(group ? { group } : {}), ...(namespace ? { namespace } : {}) }
}

const followed = (resource: AppliedResource, concern: Concern): FollowedObject => ({
  kind: kindOfResource(resource),
  ref: { name: resource.name, ...(resource.namespace ? { namespace: resource.namespace } : {}) },
  concern,
})
