import type { Queryable } from '@skep/database'
import type { JsonObject } from '@skep/schema'
import { settingTable } from '../records/tables.ts'

/** Stores what an operator set at run time. */
export async function putSetting(on: Queryable, key: string, document: JsonObject): Promise<void> {
  const row = await settingTable.get(on, key)
  if (row) await settingTable.modify(on, key, () => document)
  else await settingTable.insert(on, key, document)
}
