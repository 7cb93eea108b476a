import { type FieldError, fieldError, type Json, jsonEqual } from '@skep/schema'

/** Whether two parts of objects are the same. Parts are JSON, though TypeScript cannot tell of those with metadata. */
export const isSame = (a: unknown, b: unknown): boolean => jsonEqual(a as Json | undefined, b as Json | undefined)

/** A part that keeps the value it was created with; `printed` is how the complaint shows it. */
export const validateKept = (value: unknown, stored: unknown, path: string, printed: unknown = value): FieldError[] =>
  isSame(value, stored) ? [] : [fieldError.invalid(path, printed, 'field is immutable')]
