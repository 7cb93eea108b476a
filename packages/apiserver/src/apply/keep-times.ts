import { asJson, type JsonObject, jsonEqual, type KubeObject, type ManagedFieldsEntry } from '@skep/schema'

/**
 * The managedFields to store with an object: its own, but with the stored times when nothing else differs from the stored
 * object. A write that changes nothing must not become a new version for the sake of its time.
 */
export function keepTimes(stored: KubeObject, next: KubeObject): ManagedFieldsEntry[] {
  const before = stored.metadata.managedFields ?? []
  const entries = next.metadata.managedFields ?? []
  if (before.length !== entries.length) return entries
  const sameTimes = entries.every((entry, index) => entry.time === before[index]?.time)
  return sameTimes || !differOnlyInTimes(stored, next) ? entries : before
}

/** Looks at metadata last: that takes copies, and most writes change something else. */
function differOnlyInTimes(stored: KubeObject, next: KubeObject): boolean {
  const [before, after] = [asJson(stored), asJson(next)]
  for (const name in before) if (!(name in after)) return false
  for (const name in after) if (name !== 'metadata' && !jsonEqual(before[name], after[name])) return false
  return jsonEqual(metadataWithoutTimes(stored), metadataWithoutTimes(next))
}

function metadataWithoutTimes({ metadata }: KubeObject): JsonObject {
  const managedFields = metadata.managedFields?.map((entry) => ({ ...entry, time: undefined }))
  return { ...metadata, managedFields } as unknown as JsonObject
}
