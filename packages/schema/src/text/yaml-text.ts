import type { Tags } from 'yaml'
import { type Document, isCollection, isMap, isScalar, LineCounter, type Node, type Pair, parseDocument } from 'yaml'
import { goValue } from '../go-text.ts'
import type { Json } from '../json.ts'
import { parseJson } from './json-text.ts'
import { DepthError, MAX_DEPTH, type ParsedText } from './parsed-text.ts'

/** Aliases may make a document this many times larger than it is written. */
const MAX_ALIAS_COUNT = 100

/**
 * Parses YAML as Kubernetes understands it: version 1.1, of several documents the first, times and base-60 numbers just
 * strings. JSON is YAML, and what kubectl sends in its name. Throws SyntaxError.
 */
export function parseYaml(text: string): ParsedText {
  const parsed = /^\s*\{/.test(text) ? tryJson(text) : undefined
  return parsed ?? parseProperYaml(text)
}

/**
 * The same, for texts that may hold a secret: parsers quote the line that they do not understand, which may be a key, and
 * messages are told in conditions and logs. Throws a SyntaxError that says only where the text is wrong.
 */
export function parseSecretYaml(text: string): ParsedText {
  try {
    return parseYaml(text)
  } catch (error) {
    const [where] = /\bline \d+\b/.exec(error instanceof Error ? error.message : '') ?? []
    throw new SyntaxError(`not YAML${where === undefined ? '' : `, see ${where}`}`)
  }
}

/** A JSON text; undefined for what is none, and for repeated fields, which YAML has its own words for. */
function tryJson(text: string): ParsedText | undefined {
  try {
    const parsed = parseJson(text)
    return parsed.duplicates.length === 0 ? parsed : undefined
  } catch (error) {
    if (error instanceof DepthError || !(error instanceof SyntaxError)) throw error
    return undefined
  }
}

function parseProperYaml(text: string): ParsedText {
  const lines = new LineCounter()
  const document = readDocument(text, lines)
  const error = document.errors.find(({ code }) => code !== 'MULTIPLE_DOCS')
  if (error !== undefined) throw new SyntaxError(`error converting YAML to JSON: yaml: ${error.message}`)
  const problems: string[] = []
  inspect(document.contents, 0, (problem, at) => problems.push(`line ${lines.linePos(at).line}: ${problem}`))
  const value = toValue(document)
  if (problems.length === 0) return { value, duplicates: [] }
  return { value, duplicates: [], yamlProblem: `yaml: unmarshal errors:\n  ${problems.join('\n  ')}` }
}

/** What is wrong with aliases only shows when they are followed. */
function toValue(document: Document.Parsed): Json {
  try {
    return document.toJS({ maxAliasCount: MAX_ALIAS_COUNT }) ?? null
  } catch (error) {
    throw new SyntaxError(`error converting YAML to JSON: yaml: ${error instanceof Error ? error.message : error}`)
  }
}

const readDocument = (text: string, lineCounter: LineCounter): Document.Parsed =>
  parseDocument(text, {
    version: '1.1',
    merge: true,
    uniqueKeys: false,
    stringKeys: true,
    lineCounter,
    customTags: withoutTimes,
  })

const withoutTimes = (tags: Tags): Tags =>
  tags.filter((tag) => typeof tag === 'string' || (tag.format !== 'TIME' && !tag.tag.endsWith(':timestamp')))

type ReportProblem = (problem: string, at: number) => void

/** Finds keys that a map has twice, and nesting that is too deep. */
function inspect(node: unknown, depth: number, report: ReportProblem): void {
  if (depth > MAX_DEPTH) throw new DepthError()
  if (!isCollection(node)) return
  if (!isMap(node)) {
    for (const item of node.items) inspect(item, depth + 1, report)
    return
  }
  const seen = new Set<unknown>()
  for (const { key, value } of node.items as Pair<Node, Node | null>[]) {
    const name = isScalar(key) ? key.value : key
    if (seen.has(name)) report(`key ${goValue(name)} already set in map`, (value ?? key).range?.[0] ?? 0)
    seen.add(name)
    inspect(value, depth + 1, report)
  }
}
