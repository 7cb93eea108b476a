import { type FieldError, fieldError } from '@skep/schema'
import { validateNoBacksteps } from '../meta/file-path.ts'
import { checkConfigKey, checkDnsLabel, checkDnsSubdomain, checkEnvVarName, checkQualifiedName } from '../meta/names.ts'
import { invalid, validateEach, validateRequired } from '../meta/validation.ts'
import { isZero } from './amounts.ts'
import type {
  EnvFromSource,
  EnvVar,
  EnvVarSource,
  FileKeySelector,
  ObjectFieldSelector,
  ResourceFieldSelector,
} from './env.ts'

const POD_FIELDS = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
]

/** Everything wrong with environment variables. */
export const validateEnv = (variables: readonly EnvVar[] | undefined, path: string): FieldError[] =>
  validateEach(variables, path, (variable, at) => [
    ...(variable.name
      ? invalid(`${at}.name`, variable.name, checkEnvVarName(variable.name))
      : [fieldError.required(`${at}.name`)]),
    ...(variable.valueFrom ? validateEnvSource(variable, variable.valueFrom, `${at}.valueFrom`) : []),
  ])

function validateEnvSource({ value }: EnvVar, source: EnvVarSource, path: string): FieldError[] {
  const { fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef } = source
  const sources = [fieldRef, resourceFieldRef, configMapKeyRef, secretKeyRef, fileKeyRef].filter(Boolean).length
  const errors = [
    ...(fieldRef ? validateObjectField(fieldRef, `${path}.fieldRef`, POD_FIELDS) : []),
    ...(resourceFieldRef ? validateResourceField(resourceFieldRef, `${path}.resourceFieldRef`, false) : []),
    ...(configMapKeyRef ? validateKeySelector(configMapKeyRef, `${path}.configMapKeyRef`) : []),
    ...(secretKeyRef ? validateKeySelector(secretKeyRef, `${path}.secretKeyRef`) : []),
    ...(fileKeyRef ? validateFileKey(fileKeyRef, `${path}.fileKeyRef`) : []),
  ]
  if (sources === 0) {
    const names = '`fieldRef`, `resourceFieldRef`, `configMapKeyRef`, `secretKeyRef` or `fileKeyRef`'
    errors.push(fieldError.invalid(path, '', `must specify one of: ${names}`))
  } else if (value) errors.push(fieldError.invalid(path, '', 'may not be specified when `value` is not empty'))
  else if (sources > 1)
    errors.push(fieldError.invalid(path, '', 'may not have more than one field specified at a time'))
  return errors
}

/** A reference to a field of the pod. `supported` are the paths that its place allows. */
export function validateObjectField(
  { apiVersion, fieldPath }: ObjectFieldSelector,
  path: string,
  supported: readonly string[],
): FieldError[] {
  if (!apiVersion) return [fieldError.required(`${path}.apiVersion`)]
  if (!fieldPath) return [fieldError.required(`${path}.fieldPath`)]
  const subscripted = /^(.*)\['(.*)'\]$/.exec(fieldPath)
  const problem = fieldPathProblem(apiVersion, fieldPath, subscripted?.[1])
  if (problem) return [fieldError.invalid(`${path}.fieldPath`, fieldPath, `error converting fieldPath: ${problem}`)]
  if (subscripted) return validateSubscript(subscripted[1] ?? '', subscripted[2] ?? '', path)
  return supported.includes(fieldPath)
    ? []
    : [fieldError.notSupported(`${path}.fieldPath`, fieldPath, [...supported].sort())]
}

const SUBSCRIPTED_FIELDS = ['metadata.annotations', 'metadata.labels']
const KNOWN_FIELDS = [...POD_FIELDS, ...SUBSCRIPTED_FIELDS, 'spec.restartPolicy', 'spec.schedulerName', 'status.phase']

function fieldPathProblem(apiVersion: string, fieldPath: string, subscripted: string | undefined): string | undefined {
  if (apiVersion !== 'v1') return `unsupported pod version: ${apiVersion}`
  if (subscripted === undefined)
    return KNOWN_FIELDS.includes(fieldPath) ? undefined : `field label not supported: ${fieldPath}`
  return SUBSCRIPTED_FIELDS.includes(subscripted) ? undefined : `field label does not support subscript: ${fieldPath}`
}

function validateSubscript(field: string, key: string, path: string): FieldError[] {
  const name = field === 'metadata.annotations' ? key.toLowerCase() : key
  return invalid(path, name, checkQualifiedName(name))
}

