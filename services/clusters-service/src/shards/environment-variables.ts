import { isObject, type Json, type JsonObject, setMember } from '@skep/schema'

/** The variables of a process. */
export type Environment = Readonly<Record<string, string | undefined>>

/** That a value refers to a variable which is not set. */
export class UnsetVariableError extends Error {
  override readonly name = 'UnsetVariableError'
}

const REFERENCE = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g

/**
 * A copy with `${NAME}` in every text replaced by the variable; `$${` stands for `${` itself. This happens after parsing,
 * so that a value cannot change the structure of the document it is put into.
 */
export function expandVariables(value: JsonObject, environment: Environment): JsonObject {
  const expanded: JsonObject = {}
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) setMember(expanded, name, expand(member, name, environment))
  }
  return expanded
}

function expand(value: Json, path: string, environment: Environment): Json {
  if (typeof value === 'string') return expandText(value, path, environment)
  if (Array.isArray(value)) return value.map((item, index) => expand(item, `${path}[${index}]`, environment))
  if (!isObject(value)) return value
  const expanded: JsonObject = {}
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) setMember(expanded, name, expand(member, `${path}.${name}`, environment))
  }
  return expanded
}

function expandText(text: string, path: string, environment: Environment): string {
  return text.replace(REFERENCE, (reference, name: string | undefined) => {
    if (name === undefined) return '${'
    const value = environment[name]
    if (value === undefined) {
      throw new UnsetVariableError(`${path} refers to the environment variable ${reference}, which is not set`)
    }
    return value
  })
}
