import { asJson, jsonEqual, type ObjectMeta, type OwnerReference } from '@skep/schema'
import type { Manifest, SpokeObject } from '../types.ts'
import { withOwner } from './owners.ts'

type Texts = Readonly<Record<string, string>>

/** A label or annotation whose name ends so is to be taken away. */
const REMOVAL = '-'

/** A manifest as it is created. */
export const newObject = (manifest: Manifest, owner: OwnerReference, owned: boolean): Manifest => ({
  ...manifest,
  metadata: { ...metadataOf(manifest, {}), ownerReferences: owned ? [owner] : [] },
})

/**
 * An object as it should be: labels, annotations and owners of others stay, finalizers stay, and everything else is as
 * the manifest says. The same object when it is like that already.
 */
export function mergeManifest(
  existing: SpokeObject,
  manifest: Manifest,
  owner: OwnerReference,
  owned: boolean,
): SpokeObject {
  const { ownerReferences = [], finalizers, uid, resourceVersion, name } = existing.metadata
  const owners = withOwner(ownerReferences, owner, owned)
  const merged = metadataOf(manifest, existing.metadata)
  if (owners === ownerReferences && sameTexts(merged, existing.metadata) && sameContent(existing, manifest)) {
    return existing
  }
  const kept = { name, uid, resourceVersion, ...(finalizers ? { finalizers } : {}) }
  return { ...manifest, metadata: { ...merged, ownerReferences: [...owners], ...kept } }
}

/** The metadata of a manifest with the labels and annotations that an object has besides. */
function metadataOf({ metadata }: Manifest, existing: ObjectMeta): ObjectMeta {
  const { labels, annotations, ...rest } = metadata
  const merged = {
    labels: mergeTexts(existing.labels, labels),
    annotations: mergeTexts(existing.annotations, annotations),
  }
  const present = Object.entries(merged).filter(([, texts]) => Object.keys(texts).length > 0)
  return { ...rest, ...Object.fromEntries(present) }
}

const sameTexts = (a: ObjectMeta, b: ObjectMeta): boolean =>
  jsonEqual(a.labels ?? {}, b.labels ?? {}) && jsonEqual(a.annotations ?? {}, b.annotations ?? {})

function mergeTexts(existing: Texts = {}, wanted: Texts = {}): Record<string, string> {
  const merged = { ...existing }
  for (const [key, value] of Object.entries(wanted)) {
    if (key.endsWith(REMOVAL)) delete merged[key.slice(0, -REMOVAL.length)]
    else merged[key] = value
  }
  return merged
}

function sameContent(existing: SpokeObject, manifest: Manifest): boolean {
  const { metadata: _existing, status: _was, ...is } = existing
  const { metadata: _wanted, status: _told, ...wanted } = manifest
  return jsonEqual(asJson(is), asJson(wanted))
}
