import { type FieldError, fieldError, parseQuantity } from '@skep/schema'
import { checkDnsLabel, checkQualifiedName } from '../meta/names.ts'
import { invalid } from '../meta/validation.ts'
import { amountOf, compareAmounts, isNegative, isWhole } from './amounts.ts'
import type { ResourceClaim, ResourceRequirements } from './container.ts'
import {
  isExtendedResource,
  isHugePages,
  isIntegerResource,
  isOvercommitAllowed,
  isStandardContainerResource,
  isStandardResource,
} from './resource-names.ts'

type NameCheck = (name: string, path: string) => FieldError[]

/** Everything wrong with what a container asks for. */
export const validateContainerResources = (
  resources: ResourceRequirements | undefined,
  path: string,
  claimNames: readonly string[],
): FieldError[] => validateRequirements(resources ?? {}, path, validateContainerResourceName, claimNames)

/** Everything wrong with what a pod asks for as a whole. */
export const validatePodLevelResources = (resources: ResourceRequirements | undefined, path: string): FieldError[] =>
  resources === undefined
    ? []
    : [
        ...(resources.claims
          ? [fieldError.forbidden(`${path}.claims`, 'claims may not be set for Resources at pod-level')]
          : []),
        ...validateRequirements(resources, path, validatePodLevelResourceName, []),
      ]

function validateRequirements(
  { limits = {}, requests = {}, claims = [] }: ResourceRequirements,
  path: string,
  checkName: NameCheck,
  claimNames: readonly string[],
): FieldError[] {
  const errors: FieldError[] = []
  for (const [name, amount] of Object.entries(limits)) {
    errors.push(...validateResource(name, amount, `${path}.limits[${name}]`, checkName))
  }
  for (const [name, amount] of Object.entries(requests)) {
    errors.push(...validateResource(name, amount, `${path}.requests[${name}]`, checkName))
    errors.push(...validateRequestAgainstLimit(name, amount, amountOf(limits, name), path))
  }
  const names = [...Object.keys(limits), ...Object.keys(requests)]
  if (names.some(isHugePages) && !names.includes('cpu') && !names.includes('memory')) {
    errors.push(fieldError.forbidden(path, 'HugePages require cpu or memory'))
  }
  return [...errors, ...validateClaims(claims, `${path}.claims`, claimNames)]
}

const validateResource = (name: string, amount: string, path: string, checkName: NameCheck): FieldError[] => [
  ...checkName(name, path),
  ...validateResourceAmount(name, amount, path),
  ...(isHugePages(name) ? validateHugePages(name, amount, path) : []),
]

function validateRequestAgainstLimit(
  name: string,
  request: string,
  limit: string | undefined,
  path: string,
): FieldError[] {
  if (limit === undefined) {
    return isOvercommitAllowed(name)
      ? []
      : [fieldError.required(`${path}.limits`, 'Limit must be set for non overcommitable resources')]
  }
  const difference = compareAmounts(request, limit)
  if (difference !== 0 && !isOvercommitAllowed(name)) {
    return [fieldError.invalid(`${path}.requests`, request, `must be equal to ${name} limit of ${limit}`)]
  }
  return difference > 0
    ? [fieldError.invalid(`${path}.requests`, request, `must be less than or equal to ${name} limit of ${limit}`)]
    : []
}

/** An amount that is not negative, and whole where the resource is counted in pieces. */
export function validateResourceAmount(name: string, amount: string, path: string): FieldError[] {
  return [
    ...(isNegative(amount) ? [fieldError.invalid(path, amount, 'must be greater than or equal to 0')] : []),
    ...(isIntegerResource(name) && !isWhole(amount) ? [fieldError.invalid(path, amount, 'must be an integer')] : []),
  ]
}

/** Nothing for a name whose end is no size. */
function pageSizeOf(name: string): bigint {
  try {
    return parseQuantity(name.slice('hugepages-'.length)).nanos
  } catch {
    return 0n
  }
}

function validateHugePages(name: string, amount: string, path: string): FieldError[] {
  const pageSize = pageSizeOf(name)
  return pageSize > 0n && parseQuantity(amount).nanos % pageSize === 0n
    ? []
    : [fieldError.invalid(path, amount, `${amount} is not positive integer multiple of ${name}`)]
}

/** The name of a resource: a standard one, or one with a domain. */
export function validateResourceName(name: string, path: string): FieldError[] {
  const errors = invalid(path, name, checkQualifiedName(name))
  if (errors.length > 0 || name.includes('/') || isStandardResource(name)) return errors
  return [fieldError.invalid(path, name, 'must be a standard resource type or fully qualified')]
}

/** A resource that a container can ask for. */
export const validateContainerResourceName = (name: string, path: string): FieldError[] => [
  ...validateResourceName(name, path),
  ...invalid(path, name, containerResourceComplaints(name)),
]

function containerResourceComplaints(name: string): string[] {
  if (!name.includes('/'))
    return isStandardContainerResource(name) ? [] : ['must be a standard resource for containers']
  const isFine = name.includes('kubernetes.io/') || isExtendedResource(name)
  return isFine ? [] : ["doesn't follow extended resource name standard"]
}

function validatePodLevelResourceName(name: string, path: string): FieldError[] {
  const errors = validateResourceName(name, path)
  if (errors.length > 0 || name === 'cpu' || name === 'memory' || isHugePages(name)) return errors
  return [fieldError.notSupported(path, name, ['cpu', 'hugepages-', 'memory'])]
}

function validateClaims(claims: readonly ResourceClaim[], path: string, known: readonly string[]): FieldError[] {
  const seen: string[] = []
  return claims.flatMap((claim, index) => {
    const errors = validateClaim(claim, `${path}[${index}]`, seen, known)
    if (claim.name) seen.push(claim.request ? `${claim.name}/${claim.request}` : claim.name)
    return errors
  })
}

function validateClaim(
  { name, request }: ResourceClaim,
  path: string,
  seen: string[],
  known: readonly string[],
): FieldError[] {
  if (!name) return [fieldError.required(path)]
  const key = request ? `${name}/${request}` : name
  const overlaps =
    seen.includes(name) || seen.includes(key) || (!request && seen.some((each) => each.startsWith(`${name}/`)))
  return [
    ...(request ? invalid(`${path}.request`, request, checkDnsLabel(request)) : []),
    ...(overlaps ? [fieldError.duplicate(path, seen.includes(name) ? name : key)] : []),
    ...(known.includes(name) ? [] : [unknownClaim(path, name, known)]),
  ]
}

function unknownClaim(path: string, name: string, known: readonly string[]): FieldError {
  const listed = known.length === 0 ? ' which is empty' : `: ${[...known].sort().join(', ')}`
  const error = fieldError.notFound(path, name)
  return { ...error, message: `${error.message}: must be one of the names in pod.spec.resourceClaims${listed}` }
}
