import type { FieldError } from '../../field-error.ts'
import type { Json } from '../../json.ts'
import type { SchemaNode } from '../../node.ts'
import type { Session } from './evaluate-rules.ts'
import { Subject } from './subject.ts'
import { compileTree } from './tree.ts'
import { validateTree } from './validate.ts'

export { checkRules } from './check.ts'

/** The cost that all rules together may have for one object. */
const COST_BUDGET = 10_000_000

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

/** Compiles all `x-kubernetes-validations` of the schema of a resource; undefined when it has none. */
export function compileRules(node: SchemaNode): CompiledRules | undefined {
  const tree = compileTree(node)
  return (
    tree && {
      validate(value, old, path, onError, onWarning = ignore) {
        const session: Session = {
          budget: COST_BUDGET,
          errors: 0,
          onError: (error) => {
            session.errors++
            onError(error)
          },
          onWarning,
        }
        validateTree(session, tree, Subject.root(node, value, old, path))
      },
    }
  )
}
