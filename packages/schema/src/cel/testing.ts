import { checkSource, createProgram } from './program.ts'
import type { Variables } from './types/scope.ts'
import { TYPES } from './types/type.ts'
import { fromJson } from './values/json.ts'
import { showValue } from './values/text.ts'

/** For tests: compiles and evaluates an expression with JSON for its variables, and shows what comes of it. */
export function show(source: string, variables: Readonly<Record<string, unknown>> = {}, types: Variables = {}): string {
  const dynamic = Object.fromEntries(Object.keys(variables).map((name) => [name, TYPES.dyn]))
  const checked = checkSource(source, { ...dynamic, ...types })
  if (typeof checked === 'string') return checked
  const program = createProgram(checked)
  if (typeof program === 'string') return `cannot be planned: ${program}`
  const values = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, fromJson(value)]))
  const outcome = program.evaluate(values)
  return 'error' in outcome ? `error: ${outcome.error}` : showValue(outcome.value)
}

/** For tests: what is wrong with an expression, without the lines that show where; empty when nothing is. */
export function problemsOf(source: string, types: Variables = {}): string[] {
  const checked = checkSource(source, types)
  if (typeof checked !== 'string') return []
  return checked
    .split('\n')
    .filter((line) => line.startsWith('ERROR: '))
    .map((line) => line.replace('ERROR: <input>:', ''))
}
