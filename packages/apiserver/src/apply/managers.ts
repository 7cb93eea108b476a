import { isObject, type JsonObject, type ManagedFieldsEntry } from '@skep/schema'
import { type FieldSet, type FieldSetDraft, inOrder, isEmptySet, LEAF, SELF } from './field-set.ts'
import { canonicalElement } from './path-element.ts'

/** Who owns what: one entry per manager, by its id. */
export type Managers = Map<string, ManagedFieldsEntry>

/** What one entry is about: a manager owns what it applied apart from what it updated, and per subresource. */
export type ManagerName = Pick<ManagedFieldsEntry, 'manager' | 'operation' | 'apiVersion' | 'subresource'>

/** Tells managers apart. One that applies keeps its identity when it goes on to another version of the API. */
export const managerId = ({ manager = '', operation, apiVersion, subresource = '' }: ManagerName): string =>
  `${manager}\n${operation}\n${operation === 'Apply' ? '' : apiVersion}\n${subresource}`

export const fieldsOf = (entry: ManagedFieldsEntry | undefined): FieldSet =>
  // Entries hold sets that this module read and checked, or that the server made itself.
  (entry?.fieldsV1 as FieldSet | undefined) ?? LEAF

/** An entry with its members in the order in which the API shows them. */
export function entryOf(name: ManagerName, fields: FieldSet, time: string | undefined): ManagedFieldsEntry {
  const entry: ManagedFieldsEntry = {}
  if (name.manager) entry.manager = name.manager
  if (name.operation) entry.operation = name.operation
  if (name.apiVersion) entry.apiVersion = name.apiVersion
  if (time !== undefined) entry.time = time
  entry.fieldsType = 'FieldsV1'
  entry.fieldsV1 = fields
  if (name.subresource) entry.subresource = name.subresource
  return entry
}

/** Managers from entries that the server wrote. */
export const managersOf = (entries: readonly ManagedFieldsEntry[] = []): Managers =>
  new Map(entries.map((entry) => [managerId(entry), entry]))

/** Managers from entries that a client sent. Throws, saying why, when they are not what the API writes. */
export function parseManagers(entries: readonly ManagedFieldsEntry[]): Managers {
  const managers: Managers = new Map()
  for (const [index, entry] of entries.entries()) {
    checkEntry(entry, index)
    managers.set(managerId(entry), entryOf(entry, parseFieldSet(entry.fieldsV1 ?? {}), entry.time))
  }
  return managers
}

function checkEntry({ operation, apiVersion, fieldsType }: ManagedFieldsEntry, index: number): void {
  if (operation !== 'Apply' && operation !== 'Update') throw new Error('operation must be `Apply` or `Update`')
  if (!apiVersion) throw new Error('apiVersion must not be empty')
  if (!fieldsType) throw new Error(`missing fieldsType in managed fields entry ${index}`)
  if (fieldsType !== 'FieldsV1') {
    throw new Error(`invalid fieldsType ${JSON.stringify(fieldsType)} in managed fields entry ${index}`)
  }
}

/** A set as a client wrote it, in canonical form. Elements of kinds that nobody knows yet are left out. */
export function parseFieldSet(json: JsonObject): FieldSet {
  const set: FieldSetDraft = {}
  for (const key of Object.keys(json)) {
    const value = json[key]
    const element = key === SELF ? SELF : canonicalElement(key)
    if (element !== undefined) set[element] = isObject(value) && key !== SELF ? parseFieldSet(value) : LEAF
  }
  return inOrder(set)
}

/** The entries of managers that own anything, in the order of the API: appliers first, then by time and name. */
export const toEntries = (managers: Managers): ManagedFieldsEntry[] => [...managers.values()].sort(compareEntries)

function compareEntries(left: ManagedFieldsEntry, right: ManagedFieldsEntry): number {
  return (
    compareTexts(left.operation, right.operation) ||
    (left.time === right.time ? 0 : secondsOf(left) - secondsOf(right)) ||
    compareTexts(left.manager, right.manager) ||
    compareTexts(left.apiVersion, right.apiVersion) ||
    compareTexts(left.subresource, right.subresource)
  )
}

const compareTexts = (left = '', right = ''): number => (left < right ? -1 : left > right ? 1 : 0)

export const secondsOf = ({ time }: ManagedFieldsEntry): number =>
  time === undefined ? 0 : Math.floor(Date.parse(time) / 1000)

/** Sets what a manager owns; one that owns nothing any more is forgotten. */
export function setFields(managers: Managers, id: string, entry: ManagedFieldsEntry, fields: FieldSet): void {
  if (isEmptySet(fields)) managers.delete(id)
  else if (fields !== fieldsOf(entry)) managers.set(id, entryOf(entry, fields, entry.time))
}
