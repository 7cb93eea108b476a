import { type FieldError, fieldError, parseQuantity } from '@skep/schema'
import { validateLabelSelector, validateLabels } from '../meta/label-selector.ts'
import { checkDnsLabel, checkDnsSubdomain } from '../meta/names.ts'
import { validateAnnotations } from '../meta/object-meta.ts'
import { invalid, validateOptionalOneOf, validateRequired } from '../meta/validation.ts'
import type { PersistentVolumeClaimSpec, PersistentVolumeClaimTemplate } from './persistent-volume-claim-spec.ts'

const ACCESS_MODES = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce', 'ReadWriteOncePod']
const VOLUME_MODES = ['Block', 'Filesystem']

/** Everything wrong with the storage that is asked for. */
export function validatePersistentVolumeClaimSpec(spec: PersistentVolumeClaimSpec, path: string): FieldError[] {
  return [
    ...(spec.accessModes?.length
      ? []
      : [fieldError.required(`${path}.accessModes`, 'at least 1 access mode is required')]),
    ...validateLabelSelector(spec.selector, `${path}.selector`),
    ...validateAccessModes(spec.accessModes ?? [], `${path}.accessModes`),
    ...validateStorage(spec.resources?.requests?.['storage'], `${path}.resources[storage]`),
    ...validateClassName(spec.storageClassName, `${path}.storageClassName`),
    ...validateVolumeMode(spec.volumeMode, `${path}.volumeMode`),
    ...validateDataSources(spec, path),
    ...validateClassName(spec.volumeAttributesClassName, `${path}.volumeAttributesClassName`),
  ]
}

/** Known ways to mount, and the exclusive one alone. */
export function validateAccessModes(modes: readonly string[], path: string): FieldError[] {
  const errors = modes
    .filter((mode) => !ACCESS_MODES.includes(mode))
    .map((mode) => fieldError.notSupported(path, mode, ACCESS_MODES))
  const others = modes.filter((mode) => ACCESS_MODES.includes(mode) && mode !== 'ReadWriteOncePod')
  if (modes.includes('ReadWriteOncePod') && others.length > 0) {
    errors.push(fieldError.forbidden(path, 'may not use ReadWriteOncePod with other access modes'))
  }
  return errors
}

/** Filesystem or Block. */
export const validateVolumeMode = (mode: string | undefined, path: string): FieldError[] =>
  validateOptionalOneOf(mode, path, VOLUME_MODES)

/** The name of a class, which may be empty to say none. */
export const validateClassName = (name: string | undefined, path: string): FieldError[] =>
  name ? invalid(path, name, checkDnsSubdomain(name)) : []

/** An amount of storage, more than nothing. */
function validateStorage(amount: string | undefined, path: string): FieldError[] {
  if (amount === undefined) return [fieldError.required(path)]
  return parseQuantity(amount).nanos > 0n ? [] : [fieldError.invalid(path, amount, 'must be greater than zero')]
}

function validateDataSources({ dataSource, dataSourceRef }: PersistentVolumeClaimSpec, path: string): FieldError[] {
  const errors = [
    ...(dataSource ? validateDataSource(dataSource, `${path}.dataSource`) : []),
    ...(dataSourceRef ? validateDataSource(dataSourceRef, `${path}.dataSourceRef`) : []),
  ]
  if (!dataSource || !dataSourceRef) return errors
  // Kubernetes prints the path itself as the value, and an unexported structure has no fields to show.
  const complain = (detail: string) => [...errors, fieldError.invalid(path, {}, detail)]
  if (dataSourceRef.namespace) return complain('may not be specified when dataSourceRef.namespace is specified')
  const isSame =
    dataSource.name === dataSourceRef.name &&
    dataSource.kind === dataSourceRef.kind &&
    (dataSource.apiGroup ?? '') === (dataSourceRef.apiGroup ?? '')
  return isSame ? errors : complain('must match dataSourceRef')
}

interface DataSource {
  apiGroup?: string
  kind: string
  name: string
  namespace?: string
}

function validateDataSource({ apiGroup, kind, name, namespace }: DataSource, path: string): FieldError[] {
  const errors = [...validateRequired(name, `${path}.name`), ...validateRequired(kind, `${path}.kind`)]
  if (!apiGroup && kind !== 'PersistentVolumeClaim') {
    const detail = "must be 'PersistentVolumeClaim' when referencing the default apiGroup"
    errors.push(fieldError.invalid(path, kind ?? '', detail))
  }
  if (apiGroup) errors.push(...invalid(`${path}.apiGroup`, apiGroup, checkDnsSubdomain(apiGroup)))
  if (namespace) errors.push(...invalid(`${path}.namespace`, namespace, checkDnsLabel(namespace)))
  return errors
}

/** Everything wrong with a claim that is yet to be made. */
export function validateClaimTemplate({ metadata, spec }: PersistentVolumeClaimTemplate, path: string): FieldError[] {
  const unwanted = Object.keys(metadata ?? {}).filter((field) => field !== 'labels' && field !== 'annotations')
  return [
    ...validateAnnotations(metadata?.annotations, `${path}.metadata.annotations`),
    ...validateLabels(metadata?.labels, `${path}.metadata.labels`),
    ...unwanted.map((field) => fieldError.forbidden(`${path}.metadata.${field}`, 'cannot be set')),
    ...validatePersistentVolumeClaimSpec(spec ?? {}, `${path}.spec`),
  ]
}
