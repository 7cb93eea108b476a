import { admissionVariables, type FieldError, fieldError } from '@skep/schema'
import { checkQualifiedName } from '../meta/names.ts'
import { invalid, validateEach } from '../meta/validation.ts'
import { validateExpression } from './expressions.ts'
import type { MatchCondition } from './match.ts'

const MAX_CONDITIONS = 64

/** Everything wrong with conditions in CEL that requests must meet. */
export function validateMatchConditions(
  conditions: readonly MatchCondition[],
  { hasParams }: { hasParams: boolean },
  path: string,
): FieldError[] {
  const variables = admissionVariables({ params: hasParams, authorizer: true })
  const names = new Set<string>()
  return [
    ...(conditions.length > MAX_CONDITIONS ? [fieldError.tooMany(path, conditions.length, MAX_CONDITIONS)] : []),
    ...validateEach(conditions, path, ({ name, expression }, at) => {
      const isNew = name === '' || !names.has(name)
      names.add(name)
      const source = expression.trim()
      return [
        ...(source === ''
          ? [fieldError.required(`${at}.expression`)]
          : validateExpression(source, { variables, result: 'bool' }, `${at}.expression`)),
        ...(name === '' ? [fieldError.required(`${at}.name`)] : invalid(`${at}.name`, name, checkQualifiedName(name))),
        ...(isNew ? [] : [fieldError.duplicate(`${at}.name`, name)]),
      ]
    }),
  ]
}
