import { type FieldError, fieldError, type Json, jsonEqual, type KindRules } from '@skep/schema'
import { validateImmutable } from '../meta/validation.ts'
import { showUnsetTimes } from '../meta/wire.ts'
import { keepOtherHalf } from '../rules/status.ts'
import { compareAmounts, isNegative } from './amounts.ts'
import { persistentVolumeClaimTable } from './persistent-volume-claim.table.ts'
import type { PersistentVolumeClaim } from './persistent-volume-claim.ts'
import type { PersistentVolumeClaimSpec } from './persistent-volume-claim-spec.ts'
import { validatePersistentVolumeClaimSpec } from './persistent-volume-claim-spec.validate.ts'
import { roundResources } from './pod-spec.defaults.ts'
import { defaultClaimSpec } from './volume.defaults.ts'

/** What claims do beyond their schema. */
export const persistentVolumeClaimRules: KindRules<PersistentVolumeClaim> = {
  defaults: defaultPersistentVolumeClaim,
  prepareForCreate: (claim) => {
    claim.status = { phase: 'Pending' }
    if (claim.spec) normalizeDataSources(claim.spec)
  },
  prepareForUpdate: (claim, stored, context) => {
    keepOtherHalf(claim, stored, context)
    if (context.subresource === '' && claim.spec) normalizeDataSources(claim.spec)
  },
  validate: ({ spec }) => validatePersistentVolumeClaimSpec(spec ?? {}, 'spec'),
  validateUpdate: (claim, stored, { subresource }) =>
    subresource === 'status' ? validateCapacity(claim) : validateClaimUpdate(claim, stored),
  cells: persistentVolumeClaimTable.cells,
  selectableFields: ({ metadata }) => ({ name: metadata.name ?? '' }),
}

/** Fills in a claim in place; StatefulSets hold claims that are yet to be made. */
function defaultPersistentVolumeClaim(claim: PersistentVolumeClaim): void {
  claim.spec ??= {}
  defaultClaimSpec(claim.spec)
  claim.status ??= {}
  claim.status.phase ||= 'Pending'
  for (const condition of claim.status.conditions ?? []) {
    showUnsetTimes(condition, 'lastProbeTime', 'lastTransitionTime')
  }
  const { requests, limits } = claim.spec.resources ?? {}
  for (const resources of [requests, limits, claim.status.capacity]) if (resources) roundResources(resources)
}

/** The old field names a snapshot or another claim; the new one anything. Each is filled in from the other. */
function normalizeDataSources(spec: PersistentVolumeClaimSpec): void {
  const { dataSource, dataSourceRef } = spec
  if (dataSource && !dataSourceRef) {
    const { apiGroup = '', kind } = dataSource
    const isKnown =
      (apiGroup === '' && kind === 'PersistentVolumeClaim') ||
      (apiGroup === 'snapshot.storage.k8s.io' && kind === 'VolumeSnapshot')
    if (isKnown) spec.dataSourceRef = { ...dataSource }
    else delete spec.dataSource
  } else if (dataSourceRef && !dataSource && !dataSourceRef.namespace) {
    const { namespace: _namespace, ...reference } = dataSourceRef
    spec.dataSource = reference
  }
}

const IMMUTABLE =
  'spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims'

function validateClaimUpdate(claim: PersistentVolumeClaim, stored: PersistentVolumeClaim): FieldError[] {
  const spec = claim.spec ?? {}
  const before = stored.spec ?? {}
  const rest = withChangeableFieldsOf(spec, before, stored.status?.phase === 'Bound')
  const changed = Object.keys({ ...rest, ...before }).filter(
    (name) => !jsonEqual(member(rest, name), member(before, name)),
  )
  return [
    ...(changed.length === 0
      ? []
      : [fieldError.forbidden('spec', `${IMMUTABLE}\nchanged: ${changed.sort().join(', ')}`)]),
    ...validateNotShrunk(claim, stored),
    ...validateImmutable(spec.volumeMode, before.volumeMode, 'volumeMode'),
    ...validateAttributesKept(spec, stored),
  ]
}

// Specs are JSON; only their type says which members there are.
const member = (spec: PersistentVolumeClaimSpec, name: string): Json | undefined =>
  (spec as unknown as Record<string, Json>)[name]

/** The new spec, but with the old values of all that may change. */
function withChangeableFieldsOf(
  spec: PersistentVolumeClaimSpec,
  stored: PersistentVolumeClaimSpec,
  isBound: boolean,
): PersistentVolumeClaimSpec {
  const rest = { ...spec }
  if (!stored.volumeName) delete rest.volumeName
  if (stored.storageClassName === undefined) delete rest.storageClassName
  if (!isBound) return rest
  const storage = stored.resources?.requests?.['storage']
  if (rest.resources?.requests && storage !== undefined) {
    rest.resources = { ...rest.resources, requests: { ...rest.resources.requests, storage } }
  }
  if (stored.volumeAttributesClassName === undefined) delete rest.volumeAttributesClassName
  else rest.volumeAttributesClassName = stored.volumeAttributesClassName
  return rest
}

/** A request may shrink only to undo one that could not be met, and never below what there is. */
function validateNotShrunk({ spec }: PersistentVolumeClaim, stored: PersistentVolumeClaim): FieldError[] {
  const amount = spec?.resources?.requests?.['storage']
  const before = stored.spec?.resources?.requests?.['storage']
  return compareAmounts(amount, before) < 0 && compareAmounts(amount, stored.status?.capacity?.['storage']) <= 0
    ? [fieldError.forbidden('spec.resources.requests.storage', 'field can not be less than status.capacity')]
    : []
}

function validateAttributesKept(spec: PersistentVolumeClaimSpec, { status }: PersistentVolumeClaim): FieldError[] {
  if (spec.volumeAttributesClassName || status?.currentVolumeAttributesClassName === undefined) return []
  const what = spec.volumeAttributesClassName === undefined ? 'nil' : 'empty string'
  const detail = `update to ${what} is forbidden when status.currentVolumeAttributesClassName is not nil`
  return [fieldError.forbidden('spec.volumeAttributesClassName', detail)]
}

const validateCapacity = ({ status }: PersistentVolumeClaim): FieldError[] =>
  Object.entries(status?.capacity ?? {})
    .filter(([, amount]) => isNegative(amount))
    .map(([name, amount]) =>
      fieldError.invalid(`status.capacity[${name}]`, Number(amount), 'must be a valid resource quantity'),
    )
