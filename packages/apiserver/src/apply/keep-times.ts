import { asJson, type JsonObject, jsonEqual, type KubeObject, type ManagedFieldsEntry } from '@skep/schema'

/**
 * The managedFields to store with an object: its own, but with the stored times when nothing else differs from the stored
 * object. A write that changes nothing must not become a new version for the sake of its time.
 */
export function keepTimes(stored: KubeObject, next: KubeObject): ManagedFieldsEntry[] {
  const before = stored.metadata.managedFields ?? []
  const entries = next.metadata.managedFields ?? []
  if (before.length !== entries.length) return entries
  const times = entries.every((entry, index) => entry.time === before[index]?.time)
  if (times || !jsonEqual(withoutTimes(stored), withoutTimes(next))) return entries
  return before
}

function withoutTimes(object: KubeObject): JsonObject {
  const managedFields = object.metadata.managedFields?.map((entry) => ({ ...entry, time: undefined }))
  return { ...asJson(object), metadata: { ...object.metadata, managedFields } as unknown as JsonObject }
}
