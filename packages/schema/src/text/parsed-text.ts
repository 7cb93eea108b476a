import type { Json } from '../json.ts'

/** What the text of a request says, and what is odd about it. */
export interface ParsedText {
  value: Json
  /** Paths of fields that the text has more than once, in the order of their repetition. */
  duplicates: readonly string[]
  /** What the YAML parser says of them, which is what clients see in that case. */
  yamlProblem?: string
  /** Where fields come in the text, a repeated one at its repetition. Only there when there are duplicates. */
  order?: ReadonlyMap<string, number>
}

/**
 * The deepest nesting of lists and objects that is read. Kubernetes draws the line at 10,000; every walk through an
 * object recurses, so that ours is where none can run out of stack, and still far beyond any real object.
 */
export const MAX_DEPTH = 1000

/** A text that nests deeper than anybody could mean. */
export class DepthError extends SyntaxError {
  override readonly name = 'DepthError'

  constructor() {
    super('exceeded max depth')
  }
}

/**
 * Everything odd about the fields of a text, as the API server words and orders it: for typed objects in the order of
 * the text, for custom resources repeated fields first. Typed objects do not look into unknown fields.
 */
export function fieldProblems(parsed: ParsedText, unknown: readonly string[], kind: 'typed' | 'custom'): string[] {
  const unknownTexts = unknown.map((path) => `unknown field "${path}"`)
  if (parsed.yamlProblem !== undefined) return [parsed.yamlProblem, ...unknownTexts]
  if (parsed.duplicates.length === 0) return unknownTexts
  if (kind === 'custom') return [...parsed.duplicates.map(duplicateText), ...unknownTexts]
  const position = (path: string) => parsed.order?.get(path) ?? 0
  const duplicates = parsed.duplicates.filter((path) => !unknown.some((field) => isWithin(path, field)))
  return [
    ...duplicates.map((path) => ({ at: position(path), text: duplicateText(path) })),
    ...unknown.map((path, index) => ({ at: position(path), text: unknownTexts[index] ?? '' })),
  ]
    .sort((a, b) => a.at - b.at)
    .map(({ text }) => text)
}

const duplicateText = (path: string): string => `duplicate field "${path}"`

const isWithin = (path: string, field: string): boolean =>
  path === field || path.startsWith(`${field}.`) || path.startsWith(`${field}[`)
