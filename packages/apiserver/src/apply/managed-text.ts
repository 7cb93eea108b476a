import { LruMap } from '@skep/base'
import type { ManagedFieldsEntry } from '@skep/schema'
import type { FieldSet } from './field-set.ts'
import { sharedSet, textOfSet } from './shared-sets.ts'

/**
 * `managedFields` as the text that objects are stored with. Objects of one shape, written by one client within a second,
 * have the same; so it is made once for many, entry by entry, and parsed once for many.
 */
const REMEMBERED = 512

const byText = new LruMap<ManagedFieldsEntry[]>(REMEMBERED)

/** The last entry of each set, as text. */
const lastOfSet = new WeakMap<FieldSet, { entry: ManagedFieldsEntry; text: string }>()

/** The entries as JSON. They must not be changed from then on. */
export function renderManaged(entries: readonly ManagedFieldsEntry[]): string {
  let text = '['
  for (const entry of entries) text += text === '[' ? textOfEntry(entry) : `,${textOfEntry(entry)}`
  return `${text}]`
}

function textOfEntry(entry: ManagedFieldsEntry): string {
  // Sets that this server made or read are in the form they have on the wire.
  const set = entry.fieldsV1 && sharedSet(entry.fieldsV1 as FieldSet)
  const last = set && lastOfSet.get(set)
  if (last && isSameButForSet(last.entry, entry)) return last.text
  const text = renderEntry(entry, set)
  if (set) lastOfSet.set(set, { entry, text })
  return text
}

const isSameButForSet = (left: ManagedFieldsEntry, right: ManagedFieldsEntry): boolean =>
  left.manager === right.manager &&
  left.time === right.time &&
  left.operation === right.operation &&
  left.subresource === right.subresource &&
  left.apiVersion === right.apiVersion &&
  left.fieldsType === right.fieldsType

function renderEntry(entry: ManagedFieldsEntry, set: FieldSet | undefined): string {
  let text = '{'
  for (const name in entry) {
    const value = entry[name as keyof ManagedFieldsEntry]
    if (value === undefined) continue
    const json = name === 'fieldsV1' && set ? textOfSet(set) : JSON.stringify(value)
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
