import { type FieldError, fieldError } from '@skep/schema'
import { isIpv6, validateEndpointIp, validateIp } from '../meta/ip.ts'
import { checkDnsLabel, checkDnsSubdomain, checkLabelValue, checkQualifiedName } from '../meta/names.ts'
import { invalid, validateEach, validateOneOf, validateRequired } from '../meta/validation.ts'
import { validateKept } from '../rules/equal.ts'
import type { Endpoint, EndpointHints, EndpointSlice, EndpointSlicePort } from './endpoint-slice.ts'

const MAX_PORTS = 20_000
const MAX_ENDPOINTS = 1000
const MAX_ADDRESSES = 100
const MAX_HINTS = 8
const ADDRESS_TYPES = ['FQDN', 'IPv4', 'IPv6']

/** Everything wrong with an EndpointSlice. */
export const validateEndpointSlice = ({ addressType, ports, endpoints }: EndpointSlice): FieldError[] => [
  ...validatePorts(ports ?? [], 'ports'),
  ...validateEndpoints(endpoints ?? [], addressType, 'endpoints'),
  ...validateEach(endpoints ?? [], 'endpoints', ({ addresses }, path) =>
    validateNumberOfAddresses(addresses ?? [], `${path}.addresses`),
  ),
  ...validateRequired(addressType, 'addressType'),
  ...(addressType ? validateOneOf(addressType, 'addressType', ADDRESS_TYPES) : []),
]

/** The kind of addresses is chosen once. */
export const validateAddressTypeKept = (slice: EndpointSlice, stored: EndpointSlice): FieldError[] =>
  validateKept(slice.addressType, stored.addressType, 'addressType', null)

function validateNumberOfAddresses(addresses: readonly string[], path: string): FieldError[] {
  if (addresses.length === 0) return [fieldError.required(path)]
  return addresses.length > MAX_ADDRESSES ? [fieldError.tooMany(path, addresses.length, MAX_ADDRESSES)] : []
}

function validateEndpoints(endpoints: readonly Endpoint[], addressType: string, path: string): FieldError[] {
  if (endpoints.length > MAX_ENDPOINTS) return [fieldError.tooMany(path, endpoints.length, MAX_ENDPOINTS)]
  return validateEach(endpoints, path, ({ addresses, nodeName, hostname, hints }, at) => [
    ...(addresses ?? []).flatMap((address, index) => validateAddress(address, addressType, `${at}.addresses`, index)),
    ...(nodeName === undefined ? [] : invalid(`${at}.nodeName`, nodeName, checkDnsSubdomain(nodeName))),
    ...(hostname === undefined ? [] : invalid(`${at}.hostname`, hostname, checkDnsLabel(hostname))),
    ...(hints ? validateHints(hints, `${at}.hints`) : []),
  ])
}

function validateAddress(address: string, type: string, path: string, index: number): FieldError[] {
  const at = `${path}[${index}]`
  if (type === 'FQDN') return validateDomainName(address, at)
  if (type !== 'IPv4' && type !== 'IPv6') return []
  const errors = validateIp(address, at)
  if (errors.length > 0) return errors
  const isOfType = isIpv6(address) === (type === 'IPv6')
  return [
    ...(isOfType ? [] : [fieldError.invalid(path, address, `must be an ${type} address`)]),
    ...validateEndpointIp(address, at),
  ]
}

function validateDomainName(name: string, path: string): FieldError[] {
  if (name === '') return [fieldError.required(path)]
  const errors = invalid(path, name, checkDnsSubdomain(name.replace(/\.$/, '')))
  if (errors.length > 0 || name.includes('.')) return errors
  return [fieldError.invalid(path, name, 'should be a domain with at least two segments separated by dots')]
}

function validatePorts(ports: readonly EndpointSlicePort[], path: string): FieldError[] {
  if (ports.length > MAX_PORTS) return [fieldError.tooMany(path, ports.length, MAX_PORTS)]
  const seen = new Set<string>()
  return validateEach(ports, path, ({ name = '', protocol, appProtocol }, at) => {
    const isNew = !seen.has(name)
    seen.add(name)
    return [
      ...(name ? invalid(`${at}.name`, name, checkDnsLabel(name)) : []),
      ...(isNew ? [] : [fieldError.duplicate(`${at}.name`, name)]),
      ...validateOneOf(protocol, `${at}.protocol`, ['SCTP', 'TCP', 'UDP']),
      ...(appProtocol === undefined ? [] : invalid(`${at}.appProtocol`, appProtocol, checkQualifiedName(appProtocol))),
    ]
  })
}

const validateHints = ({ forZones = [], forNodes = [] }: EndpointHints, path: string): FieldError[] => [
  ...validateNames(forZones, `${path}.forZones`, checkLabelValue),
  ...validateNames(forNodes, `${path}.forNodes`, checkDnsSubdomain),
]

function validateNames(
  items: readonly { name: string }[],
  path: string,
  check: (name: string) => readonly string[],
): FieldError[] {
  if (items.length > MAX_HINTS) return [fieldError.tooMany(path, items.length, MAX_HINTS)]
  const seen = new Set<string>()
  return validateEach(items, path, ({ name }, at) => {
    const isNew = !seen.has(name)
    seen.add(name)
    return [...(isNew ? [] : [fieldError.duplicate(`${at}.name`, name)]), ...invalid(`${at}.name`, name, check(name))]
  })
}
