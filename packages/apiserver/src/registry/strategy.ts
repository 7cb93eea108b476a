import { validateFinalizerDomain, validateObjectMeta, validateObjectMetaUpdate } from '@skep/api'
import {
  asJson,
  type FieldError,
  hasMember,
  jsonEqual,
  type KubeObject,
  type ManagedFieldsEntry,
  type ObjectMeta,
  type ValidateOptions,
} from '@skep/schema'
import type { ServedResource, UserInfo } from '../contracts.ts'
import { isCertificateRequest, noteRequester } from './certificate-requests.ts'
import { hasGeneration } from './kind-traits.ts'
import { validateReplicas } from './subresources/scale-paths.ts'

/** In place: what a client may not decide on create. */
export function prepareForCreate(resource: ServedResource, object: KubeObject, user: UserInfo): void {
  if (resource.rules?.prepareForCreate) resource.rules.prepareForCreate(object)
  else if (resource.statusSubresource && hasMember(asJson(object), 'status')) delete asJson(object)['status']
  if (isCertificateRequest(resource)) noteRequester(object, user)
  if (hasGeneration(resource)) object.metadata.generation = 1
}

/** In place: puts back what this write may not change, then counts the generation. */
export function prepareForUpdate(
  resource: ServedResource,
  object: KubeObject,
  stored: KubeObject,
  subresource: string,
): void {
  if (stored.metadata.generation === undefined) delete object.metadata.generation
  else object.metadata.generation = stored.metadata.generation
  if (resource.rules?.prepareForUpdate) resource.rules.prepareForUpdate(object, stored, { subresource })
  else if (subresource === 'status') keepAllButStatus(resource, object, stored)
  else if (resource.statusSubresource) copyMember(object, stored, 'status')
  if (subresource !== 'status' && hasGeneration(resource) && raisesGeneration(resource, object, stored)) {
    object.metadata.generation = (stored.metadata.generation ?? 0) + 1
  }
}

/** A write of the status leaves everything else; custom resources keep even their labels. */
function keepAllButStatus(resource: ServedResource, object: KubeObject, stored: KubeObject): void {
  for (const name of memberNames(object, stored)) {
    if (name !== 'status' && name !== 'metadata') copyMember(object, stored, name)
  }
  if (!resource.custom) return
  const { managedFields, resourceVersion } = object.metadata
  object.metadata = { ...stored.metadata }
  if (resourceVersion !== undefined) object.metadata.resourceVersion = resourceVersion
  if (managedFields) object.metadata.managedFields = managedFields
  else delete object.metadata.managedFields
}

const memberNames = (left: KubeObject, right: KubeObject): Set<string> =>
  new Set([...Object.keys(left), ...Object.keys(right)])

function copyMember(object: KubeObject, from: KubeObject, name: string): void {
  if (hasMember(asJson(from), name)) asJson(object)[name] = asJson(from)[name]
  else if (hasMember(asJson(object), name)) delete asJson(object)[name]
}

function raisesGeneration(resource: ServedResource, object: KubeObject, stored: KubeObject): boolean {
  if (resource.rules?.raisesGeneration) return resource.rules.raisesGeneration(object, stored)
  const [after, before] = [asJson(object), asJson(stored)]
  const counts = (name: string) => name !== 'metadata' && !(name === 'status' && resource.statusSubresource)
  for (const name in after) if (counts(name) && !jsonEqual(after[name], before[name])) return true
  for (const name in before) if (counts(name) && !hasMember(after, name)) return true
  return false
}

/** Groups of which even the finalizers of the server itself have no domain. */
const PLAIN_FINALIZERS = new Set(['apiextensions.k8s.io', 'apiregistration.k8s.io'])

const metadataRules = ({ nameRule, namespaced, custom, group }: ServedResource) => ({
  nameRule,
  namespaced,
  qualifiedFinalizers: !custom && !PLAIN_FINALIZERS.has(group),
})

