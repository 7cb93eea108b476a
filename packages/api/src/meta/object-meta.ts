import {
  type FieldError,
  fieldError,
  type ManagedFieldsEntry,
  type NameRule,
  type ObjectMeta,
  type OwnerReference,
} from '@skep/schema'
import { validateLabels } from './label-selector.ts'
import { checkDnsLabel, checkName, checkNamePrefix, checkQualifiedName } from './names.ts'
import { invalid, invalidStruct, validateEach, validateImmutable, validateNonNegative } from './validation.ts'

/** The most that keys and values of all annotations may take together. */
const MAX_ANNOTATIONS_BYTES = 256 * 1024
const STANDARD_FINALIZERS = new Set(['kubernetes', 'orphan', 'foregroundDeletion'])

/** What the checks of metadata depend on. */
export interface ObjectMetaRules {
  nameRule: NameRule
  namespaced: boolean
  /** Built-in kinds insist on finalizers with a domain; custom resources only warn. */
  qualifiedFinalizers?: boolean
  /** Where the metadata is; `metadata` by default. */
  path?: string
}

/** Everything wrong with the metadata of an object to be created, after its name has been generated. */
export function validateObjectMeta(meta: ObjectMeta, rules: ObjectMetaRules): FieldError[] {
  const { path = 'metadata', nameRule, namespaced } = rules
  return [
    ...validateNames(meta, nameRule, path),
    ...validateNamespace(meta.namespace, namespaced, path),
    ...validateNonNegative(meta.generation, `${path}.generation`),
    ...validateCommon(meta, path),
    ...validateFinalizers(meta.finalizers ?? [], `${path}.finalizers`),
    ...validateManagedFields(meta.managedFields, `${path}.managedFields`),
    ...(rules.qualifiedFinalizers ? validateFinalizerDomains(meta.finalizers, `${path}.finalizers`) : []),
  ]
}

function validateNames({ name, generateName }: ObjectMeta, rule: NameRule, path: string): FieldError[] {
  const errors = generateName ? invalid(`${path}.generateName`, generateName, checkNamePrefix(rule, generateName)) : []
  return name
    ? [...errors, ...invalid(`${path}.name`, name, checkName(rule, name))]
    : [...errors, fieldError.required(`${path}.name`, 'name or generateName is required')]
}

function validateNamespace(namespace: string | undefined, namespaced: boolean, path: string): FieldError[] {
  const at = `${path}.namespace`
  if (!namespaced) return namespace ? [fieldError.forbidden(at, 'not allowed on this type')] : []
  return namespace ? invalid(at, namespace, checkDnsLabel(namespace)) : [fieldError.required(at)]
}

const validateCommon = (meta: ObjectMeta, path: string): FieldError[] => [
  ...validateLabels(meta.labels, `${path}.labels`),
  ...validateAnnotations(meta.annotations, `${path}.annotations`),
  ...validateOwnerReferences(meta.ownerReferences ?? [], `${path}.ownerReferences`),
]

/** Keys of annotations, in any case of letters, and the size of them all. */
export function validateAnnotations(
  annotations: Readonly<Record<string, string>> | undefined,
  path: string,
): FieldError[] {
  if (annotations === undefined) return []
  const errors: FieldError[] = []
  let bytes = 0
  for (const [key, value] of Object.entries(annotations)) {
    errors.push(...invalid(path, key, checkQualifiedName(key.toLowerCase())))
    bytes += Buffer.byteLength(key) + Buffer.byteLength(value)
  }
  if (bytes > MAX_ANNOTATIONS_BYTES) errors.push(fieldError.tooLong(path, MAX_ANNOTATIONS_BYTES))
  return errors
}

/** References to owners: complete, and at most one of them the controller. */
function validateOwnerReferences(references: readonly OwnerReference[], path: string): FieldError[] {
  let controller: string | undefined
  return validateEach(references, path, (reference, at) => {
    const errors = validateOwnerReference(reference, at)
    if (!reference.controller) return errors
    const name = `${reference.kind}/${reference.name}`
    if (controller !== undefined) errors.push(twoControllers(references, path, controller, name))
    controller ??= name
    return errors
  })
}

function validateOwnerReference(reference: OwnerReference, path: string): FieldError[] {
  const errors: FieldError[] = []
  const { apiVersion, kind } = reference
  for (const field of ['apiVersion', 'kind', 'name', 'uid'] as const) {
    if (!reference[field]) errors.push(fieldError.required(`${path}.${field}`, 'must not be empty'))
    else if (field === 'apiVersion' && !isGroupVersion(apiVersion)) {
      errors.push(fieldError.invalid(`${path}.apiVersion`, apiVersion, 'must be <group>/<version> or <version>'))
    }
  }
  if (apiVersion === 'v1' && kind === 'Event') {
    errors.push(invalidStruct(path, printed(reference), '/v1, Kind=Event is disallowed from being an owner'))
  }
  return errors
}

const isGroupVersion = (apiVersion: string): boolean => /^([^/]*\/)?[^/]+$/.test(apiVersion)

const twoControllers = (all: readonly OwnerReference[], path: string, first: string, second: string): FieldError =>
  invalidStruct(
    path,
    all.map(printed),
    `Only one reference can have Controller set to true. Found "true" in references for ${first} and ${second}`,
  )

