import { type FieldError, fieldError } from '@skep/schema'
import { validateIp } from '../meta/ip.ts'
import { checkUnderscoreSubdomain } from '../meta/names.ts'
import { invalid, validateEach } from '../meta/validation.ts'
import type { PodDNSConfig, PodSpec } from './pod-spec.ts'

/** Everything wrong with the DNS settings of a pod, which are all there is when the policy is None. */
export function validateDnsConfig({ dnsConfig, dnsPolicy }: PodSpec, path: string): FieldError[] {
  if (dnsPolicy === 'None') {
    if (!dnsConfig) return [fieldError.required(path, 'must provide `dnsConfig` when `dnsPolicy` is None')]
    if (!dnsConfig.nameservers?.length) {
      const detail = 'must provide at least one DNS nameserver when `dnsPolicy` is None'
      return [fieldError.required(`${path}.nameservers`, detail)]
    }
  }
  return dnsConfig ? validateResolver(dnsConfig, path) : []
}

function validateResolver({ nameservers = [], searches = [], options }: PodDNSConfig, path: string): FieldError[] {
  const errors: FieldError[] = []
  if (nameservers.length > 3) {
    errors.push(fieldError.invalid(`${path}.nameservers`, nameservers, 'must not have more than 3 nameservers'))
  }
  errors.push(...validateEach(nameservers, `${path}.nameservers`, validateIp))
  if (searches.length > 32) {
    errors.push(fieldError.invalid(`${path}.searches`, searches, 'must not have more than 32 search paths'))
  }
  if (searches.join(' ').length > 2048) {
    const detail = 'must not have more than 2048 characters (including spaces) in the search list'
    errors.push(fieldError.invalid(`${path}.searches`, searches, detail))
  }
  return [
    ...errors,
    ...validateEach(searches, `${path}.searches`, validateSearchDomain),
    ...validateEach(options, `${path}.options`, ({ name }, at) =>
      name ? [] : [fieldError.required(at, 'must not be empty')],
    ),
  ]
}

function validateSearchDomain(search: string, path: string): FieldError[] {
  if (search === '.') return []
  const name = search.replace(/\.$/, '')
  return invalid(path, name, checkUnderscoreSubdomain(name))
}
