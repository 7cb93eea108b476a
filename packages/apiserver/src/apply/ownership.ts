import type { JsonObject } from '@skep/schema'
import { type Change, compareObjects } from './compare.ts'
import { difference, type FieldSet, isDisjoint, isEmptySet, isSubset, recursiveDifference, union } from './field-set.ts'
import type { FieldType } from './field-type.ts'
import type { ManagedType } from './managed-type.ts'
import { entryOf, fieldsOf, type ManagerName, type Managers, managerId, setFields } from './managers.ts'
import type { WriteRequest } from './requests.ts'
import { reconciled } from './schema-changes.ts'
import { remembered } from './shared-sets.ts'

/** Fields that are the server's: nobody owns them, whoever writes them. */
const SYSTEM_FIELDS: FieldSet = {
  'f:apiVersion': {},
  'f:kind': {},
  'f:metadata': {
    '.': {},
    'f:clusterName': {},
    'f:creationTimestamp': {},
    'f:generation': {},
    'f:managedFields': {},
    'f:name': {},
    'f:namespace': {},
    'f:resourceVersion': {},
    'f:selfLink': {},
    'f:uid': {},
  },
}

/** Managers hold few different sets, and writes change the same fields over and over. */
const takeAway = remembered(difference)
const addTo = remembered(union)

/** The set without what is never owned. */
export const withoutSystemFields = (set: FieldSet): FieldSet => without(set, SYSTEM_FIELDS)

/** Most sets have nothing of what is taken from them, which is found out faster than anything is remembered. */
const without = (set: FieldSet, taken: FieldSet): FieldSet => (isDisjoint(set, taken) ? set : takeAway(set, taken))

/** The set without fields that the write cannot change. */
export const withoutReset = (set: FieldSet, resetFields: FieldSet | undefined): FieldSet =>
  resetFields === undefined ? set : recursiveDifference(set, resetFields)

/** What a write really changes. */
export function effectiveChange(
  type: FieldType,
  before: JsonObject,
  after: JsonObject,
  resetFields: FieldSet | undefined,
): Change {
  const { changed, removed } = compareObjects(type, before, after)
  return { changed: withoutReset(changed, resetFields), removed: withoutReset(removed, resetFields) }
}

/** Brings what every manager owns in line with the schema, which may have changed since. */
export function reconcileManagers({ type, reconciledSets }: ManagedType, managers: Managers): void {
  for (const [id, entry] of managers) {
    const fields = fieldsOf(entry)
    if (reconciledSets.has(fields)) continue
    const inLine = reconciled(type, fields)
    reconciledSets.add(inLine)
    setFields(managers, id, entry, inLine)
  }
}

/** Takes what changed or went away from every manager but the one that is spared. */
export function takeFromManagers(managers: Managers, { changed, removed }: Change, sparedId?: string): void {
  for (const [id, entry] of managers) {
    if (id !== sparedId) setFields(managers, id, entry, without(without(fieldsOf(entry), changed), removed))
  }
}

/** Gives what an update changed to its manager, who gets a new time only when there is such a thing. */
export function giveToUpdater(managers: Managers, changed: FieldSet, request: WriteRequest): void {
  const own = withoutSystemFields(changed)
  if (isEmptySet(own)) return
  const name = updaterOf(request)
  const id = managerId(name)
  managers.set(id, entryOf(name, addTo(own, fieldsOf(managers.get(id))), request.now))
}

/** Moves what an update changed from those who had it to its manager. */
export function settleUpdate(managers: Managers, change: Change, request: WriteRequest): void {
  const name = updaterOf(request)
  const id = managerId(name)
  const fields = fieldsOf(managers.get(id))
  const own = withoutSystemFields(change.changed)
  // Most updates change what their manager has changed before: then it keeps the very set that it has.
  if (!isEmptySet(own) && isEmptySet(change.removed) && isSubset(own, fields)) {
    takeFromManagers(managers, change, id)
    managers.set(id, entryOf(name, fields, request.now))
  } else {
    takeFromManagers(managers, change)
    giveToUpdater(managers, change.changed, request)
  }
}

/** Who an update is by. */
export const updaterOf = ({ manager, apiVersion, subresource }: WriteRequest): ManagerName => ({
  manager: manager === '' ? 'unknown' : manager,
  operation: 'Update',
  apiVersion,
  subresource,
})
