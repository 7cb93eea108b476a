/** Checks of fields that many kinds share. Each returns everything wrong with the value at `path`. */
import { type FieldError, fieldError, type Json, jsonEqual } from '@skep/schema'
import { checkPercent, checkPortName, checkPortNumber } from './names.ts'

/** One `Invalid` error per complaint about the value. */
export const invalid = (path: string, value: unknown, complaints: readonly string[]): FieldError[] =>
  complaints.length === 0 ? [] : complaints.map((complaint) => fieldError.invalid(path, value, complaint))

/**
 * An error that quotes a whole structure. Kubernetes prints those with Go's names and order of fields, so `value` is
 * given as it is to be printed.
 */
export const invalidStruct = (path: string, value: unknown, detail = ''): FieldError => ({
  type: 'Invalid',
  field: path,
  message: `Invalid value: ${JSON.stringify(value ?? null)}${detail && `: ${detail}`}`,
})

/** Checks every item of a list, with its path. */
export function validateEach<T>(
  items: readonly T[] | undefined,
  path: string,
  validate: (item: T, path: string, index: number) => FieldError[],
): FieldError[] {
  if (items === undefined || items.length === 0) return []
  return items.flatMap((item, index) => validate(item, `${path}[${index}]`, index))
}

/** A text that may not be empty. */
export const validateRequired = (value: string | undefined, path: string, detail?: string): FieldError[] =>
  value === undefined || value === '' ? [fieldError.required(path, detail)] : []

/** One of the values allowed. Kubernetes lists them in the order given. */
export const validateOneOf = (value: string | undefined, path: string, supported: readonly string[]): FieldError[] =>
  supported.includes(value ?? '') ? [] : [fieldError.notSupported(path, value ?? '', supported)]

/** As `validateOneOf`, where the field may be left out. */
export const validateOptionalOneOf = (
  value: string | undefined,
  path: string,
  supported: readonly string[],
): FieldError[] => (value === undefined ? [] : validateOneOf(value, path, supported))

/** Zero or more. */
export const validateNonNegative = (value: number | undefined, path: string): FieldError[] =>
  (value ?? 0) < 0 ? [fieldError.invalid(path, value, 'must be greater than or equal to 0')] : []

/** One or more. */
export const validatePositive = (value: number | undefined, path: string): FieldError[] =>
  (value ?? 0) <= 0 ? [fieldError.invalid(path, value ?? 0, 'must be greater than zero')] : []

/** A port number, 1 to 65535. */
export const validatePortNumber = (port: number, path: string): FieldError[] =>
  invalid(path, port, checkPortNumber(port))

/** A port by number or by name. */
export const validatePort = (port: number | string, path: string): FieldError[] =>
  typeof port === 'number' ? validatePortNumber(port, path) : invalid(path, port, checkPortName(port))

/** A count or a percentage, not negative. */
export const validateCountOrPercent = (value: number | string, path: string): FieldError[] =>
  typeof value === 'number' ? validateNonNegative(value, path) : invalid(path, value, checkPercent(value))

/** A percentage of at most one hundred; counts pass. */
export const validateAtMostHundredPercent = (value: number | string, path: string): FieldError[] =>
  typeof value === 'string' && /^[0-9]+%$/.test(value) && Number.parseInt(value, 10) > 100
    ? [fieldError.invalid(path, value, 'must not be greater than 100%')]
    : []

/** A field that keeps the value it was created with. */
export const validateImmutable = (value: Json | undefined, stored: Json | undefined, path: string): FieldError[] =>
  jsonEqual(value, stored) ? [] : [fieldError.invalid(path, value, 'field is immutable')]
