import type { ManifestWork } from '@skep/api'
import type { Client, KindResolver } from '@skep/client'
import { isConditionTrue } from '@skep/controller'
import type { OwnerReference } from '@skep/schema'
import { inApplyOrder } from '../manifests/apply-order.ts'
import { configOf } from '../manifests/manifest-config.ts'
import { isOwnedByWork } from '../manifests/ownership.ts'
import { identifyManifest, type KnownManifest, manifestKey, resourceKey } from '../manifests/resource-meta.ts'
import type { Manifest, SpokeKind, SpokeObject, UpdateStrategy } from '../types.ts'
import { cleanManifest } from './clean-manifest.ts'
import { checkExecutor } from './executor.ts'
import { applyServerSide } from './server-side.ts'
import type { ApplyTarget } from './target.ts'
import { applyByUpdate, applyOnce, type SettledVersions } from './update.ts'

/** What became of one manifest. */
export interface ManifestResult extends KnownManifest {
  /** The object on the cluster; missing when there is none, or when applying failed. */
  readonly object?: SpokeObject
  /** Why it could not be applied. */
  readonly error?: unknown
}

/** What applying a work takes. */
export interface ApplyScope {
  readonly spokeClient: Client
  readonly work: ManifestWork
  /** Whose the objects become, as far as they go with the work. */
  readonly owner: OwnerReference
  /** Versions of objects that this generation of the work left as they should be. */
  readonly settled: Map<string, string>
}

/** Finds out what the manifests of a work are, in the order in which the work lists them. */
export const identifyManifests = (
  kinds: KindResolver,
  { spec }: ManifestWork,
  signal: AbortSignal,
): Promise<KnownManifest[]> =>
  Promise.all(
    // The server demands apiVersion, kind and metadata of embedded objects.
    ((spec?.workload?.manifests ?? []) as Manifest[]).map((manifest, ordinal) =>
      identifyManifest(kinds, manifest, ordinal, signal),
    ),
  )

/** Applies manifests by the rank of their kinds, each whatever becomes of the others. Results are in the work's order. */
export async function applyManifests(
  scope: ApplyScope,
  manifests: readonly KnownManifest[],
  signal: AbortSignal,
): Promise<ManifestResult[]> {
  const results = new Map<KnownManifest, ManifestResult>()
  const complete = completeManifests(scope.work)
  for (const known of inApplyOrder(manifests)) {
    signal.throwIfAborted()
    results.set(known, await applyManifest(scope, known, complete.has(manifestKey(known.resourceMeta))))
  }
  return manifests.map((known) => results.get(known)!)
}

async function applyManifest(scope: ApplyScope, known: KnownManifest, isComplete: boolean): Promise<ManifestResult> {
  const { kind } = known
  if (!kind) return known
  try {
    const object = isComplete ? await readKnown(scope, known, kind) : await applyKnown(scope, known, kind)
    return { ...known, ...(object ? { object } : {}) }
  } catch (error) {
    return { ...known, error }
  }
}

const refOf = ({ resourceMeta: { namespace, name = '' } }: KnownManifest) => ({
  name,
  ...(namespace ? { namespace } : {}),
})

const readKnown = ({ spokeClient }: ApplyScope, known: KnownManifest, kind: SpokeKind) =>
  spokeClient.get(kind, refOf(known))

async function applyKnown(scope: ApplyScope, known: KnownManifest, kind: SpokeKind): Promise<SpokeObject | undefined> {
  const { spokeClient, work, owner } = scope
  const ref = refOf(known)
  const resource = { ...ref, group: kind.group, resource: kind.plural }
  const owned = isOwnedByWork(resource, work.spec?.deleteOption)
  const target = { spokeClient, kind, ref, owner, owned, manifest: cleanManifest(known.manifest, kind) }
  await checkExecutor(target, work.spec?.executor)
  const { strategy } = configOf(known.resourceMeta, work.spec?.manifestConfigs)
  return applyBy(strategy, target, settledVersions(scope, `${owner.uid}/${resourceKey(resource)}`))
}

function applyBy(
  strategy: UpdateStrategy,
  target: ApplyTarget,
  versions: SettledVersions,
): Promise<SpokeObject | undefined> {
  switch (strategy.type) {
    case 'Update':
      return applyByUpdate(target, versions)
    case 'CreateOnly':
      return applyOnce(target)
    case 'ServerSideApply':
      return applyServerSide(target, strategy.serverSideApply ?? {})
    case 'ReadOnly':
      return target.spokeClient.get(target.kind, target.ref)
  }
}

/** Objects that have done what they were there for, which are never touched again. */
const completeManifests = ({ status }: ManifestWork): ReadonlySet<string> =>
  new Set(
    (status?.resourceStatus?.manifests ?? [])
      .filter(({ conditions }) => isConditionTrue(conditions, 'Complete'))
      .map(({ resourceMeta }) => manifestKey(resourceMeta)),
  )

const settledVersions = ({ settled }: ApplyScope, key: string): SettledVersions => ({
  isSettled: ({ metadata }) => settled.get(key) === metadata.resourceVersion,
  settle: ({ metadata }) => void settled.set(key, metadata.resourceVersion),
})
