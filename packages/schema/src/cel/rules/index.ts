import type { FieldError } from '../../field-error.ts'
import type { Json } from '../../json.ts'
import type { SchemaNode } from '../../node.ts'
import { compileTree } from './tree.ts'
import { COST_BUDGET, validateTree } from './validate.ts'

/** The rules of a schema, ready to be evaluated. */
export interface CompiledRules {
  /**
   * Evaluates all rules on a value. `old` is the stored value on update: without it transition rules are skipped, and
   * with it rules that fail on what is unchanged give a warning instead of an error.
   */
  validate(
    value: Json,
    old: Json | undefined,
    path: string,
    onError: (error: FieldError) => void,
    onWarning?: (error: FieldError) => void,
  ): void
}

const ignore = () => undefined
const never = () => false

/** Compiles all `x-kubernetes-validations` of the schema of a resource; undefined when it has none. */
export function compileRules(node: SchemaNode): CompiledRules | undefined {
  const tree = compileTree(node)
  return (
    tree && {
      validate(value, old, path, onError, onWarning = ignore) {
        const session = { budget: COST_BUDGET, onError, onWarning }
        const correlation = old === undefined ? undefined : { old }
        validateTree(session, tree, { value, old, correlation, isParentUnchanged: never, path, isRoot: true })
      },
    }
  )
}

export { checkRules } from './check.ts'
