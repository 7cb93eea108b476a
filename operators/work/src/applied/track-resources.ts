import type { Client } from '@skep/client'
import type { ManifestResult } from '../apply/apply-manifests.ts'
import {
  appliedResourceOf,
  type KnownManifest,
  kindOfResource,
  mayBe,
  resourceKey,
} from '../manifests/resource-meta.ts'
import type { AppliedResource, SpokeObject } from '../types.ts'

/**
 * What is remembered before anything is applied: everything that is remembered already, and what may now be made. So an
 * agent that dies in between leaves nothing on the cluster that its successor does not know of.
 */
export function expectedResources(
  known: readonly AppliedResource[],
  manifests: readonly KnownManifest[],
): readonly AppliedResource[] {
  const keys = new Set(known.map(resourceKey))
  const expected = manifests
    .flatMap(({ kind, resourceMeta }) => (kind ? [appliedResourceOf(kind, resourceMeta)] : []))
    .filter((resource) => !keys.has(resourceKey(resource)))
  return expected.length === 0 ? known : [...known, ...expected]
}

/** What is remembered afterwards: the objects that are there. */
export async function trackedResources(
  spokeClient: Client,
  known: readonly AppliedResource[],
  results: readonly ManifestResult[],
): Promise<AppliedResource[]> {
  const formerly = new Map(known.map((resource) => [resourceKey(resource), resource]))
  const tracked = await Promise.all(results.map((result) => trackResult(spokeClient, formerly, result)))
  const unidentified = results.filter(({ kind }) => !kind)
  const kept = known.filter((resource) => unidentified.some((manifest) => mayBe(manifest, resource)))
  return [...tracked.flat(), ...kept]
}

/** What no manifest asks for any more. */
export function untrackedResources(
  known: readonly AppliedResource[],
  tracked: readonly AppliedResource[],
): AppliedResource[] {
  const keys = new Set(tracked.map(resourceKey))
  return known.filter((resource) => !keys.has(resourceKey(resource)))
}

async function trackResult(
  spokeClient: Client,
  formerly: ReadonlyMap<string, AppliedResource>,
  { kind, resourceMeta, object, error }: ManifestResult,
): Promise<AppliedResource[]> {
  if (!kind) return []
  const expected = appliedResourceOf(kind, resourceMeta)
  if (object) return [{ ...expected, uid: object.metadata.uid }]
  if (error === undefined) return []
  try {
    const found = await findObject(spokeClient, expected)
    return found ? [{ ...expected, uid: found.metadata.uid }] : []
  } catch {
    // Whether it is there cannot be told now, so it is not forgotten.
    return [formerly.get(resourceKey(expected)) ?? expected]
  }
}

const findObject = (spokeClient: Client, resource: AppliedResource): Promise<SpokeObject | undefined> => {
  const { namespace, name } = resource
  return spokeClient.get(kindOfResource(resource), { name, ...(namespace ? { namespace } : {}) })
}
