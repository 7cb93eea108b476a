import { type FieldError, fieldError } from '@skep/schema'

/** A path that does not climb up with `..`. */
export const validateNoBacksteps = (target: string, path: string): FieldError[] =>
  target.split('/').includes('..') ? [fieldError.invalid(path, target, "must not contain '..'")] : []

/** A path that is relative and does not climb up. */
export const validateDescendingPath = (target: string, path: string): FieldError[] => [
  ...(target.startsWith('/') ? [fieldError.invalid(path, target, 'must be a relative path')] : []),
  ...validateNoBacksteps(target, path),
]

/** A descending path whose name does not begin with two dots, which volumes keep for themselves. */
export const validateUnreservedPath = (target: string, path: string): FieldError[] => [
  ...validateDescendingPath(target, path),
  ...(target.startsWith('..') && !target.startsWith('../')
    ? [fieldError.invalid(path, target, "must not start with '..'")]
    : []),
]
