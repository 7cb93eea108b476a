import { type CelExpressionOptions, compileExpression, type FieldError, fieldError } from '@skep/schema'

/** A CEL expression that must compile, with the variables it may use and what it must result in. */
export function validateExpression(source: string, options: CelExpressionOptions, path: string): FieldError[] {
  const compiled = compileExpression(source, options)
  return 'error' in compiled ? [fieldError.invalid(path, source, compiled.error)] : []
}

const RESERVED = new Set(
  'true false null in as break const continue else for function if import let loop package namespace return var void while'.split(
    ' ',
  ),
)

/** Whether a name can be used in CEL. */
export const isCelIdentifier = (name: string): boolean => /^[_a-zA-Z][_a-zA-Z0-9]*$/.test(name) && !RESERVED.has(name)
