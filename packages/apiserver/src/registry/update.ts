import { hasReason } from '@skep/base'
import { asJson, fieldError, jsonEqual, type KubeObject } from '@skep/schema'
import { ConflictError, type Entry } from '@skep/store'
import { keepTimes } from '../apply/keep-times.ts'
import { WriteAdmission } from './admit.ts'
import { isCertificateRequest, stampDecisions } from './certificate-requests.ts'
import { keyOf } from './collection.ts'
import { insertObject, renderWrite } from './create.ts'
import { lastWrite } from './delete.ts'
import { finishesDeletion } from './deletion-plan.ts'
import { conflict, invalid, notFound, plainFailure } from './errors.ts'
import { allowsUnconditionalUpdate } from './kind-traits.ts'
import { unparsable } from './list-options.ts'
import { checkNameInPath, dropEmptyMetadata, dropRepeatedOwners, keepIdentity, settleNamespace } from './metadata.ts'
import { prepareForUpdate, validateUpdate, warningsFor } from './strategy.ts'
import { cloneObject, type Target, type WriteRequest, type Written } from './target.ts'
import { isAsStored, isInStorageVersion, presentBytes, presentObject } from './versions.ts'

/** How an update turns the stored object into the new one. */
export interface Change {
  /**
   * The new object with its managed fields settled; may be called again when someone else wrote in between. Gets the
   * stored object, undefined when there is none, which it must not change. `isComplete` says that the stored object is a
   * custom one that has been through the present schema.
   */
  next(stored: KubeObject | undefined, isComplete: boolean): KubeObject | Promise<KubeObject>
  /** What to do when there is no object: refuse, or create it (apply, and kinds that allow it). */
  createIfAbsent: boolean
  /** The uid that the caller believes the object has. */
  expectedUid?: string | undefined
  /** The caller did not name a resource version and accepts any: patches. */
  unconditional?: boolean
}

/** Reads, changes, checks and writes an object; again when it was changed in between. */
export async function updateObject(target: Target, write: WriteRequest, change: Change): Promise<Written> {
  const { resource, collection } = target
  const key = keyOf(resource.namespaced ? write.namespace : '', write.name)
  for (;;) {
    const entry = collection.bucket.get(key)
    try {
      if (entry) return await updateExisting(target, write, change, entry)
      if (!change.createIfAbsent) throw notFound(resource, write.name)
      return await createByUpdate(target, write, change)
    } catch (error) {
      const appeared = !entry && hasReason(error, 'AlreadyExists') && collection.bucket.get(key) !== undefined
      if (!appeared && !(error instanceof ConflictError)) throw error
    }
  }
}

async function createByUpdate(target: Target, write: WriteRequest, change: Change): Promise<Written> {
  const object = await change.next(undefined, false)
  settle(target, write, object)
  if (object.metadata.uid) {
    const why = `uid mismatch: the provided object specified uid ${object.metadata.uid}, and no existing object was found`
    throw conflict(target.resource, write.name, why)
  }
  delete object.metadata.resourceVersion
  return insertObject(target, write, object)
}

function settle({ resource }: Target, write: WriteRequest, object: KubeObject): void {
  settleNamespace(resource, write.namespace, object.metadata)
  checkNameInPath(object.metadata, write.name)
  dropEmptyMetadata(object.metadata)
}

async function updateExisting(target: Target, write: WriteRequest, change: Change, entry: Entry): Promise<Written> {
  const { resource, services } = target
  const stored = await presentObject(resource, entry)
  checkUid(target, write, change, stored)
  const isComplete = resource.custom && isAsStored(resource, entry)
  let object = await change.next(stored, isComplete)
  settle(target, write, object)
  let admission = new WriteAdmission(target, write, object, stored)
  if (services.admission.mayChange(admission)) {
    // What plug-ins change in place must not be shared with the stored object.
    if (isComplete) admission = new WriteAdmission(target, write, (object = cloneObject(object)), stored)
    await services.admission.mutate(admission)
  }
  dropRepeatedOwners(object, write.context.warn)
  checkVersion(target, write, change, object, stored)
  beforeUpdate(target, write, object, stored)
  const validating = services.admission.validate(admission)
  if (validating) await validating
  return finishesDeletion(resource, object, stored)
    ? removeFinalized(target, write, object, entry)
    : storeChanged(target, write, object, stored, entry)
}

