import { hasReason } from '@skep/base'
import type { KubeObject } from '@skep/schema'
import { ConflictError, type Entry } from '@skep/store'
import type { ServedResource } from '../contracts.ts'
import { WriteAdmission } from './admit.ts'
import type { BucketWrite } from './bucket.ts'
import { keyOf } from './collection.ts'
import { alreadyExists, beingDeleted, generateNameConflict, invalid, plainFailure } from './errors.ts'
import { factsOf, makeFacts } from './facts.ts'
import { trackWrite } from './field-management.ts'
import { type ChangeType, renderFramed } from './frames.ts'
import {
  dropEmptyMetadata,
  dropRepeatedOwners,
  fillSystemFields,
  generateName,
  settleNamespace,
  wipeSystemFields,
} from './metadata.ts'
import { renderObject } from './object-bytes.ts'
import { keepObject } from './stored-object.ts'
import { prepareForCreate, validateCreate, warningsFor } from './strategy.ts'
import { cloneObject, type Target, type WriteRequest, type Written } from './target.ts'
import { convertTo, presentBytes } from './versions.ts'

/** With 27^5 endings, eight tries fail once in a thousand for a million names with one prefix. */
const NAME_ATTEMPTS = 8

/** Creates an object that is decoded and defaulted; changes it in place. */
export function createObject(target: Target, write: WriteRequest, object: KubeObject): Promise<Written> {
  settleNamespace(target.resource, write.namespace, object.metadata)
  wipeSystemFields(object.metadata)
  dropRepeatedOwners(object, write.context.warn)
  dropEmptyMetadata(object.metadata)
  trackWrite(target, write, undefined, object)
  return insertObject(target, write, object)
}

/** Creates an object whose managed fields are settled: the second half of a create, and of an apply that creates. */
export async function insertObject(target: Target, write: WriteRequest, object: KubeObject): Promise<Written> {
  const mutating = target.services.admission.mutate(new WriteAdmission(target, write, object))
  if (mutating) await mutating
  dropRepeatedOwners(object, write.context.warn)
  const isNamed = object.metadata.name || !object.metadata.generateName
  return await (isNamed ? insertNamed(target, write, object) : insertGenerated(target, write, object))
}

async function insertGenerated(target: Target, write: WriteRequest, object: KubeObject): Promise<Written> {
  let name = ''
  for (let attempt = 0; attempt < NAME_ATTEMPTS; attempt++) {
    const copy = cloneObject(object)
    name = copy.metadata.name = generateName(object.metadata.generateName!, target.services)
    if (target.collection.get(write.namespace, name)) continue
    try {
      return await insertNamed(target, write, copy)
    } catch (error) {
      // Somebody else came up with the same name in between.
      if (!hasReason(error, 'AlreadyExists')) throw error
    }
  }
  throw generateNameConflict(target.resource, name)
}

async function insertNamed(target: Target, write: WriteRequest, object: KubeObject): Promise<Written> {
  const { resource, services } = target
  const wantedVersion = object.metadata.resourceVersion
  if (wantedVersion !== undefined) delete object.metadata.resourceVersion
  fillSystemFields(object.metadata, services)
  prepareForCreate(resource, object, write.context.user)
  const errors = validateCreate(resource, object)
  if (errors.length > 0) throw invalid(resource, object.metadata.name ?? '', errors)
  for (const warning of warningsFor(resource, object)) write.context.warn(warning)
  const validating = services.admission.validate(new WriteAdmission(target, write, object))
  if (validating) await validating
  if (wantedVersion !== undefined && wantedVersion !== '' && wantedVersion !== '0') {
    throw plainFailure('resourceVersion should not be set on objects to be created')
  }
  return await storeNew(target, write, object)
}

async function storeNew(target: Target, write: WriteRequest, object: KubeObject): Promise<Written> {
  const { resource, collection } = target
  const name = object.metadata.name ?? ''
  const key = keyOf(resource.namespaced ? write.namespace : '', name)
  const there = collection.bucket.get(key)
  if (there) throw nameTaken(resource, name, there)
  if (write.options.dryRun) return { value: Buffer.from(JSON.stringify(object)), created: true }
  try {
    const { value, annex } = await renderWrite(resource, object, 'ADDED')
    const entry = await collection.bucket.put({ key, base: undefined, value, annex })
    return { value: await presentBytes(resource, entry), created: true }
  } catch (error) {
    throw error instanceof ConflictError ? nameTaken(resource, name, error.current) : error
  }
}

/** The object in the version that is stored, as bytes to be written and what is noted of them. */
export function renderWrite(
  resource: ServedResource,
  object: KubeObject,
  type: ChangeType,
): Rendered | Promise<Rendered> {
  const stored = storedForm(resource, object)
  if (stored instanceof Promise) return stored.then((form) => renderStored(resource, form, type))
  return renderStored(resource, stored, type)
}

type Rendered = Pick<BucketWrite, 'value' | 'annex'>

function renderStored(resource: ServedResource, stored: KubeObject, type: ChangeType): Rendered {
  const rendered = renderObject(stored)
  const facts = makeFacts(resource, stored, { framed: type, rendered })
  return {
    value: (revision) => {
      const value = renderFramed(type, rendered, revision)
      keepObject(facts, value, stored, revision)
      return value
    },
    annex: facts,
  }
}

function storedForm(resource: ServedResource, object: KubeObject): KubeObject | Promise<KubeObject> {
  if (resource.storedAs) return resource.storedAs.toStored(object)
  return resource.version === resource.storageVersion ? object : convertTo(resource, resource.storageVersion, object)
}

function nameTaken(resource: ServedResource, name: string, there: Entry | undefined): Error {
  return there && factsOf(resource, there).deleting ? beingDeleted(resource, name) : alreadyExists(resource, name)
}
