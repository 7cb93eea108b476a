import { expect, it } from 'vitest'
import { compileExpression } from './expression.ts'
import { declare, overload } from './library/declare.ts'
import { TYPES } from './types/type.ts'

const double = declare(
  'twice',
  overload('twice_string', [TYPES.string], TYPES.string, (text: string) => text + text),
)

it('knows functions besides those of Kubernetes where they are given, and only there', () => {
  const known = compileExpression('twice("a").size() == 2', { variables: {}, functions: [double] })
  const unknown = compileExpression('twice("a")', { variables: {} })

  expect('error' in known ? known.error : known.evaluate({})).toMatchObject({ value: true })
  expect(unknown).toMatchObject({ error: expect.stringContaining("undeclared reference to 'twice'") })
})
