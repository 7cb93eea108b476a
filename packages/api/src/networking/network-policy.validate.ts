import { type FieldError, fieldError } from '@skep/schema'
import { ipToBits, isIpv6, validateCidr } from '../meta/ip.ts'
import { validateLabelSelector } from '../meta/label-selector.ts'
import { checkPortName, checkPortNumber } from '../meta/names.ts'
import { invalid, validateEach, validateOneOf, validateOptionalOneOf, validateRequired } from '../meta/validation.ts'
import type { IPBlock, NetworkPolicyPeer, NetworkPolicyPort, NetworkPolicySpec } from './network-policy.ts'

const POLICY_TYPES = ['Ingress', 'Egress']

/** Everything wrong with what a NetworkPolicy allows. */
export const validateNetworkPolicySpec = (spec: NetworkPolicySpec): FieldError[] => [
  ...validateLabelSelector(spec.podSelector, 'spec.podSelector'),
  ...validateEach(spec.ingress, 'spec.ingress', ({ ports, from }, path) => [
    ...validateEach(ports, `${path}.ports`, validatePort),
    ...validateEach(from, `${path}.from`, validatePeer),
  ]),
  ...validateEach(spec.egress, 'spec.egress', ({ ports, to }, path) => [
    ...validateEach(ports, `${path}.ports`, validatePort),
    ...validateEach(to, `${path}.to`, validatePeer),
  ]),
  ...validatePolicyTypes(spec.policyTypes ?? [], 'spec.policyTypes'),
  ...validateCidrsGiven(spec),
]

const validatePolicyTypes = (types: readonly string[], path: string): FieldError[] =>
  types.length > POLICY_TYPES.length
    ? [fieldError.invalid(path, types, 'may not specify more than two policyTypes')]
    : validateEach(types, path, (type, at) => validateOneOf(type, at, POLICY_TYPES))

const validatePort = (port: NetworkPolicyPort, path: string): FieldError[] => [
  ...validateOptionalOneOf(port.protocol, `${path}.protocol`, ['TCP', 'UDP', 'SCTP']),
  ...validatePortRange(port, path),
]

function validatePortRange({ port, endPort }: NetworkPolicyPort, path: string): FieldError[] {
  const complainOfEnd = (detail: string) =>
    endPort === undefined ? [] : [fieldError.invalid(`${path}.endPort`, endPort, detail)]
  if (port === undefined) return complainOfEnd('may not be specified when `port` is not specified')
  if (typeof port === 'string') {
    return [
      ...complainOfEnd('may not be specified when `port` is non-numeric'),
      ...invalid(`${path}.port`, port, checkPortName(port)),
    ]
  }
  return [
    ...invalid(`${path}.port`, port, checkPortNumber(port)),
    ...(endPort !== undefined && endPort < port ? complainOfEnd('must be greater than or equal to `port`') : []),
    ...(endPort === undefined ? [] : invalid(`${path}.endPort`, endPort, checkPortNumber(endPort))),
  ]
}

function validatePeer({ podSelector, namespaceSelector, ipBlock }: NetworkPolicyPeer, path: string): FieldError[] {
  const errors = [
    ...validateLabelSelector(podSelector, `${path}.podSelector`),
    ...validateLabelSelector(namespaceSelector, `${path}.namespaceSelector`),
    ...(ipBlock?.cidr ? validateBlock(ipBlock, `${path}.ipBlock`) : []),
  ]
  const isByLabel = podSelector !== undefined || namespaceSelector !== undefined
  if (!isByLabel && ipBlock === undefined) errors.push(fieldError.required(path, 'must specify a peer'))
  if (isByLabel && ipBlock !== undefined) {
    errors.push(fieldError.forbidden(path, 'may not specify both ipBlock and another peer'))
  }
  return errors
}

function validateBlock({ cidr, except }: IPBlock, path: string): FieldError[] {
  const errors = validateCidr(cidr, `${path}.cidr`)
  const range = parseCidr(cidr)
  if (range === undefined) return errors
  const ofExcept = validateEach(except, `${path}.except`, (part, at) => {
    const inner = parseCidr(part)
    const isInside = inner === undefined || isStrictSubset(inner, range)
    const detail = 'must be a strict subset of `cidr`'
    return [...validateCidr(part, at), ...(isInside ? [] : [fieldError.invalid(at, part, detail)])]
  })
  return [...errors, ...ofExcept]
}

interface Range {
  isIpv6: boolean
  bits: bigint
  prefix: number
}

function parseCidr(cidr: string): Range | undefined {
  const [address = '', prefix = ''] = cidr.split('/')
  const bits = ipToBits(address)
  return bits === undefined || prefix === '' ? undefined : { isIpv6: isIpv6(address), bits, prefix: Number(prefix) }
}

function isStrictSubset(inner: Range, outer: Range): boolean {
  if (inner.isIpv6 !== outer.isIpv6 || inner.prefix <= outer.prefix) return false
  const shift = BigInt((outer.isIpv6 ? 128 : 32) - outer.prefix)
  return inner.bits >> shift === outer.bits >> shift
}

/** Ranges that are missing are reported after everything else. */
const validateCidrsGiven = ({ ingress, egress }: NetworkPolicySpec): FieldError[] => [
  ...validateEach(ingress, 'spec.ingress', ({ from }, path) => validateEach(from, `${path}.from`, validateCidrGiven)),
  ...validateEach(egress, 'spec.egress', ({ to }, path) => validateEach(to, `${path}.to`, validateCidrGiven)),
]

const validateCidrGiven = ({ ipBlock }: NetworkPolicyPeer, path: string): FieldError[] =>
  ipBlock ? validateRequired(ipBlock.cidr, `${path}.ipBlock.cidr`) : []
