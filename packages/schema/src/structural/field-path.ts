import { otherSchema, type RawSchema } from './raw-schema.ts'

/** The field that a simple JSON path such as `.spec.names['first']` leads to, or why there is none. */
export type FoundField = { path: string; schema: RawSchema } | { problem: string }

/** What a path may look like. */
export interface FindFieldOptions {
  /** Whether members may be named in brackets. Default: true. */
  brackets?: boolean
}

const TOKEN = /'(?:[^'\\]|\\.|\\)*'|[.[\]]|[^.[\]']+|'.*$/gs
const UNEXPECTED_END = 'unexpected end of JSON path'
const NO_FIELD = 'does not refer to a valid field'

/** Follows a simple JSON path through a schema. */
export function findField(jsonPath: string, root: RawSchema, { brackets = true }: FindFieldOptions = {}): FoundField {
  const tokens = jsonPath.match(TOKEN) ?? []
  let found: FoundField = { path: '', schema: root }
  for (let index = 0; index < tokens.length && !('problem' in found); ) {
    const step = readStep(tokens, index, brackets)
    if ('problem' in step) return step
    found = follow(found.path, found.schema, step.name)
    index = step.next
  }
  return found
}

type Step = { name: string; next: number } | { problem: string }

function readStep(tokens: string[], index: number, brackets: boolean): Step {
  const [start = '', name, end] = tokens.slice(index, index + 3)
  if (start !== '.' && start !== '[') return { problem: `expected [ or . but got: ${start}` }
  if (start === '[' && !brackets) return { problem: 'array notation is not allowed' }
  if (name === undefined) return { problem: UNEXPECTED_END }
  if (start === '.') return { name, next: index + 2 }
  if (!/^'.*'$/s.test(name) || name.length < 2) return { problem: `expected single quoted string but got ${name}` }
  if (end === undefined) return { problem: UNEXPECTED_END }
  if (end !== ']') return { problem: `expected ] but got ${end}` }
  return { name: unescapeQuoted(name.slice(1, -1)), next: index + 3 }
}

const ESCAPES: Record<string, string> = { a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }

const unescapeQuoted = (text: string): string =>
  text.replace(/\\(.)/gs, (_found, letter: string) => ESCAPES[letter] ?? letter)

function follow(path: string, schema: RawSchema, name: string): FoundField {
  const { properties } = schema
  if (properties !== undefined && Object.keys(properties).length > 0) {
    const member = Object.hasOwn(properties, name) ? properties[name] : undefined
    return member === undefined
      ? { problem: NO_FIELD }
      : { path: path === '' ? name : `${path}.${name}`, schema: member }
  }
  const other = otherSchema(schema)
  return other === undefined ? { problem: NO_FIELD } : { path: `${path}[${name}]`, schema: other }
}
