import { type FieldError, fieldError } from '@skep/schema'
import { ipFamilyOf, validateIp } from '../meta/ip.ts'
import { validateEach, validateOptionalOneOf } from '../meta/validation.ts'
import type { ServiceSpec } from './service.ts'

const FAMILIES = ['IPv4', 'IPv6']
const POLICIES = ['PreferDualStack', 'RequireDualStack', 'SingleStack']

/** Everything wrong with the addresses of a service inside the cluster. */
export function validateClusterIps(spec: ServiceSpec): FieldError[] {
  if (spec.type === 'ExternalName') return []
  const { clusterIPs = [] } = spec
  const errors = [...validateAgreement(spec), ...validateFamilies(spec)]
  const addressErrors = validateAddresses(clusterIPs)
  errors.push(...addressErrors)
  if (clusterIPs.length > 2)
    errors.push(fieldError.invalid('spec.clusterIPs', clusterIPs, 'may only hold up to 2 values'))
  return addressErrors.length > 0 ? errors : [...errors, ...validateAddressFamilies(spec)]
}

/** The one address that old clients know is the first of the list. */
function validateAgreement({ clusterIP, clusterIPs = [] }: ServiceSpec): FieldError[] {
  const at = 'spec.clusterIPs'
  if (!clusterIP) {
    return clusterIPs.length > 0
      ? [fieldError.invalid(at, clusterIPs, 'must be empty when `clusterIP` is not specified')]
      : []
  }
  if (clusterIPs.length === 0) return [fieldError.required(at)]
  return clusterIPs[0] === clusterIP ? [] : [fieldError.invalid(at, clusterIPs, 'first value must match `clusterIP`')]
}

function validateFamilies({ ipFamilies, ipFamilyPolicy }: ServiceSpec): FieldError[] {
  const seen = new Set<string>()
  return [
    ...validateEach(ipFamilies, 'spec.ipFamilies', (family, at) => {
      const errors = FAMILIES.includes(family) ? [] : [fieldError.notSupported(at, family, FAMILIES)]
      if (seen.has(family)) errors.push(fieldError.duplicate(at, family))
      seen.add(family)
      return errors
    }),
    ...validateOptionalOneOf(ipFamilyPolicy, 'spec.ipFamilyPolicy', POLICIES),
  ]
}

function validateAddresses(addresses: readonly string[]): FieldError[] {
  if (addresses[0] !== 'None') return validateEach(addresses, 'spec.clusterIPs', validateIp)
  if (addresses.length === 1) return []
  return [
    fieldError.invalid('spec.clusterIPs', addresses, "'None' must be the first and only value"),
    ...addresses.slice(1).flatMap((address, index) => validateIp(address, `spec.clusterIPs[${index + 1}]`)),
  ]
}

function validateAddressFamilies({ clusterIPs = [], ipFamilies = [] }: ServiceSpec): FieldError[] {
  if (clusterIPs[0] === 'None') return []
  const families = clusterIPs.map(ipFamilyOf)
  const errors: FieldError[] = []
  if (clusterIPs.length > 1 && new Set(families).size === 1) {
    const detail = 'may specify no more than one IP for each IP family'
    errors.push(fieldError.invalid('spec.clusterIPs', clusterIPs, detail))
  }
  for (const [index, address] of clusterIPs.entries()) {
    const wanted = ipFamilies[index]
    if (wanted === undefined || wanted === families[index] || !FAMILIES.includes(wanted)) continue
    const detail = `expected an ${wanted} value as indicated by \`ipFamilies[${index}]\``
    errors.push(fieldError.invalid(`spec.clusterIPs[${index}]`, address, detail))
  }
  return errors
}
