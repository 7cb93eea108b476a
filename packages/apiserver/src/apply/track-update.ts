import { asJson, jsonEqual, type KubeObject, type ManagedFieldsEntry } from '@skep/schema'
import { creatorFields } from './creator-fields.ts'
import { isEmptySet } from './field-set.ts'
import type { ManagedType } from './managed-type.ts'
import { entryOf, type Managers, managersOf, parseManagers, toEntries } from './managers.ts'
import { effectiveChange, reconcileManagers, settleUpdate, updaterOf } from './ownership.ts'
import type { UpdateRequest } from './requests.ts'
import { TypedValueError } from './typed-error.ts'
import { capUpdateManagers } from './update-cap.ts'

/**
 * Works out who owns what after a create, update or patch: whoever changes a field owns it alone. An object whose
 * managedFields are gone (a client may reset them) is not tracked again before something is applied to it.
 */
export function trackUpdate(managed: ManagedType, request: UpdateRequest): ManagedFieldsEntry[] {
  const { live } = request
  const managers = startingManagers(request)
  if (managers.size === 0 && live !== undefined) return []
  try {
    return managers.size === 0 ? trackCreation(managed, request) : trackChange(managed, managers, request)
  } catch (thrown) {
    // A list item without its keys cannot be tracked. Validation will say so if it matters; ownership stays as it is.
    if (thrown instanceof TypedValueError) return live?.metadata.managedFields ?? []
    throw thrown
  }
}

/** Whoever creates an object owns all of it. */
function trackCreation(managed: ManagedType, request: UpdateRequest): ManagedFieldsEntry[] {
  const fields = creatorFields(managed, asJson(request.next), request.resetFields)
  return isEmptySet(fields) ? [] : [entryOf(updaterOf(request), fields, request.now)]
}

function trackChange(managed: ManagedType, managers: Managers, request: UpdateRequest): ManagedFieldsEntry[] {
  const { live, next, resetFields } = request
  const { type, empty } = managed
  reconcileManagers(managed, managers)
  const change = effectiveChange(type, live === undefined ? empty : asJson(live), asJson(next), resetFields)
  settleUpdate(managers, change, request)
  capUpdateManagers(managers)
  return toEntries(managers)
}

/** Clients may edit managedFields, but not through a subresource, and only into something that makes sense. */
function startingManagers({ live, next, subresource }: UpdateRequest): Managers {
  const stored = live?.metadata.managedFields ?? []
  const sent = sentEntries(next)
  if (sent === undefined || subresource !== '') return managersOf(stored)
  if (isReset(sent)) return new Map()
  // Most clients send back what they read, which needs no checking.
  return jsonEqual(asJson(sent), asJson(stored)) ? managersOf(stored) : parsedOr(sent, stored)
}

function sentEntries({ metadata }: KubeObject): ManagedFieldsEntry[] | undefined {
  const { managedFields } = metadata
  return Array.isArray(managedFields) ? managedFields : undefined
}

const isReset = (entries: readonly ManagedFieldsEntry[]): boolean =>
  entries.length === 0 || (entries.length === 1 && Object.keys(entries[0]!).length === 0)

function parsedOr(sent: readonly ManagedFieldsEntry[], stored: readonly ManagedFieldsEntry[]): Managers {
  try {
    return parseManagers(sent)
  } catch {
    return managersOf(stored)
  }
}
