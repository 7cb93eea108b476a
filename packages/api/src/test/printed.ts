import type { FieldError } from '@skep/schema'

/** Errors as a client reads them, for tests: `spec.name: Required value`. */
export const printed = (errors: readonly FieldError[] = []): string[] =>
  errors.map(({ field, message }) => `${field}: ${message}`)
