import { formatTime, nameSuffix, uid } from '@skep/base'
import { type Json, jsonEqual, type KubeObject, type ObjectMeta, type OwnerReference } from '@skep/schema'
import type { ServedResource } from '../contracts.ts'
import { badRequest } from './errors.ts'
import type { RegistryServices } from './target.ts'

const MAX_GENERATED_NAME = 63
const SUFFIX_LENGTH = 5

/** In place: the object belongs where the path says; saying otherwise is an error. */
export function settleNamespace({ namespaced }: ServedResource, namespace: string, metadata: ObjectMeta): void {
  if (!namespaced) delete metadata.namespace
  else if (!metadata.namespace) metadata.namespace = namespace
  else if (metadata.namespace !== namespace) {
    throw badRequest('the namespace of the provided object does not match the namespace sent on the request')
  }
}

/** The name in the body must be the one in the path. */
export function checkNameInPath(metadata: ObjectMeta, name: string): void {
  if (!metadata.name) {
    throw badRequest(`the name of the object (${name} based on URL) was undeterminable: name must be provided`)
  }
  if (metadata.name === name) return
  throw badRequest(`the name of the object (${metadata.name}) does not match the name on the URL (${name})`)
}

/** In place: what a client cannot say of an object that does not exist yet. */
export function wipeSystemFields(metadata: ObjectMeta): void {
  // To delete what is not there costs more than to look.
  if (metadata.deletionTimestamp !== undefined) delete metadata.deletionTimestamp
  if (metadata.deletionGracePeriodSeconds !== undefined) delete metadata.deletionGracePeriodSeconds
  dropSelfLink(metadata)
}

/** In place: a field of former times that nobody sets any more. */
function dropSelfLink(metadata: ObjectMeta & { selfLink?: string }): void {
  if (metadata.selfLink !== undefined) delete metadata.selfLink
}

/** In place: what only the server says about a new object. */
export function fillSystemFields(metadata: ObjectMeta, { clock, random }: RegistryServices): void {
  wipeSystemFields(metadata)
  metadata.uid = uid(random)
  metadata.creationTimestamp = formatTime(clock.now())
}

/** A name that starts with the prefix, cut so that the random end fits. */
export function generateName(prefix: string, { random }: RegistryServices): string {
  return prefix.slice(0, MAX_GENERATED_NAME - SUFFIX_LENGTH) + nameSuffix(random)
}

/** In place: an update cannot unsay who the object is and since when. */
export function keepIdentity(metadata: ObjectMeta, stored: ObjectMeta): void {
  if (!metadata.uid && stored.uid) metadata.uid = stored.uid
  if (stored.creationTimestamp) metadata.creationTimestamp = stored.creationTimestamp
  if (stored.deletionTimestamp) metadata.deletionTimestamp = stored.deletionTimestamp
  if (stored.deletionGracePeriodSeconds !== undefined && metadata.deletionGracePeriodSeconds === undefined) {
    metadata.deletionGracePeriodSeconds = stored.deletionGracePeriodSeconds
  }
  dropSelfLink(metadata)
}

/** In place: owners named twice are named once, and the client hears of it. */
export function dropRepeatedOwners(object: KubeObject, warn: (text: string) => void): void {
  const owners = object.metadata.ownerReferences
  if (!owners || owners.length < 2) return
  const kept: OwnerReference[] = []
  const repeated = new Set<string>()
  for (const owner of owners) {
    if (kept.some((other) => sameOwner(other, owner))) repeated.add(owner.uid)
    else kept.push(owner)
  }
  if (repeated.size === 0) return
  object.metadata.ownerReferences = kept
  warn(
    '.metadata.ownerReferences contains duplicate entries; API server dedups owner references in 1.20+, and may reject ' +
      `such requests as early as 1.24; please fix your requests; duplicate UID(s) observed: ${[...repeated].join(', ')}`,
  )
}

const sameOwner = (left: OwnerReference, right: OwnerReference): boolean =>
  jsonEqual({ ...left } as Json, { ...right } as Json)

/** In place: empty lists and maps of metadata are as good as none. */
export function dropEmptyMetadata(metadata: ObjectMeta): void {
  if (metadata.labels && Object.keys(metadata.labels).length === 0) delete metadata.labels
  if (metadata.annotations && Object.keys(metadata.annotations).length === 0) delete metadata.annotations
  if (metadata.finalizers?.length === 0) delete metadata.finalizers
  if (metadata.ownerReferences?.length === 0) delete metadata.ownerReferences
  if (metadata.managedFields?.length === 0) delete metadata.managedFields
}
