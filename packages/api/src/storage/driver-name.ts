import { type FieldError, fieldError } from '@skep/schema'
import { checkDnsSubdomain } from '../meta/names.ts'
import { invalid, validateRequired } from '../meta/validation.ts'

const MAX_BYTES = 63

/** The name of a CSI driver: a domain in any case of letters. */
export const validateDriverName = (name: string, path: string): FieldError[] => [
  ...validateRequired(name, path),
  ...(Buffer.byteLength(name) > MAX_BYTES ? [fieldError.tooLong(path, MAX_BYTES)] : []),
  ...(name ? invalid(path, name, checkDnsSubdomain(name.toLowerCase())) : []),
]