const RESOURCE_FIELDS = [
  'limits.cpu',
  'limits.ephemeral-storage',
  'limits.memory',
  'requests.cpu',
  'requests.ephemeral-storage',
  'requests.memory',
]

/** A reference to a resource of a container. In a volume the container must be named. */
export function validateResourceField(
  { containerName, resource = '', divisor }: ResourceFieldSelector,
  path: string,
  inVolume: boolean,
): FieldError[] {
  return [
    ...(inVolume && !containerName
      ? [fieldError.required(`${path}.containerName`)]
      : validateResourceFieldName(resource, `${path}.resource`)),
    ...validateDivisor(resource, divisor, `${path}.divisor`),
  ]
}

function validateResourceFieldName(resource: string, path: string): FieldError[] {
  if (resource === '') return [fieldError.required(path)]
  return RESOURCE_FIELDS.includes(resource) || /^(requests|limits)\.hugepages-/.test(resource)
    ? []
    : [fieldError.notSupported(path, resource, RESOURCE_FIELDS)]
}

const SIZE_DIVISORS = '1, 1k, 1M, 1G, 1T, 1P, 1E, 1Ki, 1Mi, 1Gi, 1Ti, 1Pi, 1Ei'
const DIVISORS = [
  {
    resource: /\.cpu$/,
    allowed: ['1m', '1'],
    complaint: "only divisor's values 1m and 1 are supported with the cpu resource",
  },
  { resource: /\.memory$/, allowed: SIZE_DIVISORS.split(', '), complaint: sizeComplaint('memory') },
  {
    resource: /\.ephemeral-storage$/,
    allowed: SIZE_DIVISORS.split(', '),
    complaint: sizeComplaint('local ephemeral storage'),
  },
  { resource: /\.hugepages-/, allowed: SIZE_DIVISORS.split(', '), complaint: sizeComplaint('hugepages') },
]

function sizeComplaint(resource: string): string {
  return `only divisor's values ${SIZE_DIVISORS} are supported with the ${resource} resource`
}

function validateDivisor(resource: string, divisor: string | undefined, path: string): FieldError[] {
  if (isZero(divisor)) return []
  const rule = DIVISORS.find((each) => each.resource.test(resource))
  return rule === undefined || rule.allowed.includes(divisor ?? '')
    ? []
    : [fieldError.invalid(path, resource, rule.complaint)]
}

const validateKeySelector = ({ name = '', key }: { name?: string; key: string }, path: string): FieldError[] => [
  ...invalid(`${path}.name`, name, checkDnsSubdomain(name)),
  ...(key ? invalid(`${path}.key`, key, checkConfigKey(key)) : [fieldError.required(`${path}.key`)]),
]

const validateFileKey = ({ key, volumeName, path: file }: FileKeySelector, path: string): FieldError[] => [
  ...(key ? invalid(`${path}.key`, key, checkEnvVarName(key)) : [fieldError.required(`${path}.key`)]),
  ...(volumeName
    ? invalid(`${path}.volumeName`, volumeName, checkDnsLabel(volumeName))
    : [fieldError.required(`${path}.volumeName`)]),
  ...(file ? validateNoBacksteps(file, `${path}.path`) : [fieldError.required(`${path}.path`)]),
]

/** Everything wrong with sources of many environment variables. */
export const validateEnvFrom = (sources: readonly EnvFromSource[] | undefined, path: string): FieldError[] =>
  validateEach(sources, path, ({ prefix, configMapRef, secretRef }, at) => [
    ...(prefix ? invalid(`${at}.prefix`, prefix, checkEnvVarName(prefix)) : []),
    ...(configMapRef ? validateReferenceName(configMapRef.name, `${at}.configMapRef.name`) : []),
    ...(secretRef ? validateReferenceName(secretRef.name, `${at}.secretRef.name`) : []),
    ...(configMapRef || secretRef
      ? []
      : [fieldError.invalid(path, '', 'must specify one of: `configMapRef` or `secretRef`')]),
    ...(configMapRef && secretRef
      ? [fieldError.invalid(path, '', 'may not have more than one field specified at a time')]
      : []),
  ])

const validateReferenceName = (name: string | undefined, path: string): FieldError[] => [
  ...validateRequired(name, path),
  ...(name ? invalid(path, name, checkDnsSubdomain(name)) : []),
]