/** Everything wrong with an object that is to be created. */
export function validateCreate(resource: ServedResource, object: KubeObject): FieldError[] {
  const ofCreate = resource.rules?.validateCreate?.(object) ?? []
  return [
    ...validateObjectMeta(object.metadata, metadataRules(resource)),
    ...validateBody(resource, object),
    ...ofCreate,
  ]
}

/** Everything wrong with changing the stored object into this one. */
export function validateUpdate(
  resource: ServedResource,
  object: KubeObject,
  stored: KubeObject,
  subresource: string,
): FieldError[] {
  const rules = metadataRules(resource)
  const whole = keepsMetadata(object.metadata, stored.metadata) ? [] : validateObjectMeta(object.metadata, rules)
  const change = validateObjectMetaUpdate(object.metadata, stored.metadata, rules, whole.length === 0)
  const metadata = [...whole, ...change]
  // Custom resources check the change of metadata twice, and clients see it twice.
  if (resource.custom) {
    const only = subresource === 'status' ? ('status' as const) : undefined
    const options = { validateMetadata: validateEmbeddedMeta, old: asJson(stored), only }
    return [...metadata, ...change, ...validateBody(resource, object, options)]
  }
  const ofKind = resource.rules?.validateUpdate?.(object, stored, { subresource }) ?? []
  return withoutRepeats([...metadata, ...(subresource === '' ? validateBody(resource, object) : []), ...ofKind])
}

/** What the server itself writes with every update. */
const OWN_METADATA = new Set(['resourceVersion', 'generation', 'managedFields'])

/** Whether an update leaves metadata as it was, to the very values: they were checked when they were stored. */
function keepsMetadata(metadata: ObjectMeta, stored: ObjectMeta): boolean {
  const [after, before] = [asJson(metadata), asJson(stored)]
  for (const name in after) if (after[name] !== before[name] && !OWN_METADATA.has(name)) return false
  return (metadata.managedFields ?? []).every((entry) => stored.managedFields?.some((each) => sameManager(each, entry)))
}

const sameManager = (left: ManagedFieldsEntry, right: ManagedFieldsEntry): boolean =>
  left.manager === right.manager && left.operation === right.operation && left.subresource === right.subresource

/** Custom objects are checked against their schema, built-in ones by the rules of their kind. */
function validateBody(
  resource: ServedResource,
  object: KubeObject,
  options: ValidateOptions = AT_CREATE,
): FieldError[] {
  if (!resource.custom) return resource.rules?.validate?.(object) ?? []
  const errors = resource.compiled.validate(asJson(object), options)
  return resource.scale ? [...errors, ...validateReplicas(resource, object)] : errors
}

/** Of objects inside others nobody knows the kind, so that any name and place will do. */
const validateEmbeddedMeta = (metadata: ObjectMeta, path: string): FieldError[] =>
  validateObjectMeta(metadata, { nameRule: 'path-segment', namespaced: Boolean(metadata.namespace), path })

const AT_CREATE: ValidateOptions = { validateMetadata: validateEmbeddedMeta, old: undefined, only: undefined }

function withoutRepeats(errors: FieldError[]): FieldError[] {
  if (errors.length < 2) return errors
  return [...new Map(errors.map((error) => [`${error.field}: ${error.message}`, error])).values()]
}

/** What a client should hear about an object that is accepted. */
export function warningsFor(resource: ServedResource, object: KubeObject, stored?: KubeObject): string[] {
  if (!resource.custom) return resource.rules?.warnings?.(object, stored) ?? []
  return (object.metadata.finalizers ?? [])
    .filter((name) => !stored?.metadata.finalizers?.includes(name) && validateFinalizerDomain(name, '').length > 0)
    .map((name) => `metadata.finalizers: ${JSON.stringify(name)}: ${UNQUALIFIED_TEXT}`)
}

const UNQUALIFIED_TEXT =
  'prefer a domain-qualified finalizer name to avoid accidental conflicts with other finalizer writers'
