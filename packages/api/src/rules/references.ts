import { type FieldError, fieldError } from '@skep/schema'
import { checkPathSegment } from '../meta/names.ts'
import { invalid } from '../meta/validation.ts'

/** A required part of a reference, such as a kind or a name, that will be a segment of a path. */
export const validateSegment = (value: string, path: string): FieldError[] =>
  value === '' ? [fieldError.required(path)] : validateOptionalSegment(value, path)

/** As `validateSegment`, where what is missing is reported elsewhere. */
export const validateOptionalSegment = (value: string, path: string): FieldError[] =>
  value === '' ? [] : invalid(path, value, checkPathSegment(value))
