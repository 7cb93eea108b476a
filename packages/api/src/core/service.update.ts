import { type FieldError, fieldError } from '@skep/schema'
import { isHeadless, needsHealthCheckPort } from './service.prepare.ts'
import type { ServiceSpec } from './service.ts'

const KEPT = 'may not change once set'

/** Everything wrong with changing a service: addresses stay while the service has any. */
export function validateServiceUpdate(spec: ServiceSpec, stored: ServiceSpec): FieldError[] {
  return [
    ...validateClusterIpsKept(spec, stored),
    ...validateFamiliesKept(spec, stored),
    ...(spec.type === 'LoadBalancer' &&
    stored.type === 'LoadBalancer' &&
    spec.loadBalancerClass !== stored.loadBalancerClass
      ? [fieldError.invalid('spec.loadBalancerClass', spec.loadBalancerClass, KEPT)]
      : []),
    ...(needsHealthCheckPort(spec) &&
    needsHealthCheckPort(stored) &&
    spec.healthCheckNodePort !== stored.healthCheckNodePort
      ? [fieldError.forbidden('spec.healthCheckNodePort', 'field is immutable')]
      : []),
  ]
}

const hasNoAddresses = ({ type }: ServiceSpec): boolean => type === 'ExternalName'

function validateClusterIpsKept(spec: ServiceSpec, stored: ServiceSpec): FieldError[] {
  if (hasNoAddresses(spec) || hasNoAddresses(stored) || (isHeadless(spec) && isHeadless(stored))) return []
  const addresses = spec.clusterIPs ?? []
  const before = stored.clusterIPs ?? []
  const changed = (index: number) => fieldError.invalid(`spec.clusterIPs[${index}]`, addresses, KEPT)
  if (addresses.length === before.length) {
    return before.flatMap((address, index) => (address === addresses[index] ? [] : [changed(index)]))
  }
  const errors = addresses.length > 0 && before.length > 0 && addresses[0] !== before[0] ? [changed(0)] : []
  if (addresses.length > before.length) return errors
  if (addresses.length === 0) {
    return [fieldError.invalid('spec.clusterIPs[0]', null, 'primary clusterIP can not be unset')]
  }
  return [...errors, ...validateRelease(spec, 'clusterIP')]
}

function validateFamiliesKept(spec: ServiceSpec, stored: ServiceSpec): FieldError[] {
  if (hasNoAddresses(spec) || hasNoAddresses(stored) || isHeadless(spec) || isHeadless(stored)) return []
  const families = spec.ipFamilies ?? []
  const before = stored.ipFamilies ?? []
  const at = 'spec.ipFamilies[0]'
  if (families.length === before.length) {
    return before.flatMap((family, index) =>
      family === families[index] ? [] : [fieldError.invalid(at, families, KEPT)],
    )
  }
  const isMoved = families.length > 0 && before.length > 0 && families[0] !== before[0]
  const errors = isMoved ? [fieldError.invalid(at, spec.clusterIPs ?? null, KEPT)] : []
  return families.length === 1 && before.length > 1 ? [...errors, ...validateRelease(spec, 'ipFamily')] : errors
}

/** The second address is given back only by saying so. */
const validateRelease = ({ ipFamilyPolicy }: ServiceSpec, what: string): FieldError[] =>
  ipFamilyPolicy === 'SingleStack'
    ? []
    : [
        fieldError.invalid(
          'spec.ipFamilyPolicy',
          ipFamilyPolicy ?? null,
          `must be set to 'SingleStack' when releasing the secondary ${what}`,
        ),
      ]
