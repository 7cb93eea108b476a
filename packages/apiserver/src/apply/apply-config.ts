import { StatusError } from '@skep/base'
import { asJson, isObject, type JsonObject, jsonEqual, type KubeObject } from '@skep/schema'
import { unreasonedError } from '../patch/errors.ts'
import { type Conflict, conflictError } from './conflict.ts'
import { mentionedFields } from './extract.ts'
import { difference, type FieldSet, intersection, isEmptySet, LEAF, union } from './field-set.ts'
import { fieldsLastApplied, KUBECTL_MANAGER, withLastApplied } from './last-applied.ts'
import type { ManagedType } from './managed-type.ts'
import { entryOf, fieldsOf, type ManagerName, type Managers, managerId, managersOf, toEntries } from './managers.ts'
import { mergeObjects } from './merge.ts'
import {
  effectiveChange,
  giveToUpdater,
  reconcileManagers,
  takeFromManagers,
  withoutReset,
  withoutSystemFields,
} from './ownership.ts'
import { pruneDropped } from './prune.ts'
import type { ApplyRequest, ApplyResult } from './requests.ts'
import { TypedValueError } from './typed-error.ts'
import { checkTyped } from './validate.ts'

/** Who owns what an object had before anything was applied to it, when nobody has kept track. */
const BEFORE_FIRST_APPLY = 'before-first-apply'

/** Server-side apply: merges the configuration, drops what the applier no longer mentions, and guards what others own. */
export function applyConfig(managed: ManagedType, request: ApplyRequest): ApplyResult {
  checkConfig(managed, request)
  const live = request.live === undefined ? undefined : asJson(request.live)
  const managers = startingManagers(managed, live, request)
  const name: ManagerName = {
    manager: request.manager,
    operation: 'Apply',
    apiVersion: request.apiVersion,
    subresource: request.subresource,
  }
  const id = managerId(name)
  const previous = managers.get(id)
  const applied = withoutReset(mentionedFields(managed.type, request.config) ?? LEAF, request.resetFields)
  managers.delete(id)

  const merged = mergeConfig(managed, live, request.config, { last: fieldsOf(previous), applied, managers })
  settleWithOthers(managed, live, merged, managers, request)
  const own = withoutSystemFields(applied)
  const unchanged = live !== undefined && jsonEqual(live, merged)
  if (!isEmptySet(own)) managers.set(id, entryOf(name, own, unchanged ? previous?.time : request.now))
  return resultOf(request.manager === KUBECTL_MANAGER ? withLastApplied(merged, request.config) : merged, managers)
}

function checkConfig({ type }: ManagedType, { config, apiVersion, kind }: ApplyRequest): void {
  if (config['apiVersion'] !== apiVersion || config['kind'] !== kind) {
    throw new StatusError('BadRequest', `invalid object type: ${printKind(config)}`)
  }
  const metadata = isObject(config['metadata']) ? config['metadata'] : {}
  if (Array.isArray(metadata['managedFields'])) {
    throw new StatusError('BadRequest', 'metadata.managedFields must be nil')
  }
  try {
    checkTyped(type, config)
  } catch (thrown) {
    if (!(thrown instanceof TypedValueError)) throw thrown
    const object = `${metadata['namespace'] ?? ''}/${metadata['name'] ?? ''}; ${printKind(config)}`
    throw unreasonedError(`failed to create typed patch object (${object}): ${thrown.message}`)
  }
}

function printKind({ apiVersion = '', kind = '' }: JsonObject): string {
  const groupVersion = String(apiVersion)
  return `${groupVersion.includes('/') ? groupVersion : `/${groupVersion}`}, Kind=${kind}`
}

function startingManagers(managed: ManagedType, live: JsonObject | undefined, request: ApplyRequest): Managers {
  const managers = managersOf(request.live?.metadata.managedFields)
  if (managers.size === 0 && live !== undefined) {
    const { changed } = effectiveChange(managed.type, managed.empty, live, request.resetFields)
    giveToUpdater(managers, changed, { ...request, manager: BEFORE_FIRST_APPLY })
  }
  reconcileManagers(managed, managers)
  return managers
}

interface Claims {
  last: FieldSet
  applied: FieldSet
  /** All but the applier. */
  managers: Managers
}

function mergeConfig(
  { type }: ManagedType,
  live: JsonObject | undefined,
  config: JsonObject,
  claims: Claims,
): JsonObject {
  const merged = live === undefined ? config : mergeObjects(type, live, config)
  const { last, applied, managers } = claims
  const owned = () => [...managers.values()].reduce((set, entry) => union(set, fieldsOf(entry)), applied)
  return pruneDropped(type, merged, { last, applied, owned })
}

/** Takes from the other managers what the merge changes; throws when they do not have to let go of it. */
function settleWithOthers(
  { type, empty }: ManagedType,
  live: JsonObject | undefined,
  merged: JsonObject,
  others: Managers,
  request: ApplyRequest,
): void {
  if (others.size === 0) return
  const change = effectiveChange(type, live ?? empty, merged, request.resetFields)
  if (!request.force) refuseConflicts(others, change.changed, () => takeable(type, live, request))
  takeFromManagers(others, change)
}

/** Who used client-side `kubectl apply` takes what it applied along to server-side apply. */
const takeable = (type: ManagedType['type'], live: JsonObject | undefined, request: ApplyRequest): FieldSet =>
  request.manager === KUBECTL_MANAGER && live !== undefined ? fieldsLastApplied(type, live, request.apiVersion) : LEAF

function refuseConflicts(others: Managers, changed: FieldSet, takeableFields: () => FieldSet): void {
  const conflicts: Conflict[] = [...others.values()]
    .map((entry) => ({ entry, fields: intersection(fieldsOf(entry), changed) }))
    .filter(({ fields }) => !isEmptySet(fields))
  if (conflicts.length === 0) return
  const allowed = takeableFields()
  const refused = conflicts
    .map(({ entry, fields }) => ({ entry, fields: difference(fields, allowed) }))
    .filter(({ fields }) => !isEmptySet(fields))
  if (refused.length > 0) throw conflictError(refused)
}

function resultOf(merged: JsonObject, managers: Managers): ApplyResult {
  const managedFields = toEntries(managers)
  // The configuration was checked against the type of an object, so that it has what every object has. Members are set on
  // copies: to spread with another member, or without one, is much slower.
  const object = { ...merged } as unknown as KubeObject
  const metadata = { ...object.metadata }
  if (managedFields.length > 0) metadata.managedFields = managedFields
  else delete metadata.managedFields
  object.metadata = metadata
  return { object, managedFields }
}
