import { LruMap } from '@skep/base'
import type { ManagedFieldsEntry } from '@skep/schema'
import type { FieldSet } from './field-set.ts'
import { sharedSet, textOfSet } from './shared-sets.ts'

/**
 * `managedFields` as the text that objects are stored with. Objects of one shape, written by one client within a second,
 * have the same; so it is parsed once for many.
 */
const REMEMBERED = 512

const byText = new LruMap<ManagedFieldsEntry[]>(REMEMBERED)

/** The entries as JSON. What they hold is kept for the next reader of the text, and must not be changed from then on. */
export function renderManaged(entries: readonly ManagedFieldsEntry[]): string {
  let text = '['
  for (const entry of entries) text += `${text === '[' ? '' : ','}${renderEntry(entry)}`
  text += ']'
  if (byText.get(text) === undefined) remember(text, entries)
  return text
}

function renderEntry(entry: ManagedFieldsEntry): string {
  let text = '{'
  for (const name in entry) {
    const value = entry[name as keyof ManagedFieldsEntry]
    if (value === undefined) continue
    // Sets that this server made or read are in the form they have on the wire.
    const json = name === 'fieldsV1' ? textOfSet(sharedSet(value as FieldSet)) : JSON.stringify(value)
    text += `${text === '{' ? '' : ','}"${name}":${json}`
  }
  return `${text}}`
}

/** The entries that the text stands for. Shared by all who ask, and therefore not to be changed. */
export function parseManaged(text: string): ManagedFieldsEntry[] {
  return byText.get(text) ?? remember(text, JSON.parse(text) as ManagedFieldsEntry[])
}

function remember(text: string, entries: readonly ManagedFieldsEntry[]): ManagedFieldsEntry[] {
  const shared = entries.map((entry) =>
    Object.freeze(entry.fieldsV1 ? { ...entry, fieldsV1: sharedSet(entry.fieldsV1 as FieldSet) } : entry),
  )
  Object.freeze(shared)
  byText.set(text, shared)
  return shared
}
