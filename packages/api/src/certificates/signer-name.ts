import { type FieldError, fieldError, goQuote } from '@skep/schema'
import { checkDnsLabel, checkDnsSubdomain } from '../meta/names.ts'

const MAX_DOMAIN_BYTES = 253
const MAX_BYTES = 253 + 253 + 63 + 2

/** The name of a signer: `example.com/signer-name`. */
export function validateSignerName(name: string, path: string): FieldError[] {
  if (name === '') return [fieldError.required(path)]
  const [domain = '', signer = '', ...tooMany] = name.split('/')
  if (!name.includes('/') || tooMany.length > 0) {
    const detail = "must be a fully qualified domain and path of the form 'example.com/signer-name'"
    return [fieldError.invalid(path, name, detail)]
  }
  return [
    ...(domain.length > MAX_DOMAIN_BYTES ? [fieldError.tooLong(path, MAX_DOMAIN_BYTES)] : []),
    ...validateParts(domain, path, checkDnsLabel),
    ...(domain.includes('.')
      ? []
      : [fieldError.invalid(path, domain, 'should be a domain with at least two segments separated by dots')]),
    ...validateParts(signer, path, checkDnsSubdomain),
    ...(name.length > MAX_BYTES ? [fieldError.tooLong(path, MAX_BYTES)] : []),
  ]
}

/** Complaints about the first wrong part; those about others would only repeat it. */
function validateParts(value: string, path: string, check: (part: string) => readonly string[]): FieldError[] {
  const wrong = value.split('.').find((part) => check(part).length > 0)
  if (wrong === undefined) return []
  return check(wrong).map((text) => fieldError.invalid(path, value, `validating label ${goQuote(wrong)}: ${text}`))
}
