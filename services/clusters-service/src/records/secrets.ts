import type { Queryable } from '@skep/database'
import { isObject, type JsonObject } from '@skep/schema'
import { secretTable } from './tables.ts'

/** Stores write-only attributes beside those that are there. Nothing is written when none were sent. */
export async function putSecrets(on: Queryable, key: string, secrets: JsonObject): Promise<void> {
  if (Object.keys(secrets).length === 0) return
  const row = await secretTable.get(on, key)
  if (row) await secretTable.modify(on, key, (stored) => deepMerge(stored, secrets))
  else await secretTable.insert(on, key, secrets)
}

function deepMerge(current: JsonObject, change: JsonObject): JsonObject {
  const merged = { ...current }
  for (const [name, value] of Object.entries(change)) {
    const before = merged[name]
    merged[name] = isObject(before) && isObject(value) ? deepMerge(before, value) : value
  }
  return merged
}