function checkUid({ resource }: Target, write: WriteRequest, { expectedUid }: Change, stored: KubeObject): void {
  if (!expectedUid || expectedUid === stored.metadata.uid) return
  const path = [resource.group, resource.resource, resource.namespaced ? write.namespace : '', write.name]
  throw conflict(
    resource,
    write.name,
    `StorageError: invalid object, Code: 4, Key: /registry/${path.filter(Boolean).join('/')}, ResourceVersion: 0, ` +
      `AdditionalErrorMsg: Precondition failed: UID in precondition: ${expectedUid}, UID in object meta: ${stored.metadata.uid}`,
  )
}

/** An object that names a version means that one; without, some kinds refuse and others take the newest. */
function checkVersion(
  { resource }: Target,
  { name }: WriteRequest,
  change: Change,
  object: KubeObject,
  stored: KubeObject,
): void {
  const asked = object.metadata.resourceVersion ?? ''
  if (asked !== '' && !/^\d+$/.test(asked)) throw plainFailure(unparsable(asked))
  if (asked === '' || asked === '0') {
    if (!change.unconditional && !allowsUnconditionalUpdate(resource)) {
      const error = fieldError.invalid('metadata.resourceVersion', 0, 'must be specified for an update')
      throw invalid({ group: resource.group, kind: resource.resource }, name, [error])
    }
    object.metadata.resourceVersion = stored.metadata.resourceVersion ?? ''
  } else if (asked !== stored.metadata.resourceVersion) {
    throw conflict(resource, name)
  }
}

/** In place: prepares and checks the new object, as every update does. */
function beforeUpdate(target: Target, write: WriteRequest, object: KubeObject, stored: KubeObject): void {
  const { resource } = target
  // A change of scale is a change of the object itself; only its fields are owned under another name.
  const subresource = write.subresource === 'scale' ? '' : write.subresource
  prepareForUpdate(resource, object, stored, subresource)
  if (isCertificateRequest(resource)) stampDecisions(object, stored, target.services.clock.now())
  keepIdentity(object.metadata, stored.metadata)
  const errors = validateUpdate(resource, object, stored, subresource)
  if (errors.length > 0) throw invalid(resource, object.metadata.name ?? '', errors)
  if (subresource === '') for (const warning of warningsFor(resource, object, stored)) write.context.warn(warning)
  keepManagedTimes(object, stored)
}

/** In place: a write that changes nothing but the time of its managed fields changes nothing. */
function keepManagedTimes(object: KubeObject, stored: KubeObject): void {
  const managedFields = keepTimes(stored, object)
  if (managedFields.length > 0) object.metadata.managedFields = managedFields
}

/** The object is gone; watchers see it as it last was, the caller as they wished it to be. */
async function removeFinalized(
  target: Target,
  write: WriteRequest,
  object: KubeObject,
  entry: Entry,
): Promise<Written> {
  if (!write.options.dryRun) {
    await target.collection.bucket.remove(lastWrite(target.resource, entry))
  }
  return { value: Buffer.from(JSON.stringify(object)), created: false }
}

async function storeChanged(
  target: Target,
  write: WriteRequest,
  object: KubeObject,
  before: KubeObject,
  entry: Entry,
): Promise<Written> {
  const { resource, collection } = target
  const unchanged = before.apiVersion === object.apiVersion && jsonEqual(asJson(object), asJson(before))
  if (unchanged && isInStorageVersion(resource, entry))
    return { value: await presentBytes(resource, entry), created: false }
  if (write.options.dryRun) return { value: Buffer.from(JSON.stringify(object)), created: false }
  const { value, annex } = await renderWrite(resource, object, 'MODIFIED')
  const next = await collection.bucket.put({ key: entry.key, base: entry, value, annex })
  return { value: await presentBytes(resource, next), created: false }
}
