import { type FieldError, fieldError, type KindRules } from '@skep/schema'
import { keepOtherHalf } from '../rules/status.ts'
import { ageColumn, defineTable, nameColumn } from '../rules/table.ts'
import { isStandardQuotaResource } from './resource-names.ts'
import type { ResourceQuota, ResourceQuotaSpec, ScopedResourceSelectorRequirement } from './resource-quota.ts'
import { validateResourceAmount, validateResourceName } from './resources.validate.ts'

/** What `kubectl get resourcequotas` shows. */
export const resourceQuotaTable = defineTable<ResourceQuota>(
  nameColumn,
  {
    name: 'Request',
    description: 'What is asked for, of how much, by resource.',
    cell: (quota) => formatUse(quota, (name) => !name.startsWith('limits.')),
  },
  {
    name: 'Limit',
    description: 'What may be used at most, of how much, by resource.',
    cell: (quota) => formatUse(quota, (name) => name.startsWith('limits.')),
  },
  ageColumn,
)

function formatUse({ status }: ResourceQuota, isShown: (name: string) => boolean): string {
  const { hard = {}, used = {} } = status ?? {}
  return Object.keys(hard)
    .filter(isShown)
    .sort()
    .map((name) => `${name}: ${used[name] ?? '0'}/${hard[name]}`)
    .join(', ')
}

/** What quotas do beyond their schema. */
export const resourceQuotaRules: KindRules<ResourceQuota> = {
  prepareForCreate: (quota) => {
    quota.status = {}
  },
  prepareForUpdate: keepOtherHalf,
  validate: ({ spec }) => validateSpec(spec ?? {}),
  validateUpdate: ({ spec, status }, stored, { subresource }) =>
    subresource === 'status'
      ? [...validateAmounts(status?.hard, 'status.hard'), ...validateAmounts(status?.used, 'status.used')]
      : validateScopesKept(spec?.scopes ?? [], stored.spec?.scopes ?? []),
  cells: resourceQuotaTable.cells,
}

const validateSpec = (spec: ResourceQuotaSpec): FieldError[] => [
  ...validateAmounts(spec.hard, 'spec.hard'),
  ...validateScopes(spec),
  ...validateScopeSelector(spec),
]

const validateAmounts = (amounts: Readonly<Record<string, string>> | undefined, path: string): FieldError[] =>
  Object.entries(amounts ?? {}).flatMap(([name, amount]) => [
    ...validateQuotaResourceName(name, `${path}[${name}]`),
    ...validateResourceAmount(name, amount, `${path}[${name}]`),
  ])

function validateQuotaResourceName(name: string, path: string): FieldError[] {
  const errors = validateResourceName(name, path)
  if (name.includes('/') || isStandardQuotaResource(name)) return errors
  return [...errors, fieldError.invalid(path, name, 'must be a standard resource for quota')]
}

const POD_RESOURCES = ['pods', 'cpu', 'memory', 'limits.cpu', 'limits.memory', 'requests.cpu', 'requests.memory']
const SCOPES: Record<string, readonly string[]> = {
  Terminating: POD_RESOURCES,
  NotTerminating: POD_RESOURCES,
  BestEffort: ['pods'],
  NotBestEffort: POD_RESOURCES,
  PriorityClass: POD_RESOURCES,
  CrossNamespacePodAffinity: POD_RESOURCES,
  VolumeAttributesClass: ['persistentvolumeclaims', 'requests.storage'],
}
const CONFLICTS = [
  ['BestEffort', 'NotBestEffort'],
  ['Terminating', 'NotTerminating'],
]

/** Resources that a quota bounds although its scope knows nothing of them. */
const outOfScope = (scope: string, { hard = {} }: ResourceQuotaSpec): string[] =>
  Object.keys(hard).filter((name) => isStandardQuotaResource(name) && SCOPES[scope]?.includes(name) === false)

const hasConflict = (scopes: readonly string[]): boolean[] =>
  CONFLICTS.map((pair) => pair.every((scope) => scopes.includes(scope))).filter(Boolean)

function validateScopes(spec: ResourceQuotaSpec): FieldError[] {
  const { scopes = [] } = spec
  const complain = (detail: string) => fieldError.invalid('spec.scopes', scopes, detail)
  return [
    ...scopes.flatMap((scope) => [
      ...(SCOPES[scope] ? [] : [complain('unsupported scope')]),
      ...outOfScope(scope, spec).map(() => complain('unsupported scope applied to resource')),
    ]),
    ...hasConflict(scopes).map(() => complain('conflicting scopes')),
  ]
}

function validateScopeSelector(spec: ResourceQuotaSpec): FieldError[] {
  const path = 'spec.scopeSelector.matchExpressions'
  const requirements = spec.scopeSelector?.matchExpressions ?? []
  return [
    ...requirements.flatMap((requirement) => [
      ...(SCOPES[requirement.scopeName]
        ? []
        : [fieldError.invalid(`${path}.scopeName`, requirement.scopeName, 'unsupported scope')]),
      ...outOfScope(requirement.scopeName, spec).map(() =>
        fieldError.invalid(path, spec.scopeSelector, 'unsupported scope applied to resource'),
      ),
      ...validateRequirement(requirement, path),
    ]),
    ...hasConflict(requirements.map(({ scopeName }) => scopeName)).map(() =>
      fieldError.invalid(path, spec.scopes ?? null, 'conflicting scopes'),
    ),
  ]
}

const EXISTS_ONLY = ['BestEffort', 'NotBestEffort', 'Terminating', 'NotTerminating', 'CrossNamespacePodAffinity']
const EXISTS_ONLY_TEXT =
  "must be 'Exists' when scope is any of ResourceQuotaScopeTerminating, ResourceQuotaScopeNotTerminating, ResourceQuotaScopeBestEffort, ResourceQuotaScopeNotBestEffort or ResourceQuotaScopeCrossNamespacePodAffinity"

function validateRequirement(
  { scopeName, operator, values = [] }: ScopedResourceSelectorRequirement,
  path: string,
): FieldError[] {
  const errors =
    EXISTS_ONLY.includes(scopeName) && operator !== 'Exists'
      ? [fieldError.invalid(`${path}.operator`, operator, EXISTS_ONLY_TEXT)]
      : []
  if (operator === 'In' || operator === 'NotIn') {
    const detail = "must be at least one value when `operator` is 'In' or 'NotIn' for scope selector"
    return values.length > 0 ? errors : [...errors, fieldError.required(`${path}.values`, detail)]
  }
  if (operator !== 'Exists' && operator !== 'DoesNotExist') {
    return [...errors, fieldError.invalid(`${path}.operator`, operator, 'not a valid selector operator')]
  }
  const detail = "must be no value when `operator` is 'Exist' or 'DoesNotExist' for scope selector"
  return values.length === 0 ? errors : [...errors, fieldError.invalid(`${path}.values`, values, detail)]
}

function validateScopesKept(scopes: readonly string[], stored: readonly string[]): FieldError[] {
  const isSame =
    new Set([...scopes, ...stored]).size === new Set(scopes).size && scopes.every((each) => stored.includes(each))
  return isSame ? [] : [fieldError.invalid('spec.scopes', scopes, 'field is immutable')]
}
