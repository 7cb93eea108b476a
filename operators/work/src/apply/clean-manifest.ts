import { asJson, isObject, type Json, type JsonObject, setMember } from '@skep/schema'
import type { Manifest, SpokeKind } from '../types.ts'

/**
 * A manifest as it can be sent: without what belongs to another life of the object, its identity and the empty times of
 * creation that programs write into templates, and without a namespace where the kind has none.
 */
export function cleanManifest(manifest: Manifest, { scope }: Pick<SpokeKind, 'scope'>): Manifest {
  const { uid: _uid, resourceVersion: _version, namespace, ...metadata } = manifest.metadata
  const placed = scope === 'Namespaced' && namespace !== undefined ? { ...metadata, namespace } : metadata
  // Only members without a value are left out, none that the type demands.
  return withoutEmptyTimes(asJson({ ...manifest, metadata: placed })) as unknown as Manifest
}

function withoutEmptyTimes(value: JsonObject): JsonObject {
  const copy: JsonObject = {}
  for (const [key, member] of Object.entries(value)) {
    if (key === 'metadata' && isObject(member)) setMember(copy, key, cleanMetadata(member))
    else setMember(copy, key, cleanValue(member))
  }
  return copy
}

function cleanMetadata({ creationTimestamp, ...metadata }: JsonObject): JsonObject {
  return withoutEmptyTimes(creationTimestamp ? { ...metadata, creationTimestamp } : metadata)
}

function cleanValue(value: Json | undefined): Json | undefined {
  if (Array.isArray(value)) return value.map((item) => cleanValue(item) ?? null)
  return isObject(value) ? withoutEmptyTimes(value) : value
}
