import { isIP } from 'node:net'
import { type FieldError, fieldError } from '@skep/schema'
import type { TypedLocalObjectReference } from '../core/references.ts'
import { validateIp } from '../meta/ip.ts'
import {
  checkDnsLabel,
  checkDnsSubdomain,
  checkPortName,
  checkPortNumber,
  checkWildcardSubdomain,
} from '../meta/names.ts'
import { invalid, validateEach, validateRequired } from '../meta/validation.ts'
import { validateSegment } from '../rules/references.ts'
import type {
  HTTPIngressPath,
  HTTPIngressRuleValue,
  Ingress,
  IngressBackend,
  IngressRule,
  IngressServiceBackend,
  IngressSpec,
  IngressStatus,
  IngressTLS,
} from './ingress.ts'

/** How the class of an Ingress was named before there was a field for it. */
export const CLASS_ANNOTATION = 'kubernetes.io/ingress.class'
const NOT_AN_IP = 'must be a DNS name, not an IP address'

/** Everything wrong with how an Ingress leads traffic. */
export const validateIngressSpec = (spec: IngressSpec): FieldError[] => [
  ...(!spec.rules?.length && spec.defaultBackend === undefined
    ? [fieldError.invalid('spec', null, 'either `defaultBackend` or `rules` must be specified')]
    : []),
  ...(spec.defaultBackend ? validateBackend(spec.defaultBackend, 'spec.defaultBackend') : []),
  ...validateEach(spec.rules, 'spec.rules', validateRule),
  ...validateEach(spec.tls, 'spec.tls', validateTls),
  ...(spec.ingressClassName === undefined
    ? []
    : invalid('spec.ingressClassName', spec.ingressClassName, checkDnsSubdomain(spec.ingressClassName))),
]

/** The older way to name a class may not contradict the newer one. */
export function validateClassAnnotation({ metadata, spec }: Ingress): FieldError[] {
  const annotation = metadata.annotations?.[CLASS_ANNOTATION]
  if (annotation === undefined || spec.ingressClassName === undefined || annotation === spec.ingressClassName) return []
  const detail = 'must match `ingressClassName` when both are specified'
  return [fieldError.invalid(`annotations.${CLASS_ANNOTATION}`, annotation, detail)]
}

const validateHost = (host: string, path: string): FieldError[] =>
  invalid(path, host, host.includes('*') ? checkWildcardSubdomain(host) : checkDnsSubdomain(host))

const validateRule = ({ host, http }: IngressRule, path: string): FieldError[] => [
  ...(host && isIP(host) !== 0 ? [fieldError.invalid(`${path}.host`, host, NOT_AN_IP)] : []),
  ...(host ? validateHost(host, `${path}.host`) : []),
  ...(http ? validateHttp(http, `${path}.http`) : []),
]

const validateHttp = ({ paths = [] }: HTTPIngressRuleValue, path: string): FieldError[] =>
  paths.length === 0 ? [fieldError.required(`${path}.paths`)] : validateEach(paths, `${path}.paths`, validateHttpPath)

function validateHttpPath({ path = '', pathType, backend }: HTTPIngressPath, at: string): FieldError[] {
  const type: string | undefined = pathType
  if (type === undefined) return [fieldError.required(`${at}.pathType`, 'pathType must be specified')]
  return [...validatePath(path, type, at), ...validateBackend(backend, `${at}.backend`)]
}

function validatePath(path: string, type: string, at: string): FieldError[] {
  const complain = (detail: string) => fieldError.invalid(`${at}.path`, path, detail)
  const absolute = path.startsWith('/') ? [] : [complain('must be an absolute path')]
  switch (type) {
    case 'Exact':
    case 'Prefix':
      return [...absolute, ...checkPathParts(path).map(complain)]
    case 'ImplementationSpecific':
      return path === '' ? [] : absolute
    default:
      return [fieldError.notSupported(`${at}.pathType`, type, ['Exact', 'ImplementationSpecific', 'Prefix'])]
  }
}

const checkPathParts = (path: string): string[] => [
  ...['//', '/./', '/../', '%2f', '%2F']
    .filter((part) => path.includes(part))
    .map((part) => `must not contain '${part}'`),
  ...['/..', '/.'].filter((end) => path.endsWith(end)).map((end) => `cannot end with '${end}'`),
]

function validateBackend({ resource, service }: IngressBackend, path: string): FieldError[] {
  if (resource && service) return [fieldError.invalid(path, '', 'cannot set both resource and service backends')]
  if (resource) return validateResource(resource, `${path}.resource`)
  if (service) return validateService(service, path)
  return [fieldError.invalid(path, '', 'resource or service backend is required')]
}

const validateResource = ({ apiGroup, kind, name }: TypedLocalObjectReference, path: string): FieldError[] => [
  ...(apiGroup === undefined ? [] : invalid(`${path}.apiGroup`, apiGroup, checkDnsSubdomain(apiGroup))),
  ...validateSegment(kind, `${path}.kind`),
  ...validateSegment(name, `${path}.name`),
]

const validateService = (service: IngressServiceBackend, path: string): FieldError[] => [
  ...validateRequired(service.name, `${path}.service.name`),
  ...(service.name ? invalid(`${path}.service.name`, service.name, checkDnsLabel(service.name)) : []),
  ...validateServicePort(service, path),
]

function validateServicePort({ port = {} }: IngressServiceBackend, path: string): FieldError[] {
  const { name, number } = port
  if (name && number) return [fieldError.invalid(path, '', 'cannot set both port name & port number')]
  if (name) return invalid(`${path}.service.port.name`, name, checkPortName(name))
  if (number) return invalid(`${path}.service.port.number`, number, checkPortNumber(number))
  return [fieldError.required(path, 'port name or number is required')]
}

const validateTls = ({ hosts, secretName }: IngressTLS, path: string): FieldError[] => [
  ...validateEach(hosts, `${path}.hosts`, validateHost),
  ...(secretName ? invalid(`${path}.secretName`, secretName, checkDnsSubdomain(secretName)) : []),
]

/** Everything wrong with where an Ingress is said to be reached. */
export const validateIngressStatus = ({ loadBalancer }: IngressStatus): FieldError[] =>
  validateEach(loadBalancer?.ingress, 'status.loadBalancer.ingress', ({ ip, hostname }, path) => [
    ...(ip ? validateIp(ip, `${path}.ip`) : []),
    ...(hostname ? invalid(`${path}.hostname`, hostname, checkDnsSubdomain(hostname)) : []),
    ...(hostname && isIP(hostname) !== 0 ? [fieldError.invalid(`${path}.hostname`, hostname, NOT_AN_IP)] : []),
  ])
