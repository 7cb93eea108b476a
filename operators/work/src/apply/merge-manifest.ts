import { asJson, jsonEqual, type OwnerReference } from '@skep/schema'
import type { Manifest, SpokeObject } from '../types.ts'
import { withOwner } from './owners.ts'

type Texts = Readonly<Record<string, string>>

/** A label or annotation whose name ends so is to be taken away. */
const REMOVAL = '-'

/** A manifest as it is created. */
export const newObject = (manifest: Manifest, owner: OwnerReference, owned: boolean): Manifest => ({
  ...manifest,
  metadata: {
    ...manifest.metadata,
    ...texts('labels', mergeTexts({}, manifest.metadata.labels)),
    ...texts('annotations', mergeTexts({}, manifest.metadata.annotations)),
    ownerReferences: owned ? [owner] : [],
  },
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
  const { labels, annotations, ownerReferences = [], finalizers, uid, resourceVersion, name } = existing.metadata
  const merged = {
    labels: mergeTexts(labels, manifest.metadata.labels),
    annotations: mergeTexts(annotations, manifest.metadata.annotations),
    owners: withOwner(ownerReferences, owner, owned),
  }
  if (
    merged.owners === ownerReferences &&
    jsonEqual(merged.labels, labels ?? {}) &&
    jsonEqual(merged.annotations, annotations ?? {}) &&
    sameContent(existing, manifest)
  ) {
    return existing
  }
  return {
    ...manifest,
    metadata: {
      ...manifest.metadata,
      ...texts('labels', merged.labels),
      ...texts('annotations', merged.annotations),
      ownerReferences: [...merged.owners],
      ...(finalizers ? { finalizers } : {}),
      name,
      uid,
      resourceVersion,
    },
  }
}

const texts = (name: 'labels' | 'annotations', values: Record<string, string>) =>
  Object.keys(values).length === 0 ? {} : { [name]: values }

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