const printed = ({ apiVersion, kind, name, uid, controller, blockOwnerDeletion }: OwnerReference) => ({
  apiVersion,
  kind,
  name,
  uid,
  controller,
  blockOwnerDeletion,
})

function validateFinalizers(finalizers: readonly string[], path: string): FieldError[] {
  const errors = finalizers.flatMap((finalizer) => invalid(path, finalizer, checkQualifiedName(finalizer)))
  if (finalizers.includes('orphan') && finalizers.includes('foregroundDeletion')) {
    errors.push(fieldError.invalid(path, finalizers, 'finalizer orphan and foregroundDeletion cannot be both set'))
  }
  return errors
}

const validateFinalizerDomains = (finalizers: readonly string[] | undefined, path: string): FieldError[] =>
  validateEach(finalizers, path, (finalizer, at) => validateFinalizerDomain(finalizer, at))

/** A finalizer is a standard one or carries the domain of whoever will remove it. */
export const validateFinalizerDomain = (finalizer: string, path: string): FieldError[] =>
  finalizer.includes('/') || STANDARD_FINALIZERS.has(finalizer)
    ? []
    : [fieldError.invalid(path, finalizer, 'name is neither a standard finalizer name nor is it fully qualified')]

/**
 * Everything wrong with changing stored metadata into this. The resource version has been checked before. Metadata in
 * which `validateObjectMeta` found nothing wrong is not looked through for the same again.
 */
export function validateObjectMetaUpdate(
  meta: ObjectMeta,
  stored: ObjectMeta,
  rules: ObjectMetaRules,
  isValid = false,
): FieldError[] {
  const { path = 'metadata' } = rules
  const change = [
    ...(stored.deletionTimestamp === undefined ? [] : validateNoNewFinalizers(meta, stored, path)),
    ...validateNonNegative(meta.generation, `${path}.generation`),
    ...validateGeneration(meta, stored, path),
    ...validateUnchangeable(meta, stored, path),
  ]
  if (isValid) return change
  return [
    ...change,
    ...validateCommon(meta, path),
    ...validateManagedFields(meta.managedFields, `${path}.managedFields`),
    ...(rules.qualifiedFinalizers ? validateFinalizerDomains(meta.finalizers, `${path}.finalizers`) : []),
  ]
}

const UNCHANGEABLE = [
  'name',
  'namespace',
  'uid',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
] as const

function validateUnchangeable(meta: ObjectMeta, stored: ObjectMeta, path: string): FieldError[] {
  const errors: FieldError[] = []
  for (const field of UNCHANGEABLE) {
    if (meta[field] === stored[field]) continue
    errors.push(...validateImmutable(meta[field], stored[field], `${path}.${field}`))
  }
  return errors
}

const validateGeneration = ({ generation = 0 }: ObjectMeta, stored: ObjectMeta, path: string): FieldError[] =>
  generation < (stored.generation ?? 0)
    ? [fieldError.invalid(`${path}.generation`, generation, 'must not be decremented')]
    : []

function validateNoNewFinalizers(meta: ObjectMeta, stored: ObjectMeta, path: string): FieldError[] {
  const added = (meta.finalizers ?? []).filter((finalizer) => !stored.finalizers?.includes(finalizer)).sort()
  if (added.length === 0) return []
  const list = `[]string{${added.map((finalizer) => JSON.stringify(finalizer)).join(', ')}}`
  const detail = `no new finalizers can be added if the object is being deleted, found new finalizers ${list}`
  return [fieldError.forbidden(`${path}.finalizers`, detail)]
}

const validateManagedFields = (entries: readonly ManagedFieldsEntry[] | undefined, path: string): FieldError[] =>
  validateEach(entries, path, ({ operation, fieldsType, manager = '', subresource = '' }, at) => [
    ...validateOperation(operation, `${at}.operation`),
    ...(fieldsType && fieldsType !== 'FieldsV1'
      ? [fieldError.invalid(`${at}.fieldsType`, fieldsType, 'must be `FieldsV1`')]
      : []),
    ...validateFieldManager(manager, `${at}.manager`),
    ...(Buffer.byteLength(subresource) > 256 ? [fieldError.tooLong(`${at}.subresource`, 256)] : []),
  ])

function validateOperation(operation: string | undefined, path: string): FieldError[] {
  if (!operation) return [fieldError.required(path, 'must not be empty')]
  return operation === 'Apply' || operation === 'Update'
    ? []
    : [fieldError.notSupported(path, operation, ['Apply', 'Update'])]
}

const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S} ]*$/u

/** The name of a field manager: short and printable. */
export function validateFieldManager(manager: string, path: string): FieldError[] {
  if (manager.length < 32 && PRINTABLE.test(manager)) return []
  const errors = Buffer.byteLength(manager) > 128 ? [fieldError.tooLong(path, 128)] : []
  let position = 0
  for (const character of manager) {
    if (!/[\p{L}\p{M}\p{N}\p{P}\p{S} ]/u.test(character)) {
      errors.push(
        fieldError.invalid(path, manager, `invalid character ${codePoint(character)} (at position ${position})`),
      )
    }
    position += Buffer.byteLength(character)
  }
  return errors
}

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`
