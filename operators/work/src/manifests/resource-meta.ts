import type { KindResolver } from '@skep/client'
import type { AppliedResource, Manifest, ResourceMeta, SpokeKind } from '../types.ts'

/** A manifest together with what the cluster knows of its kind. */
export interface KnownManifest {
  readonly manifest: Manifest
  readonly resourceMeta: ResourceMeta
  /** Missing when the cluster does not serve the kind. */
  readonly kind?: SpokeKind
  /** Why the kind is missing. */
  readonly error?: unknown
}

/** A failure to find out what a manifest is. */
export class UnknownKind extends Error {
  override readonly name = 'UnknownKind'
}

/** Finds out what a manifest is; `ordinal` is its place in the work. */
export async function identifyManifest(
  kinds: KindResolver,
  manifest: Manifest,
  ordinal: number,
  signal: AbortSignal,
): Promise<KnownManifest> {
  try {
    const kind = await kinds.resolve(manifest, signal)
    if (kind) return { manifest, kind, resourceMeta: { ...metaOf(manifest, ordinal, kind), resource: kind.plural } }
    const error = new UnknownKind(`the server doesn't have a resource type "${manifest.kind}"`)
    return { manifest, resourceMeta: metaOf(manifest, ordinal), error }
  } catch (error) {
    return { manifest, resourceMeta: metaOf(manifest, ordinal), error }
  }
}

function metaOf({ apiVersion, kind, metadata }: Manifest, ordinal: number, known?: SpokeKind): ResourceMeta {
  const slash = apiVersion.indexOf('/')
  const namespace = known?.scope === 'Cluster' ? undefined : metadata.namespace
  return {
    ordinal,
    ...(slash === -1 ? {} : { group: apiVersion.slice(0, slash) }),
    version: apiVersion.slice(slash + 1),
    kind,
    ...(metadata.name ? { name: metadata.name } : {}),
    ...(namespace ? { namespace } : {}),
  }
}

/** What all ways to name an object have in common. */
type ResourceName = Pick<AppliedResource, 'group' | 'namespace'> & {
  readonly resource?: string
  readonly name?: string
}

/** Tells objects of a cluster apart, whatever version of their API they are written in. */
export const resourceKey = ({ group = '', resource = '', namespace = '', name = '' }: ResourceName): string =>
  `${group}/${resource}/${namespace}/${name}`

/** Tells manifests of a work apart, wherever they stand in it. */
export const manifestKey = ({ kind = '', version = '', ...name }: ResourceMeta): string =>
  `${version}/${kind}/${resourceKey(name)}`

/** The kind of an object that is known by its resource alone. */
export const kindOfResource = ({ group = '', version, resource, namespace }: AppliedResource): SpokeKind => ({
  group,
  version,
  kind: resource,
  plural: resource,
  scope: namespace ? 'Namespaced' : 'Cluster',
})

/** What an AppliedManifestWork remembers of an object; without a uid as long as it may not be there. */
export const appliedResourceOf = (
  kind: SpokeKind,
  { namespace, name = '' }: ResourceMeta,
  uid?: string,
): AppliedResource => ({
  ...(kind.group === '' ? {} : { group: kind.group }),
  version: kind.version,
  resource: kind.plural,
  ...(namespace ? { namespace } : {}),
  name,
  ...(uid === undefined ? {} : { uid }),
})

/** An object as messages name it, such as `hostedclusters.hypershift.openshift.io clusters/demo`. */
export const describeResource = ({ group, resource, namespace, name }: AppliedResource): string =>
  `${resource}${group ? `.${group}` : ''} ${namespace ? `${namespace}/` : ''}${name}`

/** Whether a manifest of unknown kind may be this object: it must not go just because its kind cannot be found now. */
export const mayBe = (
  { resourceMeta }: KnownManifest,
  { group = '', namespace = '', name }: AppliedResource,
): boolean =>
  (resourceMeta.group ?? '') === group && resourceMeta.name === name && (resourceMeta.namespace ?? '') === namespace
