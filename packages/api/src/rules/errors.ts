import { type FieldError, fieldError } from '@skep/schema'
import { checkDnsSubdomain } from '../meta/names.ts'
import { invalid } from '../meta/validation.ts'

/** Something wrong with a part that is too large or too secret to be quoted. */
export const invalidUnquoted = (path: string, detail: string): FieldError => ({
  type: 'Invalid',
  field: path,
  message: `Invalid value: ${detail}`,
})

const PATH_SOURCE = "[A-Za-z0-9/\\-._~%!$&'()*+,;=:]+"
const PATH = new RegExp(`^${PATH_SOURCE}$`)

/** A name with the domain of whoever it belongs to: `example.com/name`. */
export function validateDomainPrefixedPath(value: string, path: string): FieldError[] {
  if (value === '') return [fieldError.required(path)]
  const slash = value.indexOf('/')
  const domain = value.slice(0, slash)
  const rest = value.slice(slash + 1)
  if (slash < 1 || rest === '') {
    return [fieldError.invalid(path, value, 'must be a domain-prefixed path (such as "acme.io/foo")')]
  }
  const errors = [...invalid(path, domain, checkDnsSubdomain(domain))]
  if (!PATH.test(rest)) {
    errors.push(fieldError.invalid(path, rest, `Invalid path (regex used for validation is '${PATH_SOURCE}')`))
  }
  return errors
}
