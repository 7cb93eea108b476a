import { isObject, type Json } from './json.ts'

/** Finds values in a document. An absent path finds nothing. */
export type JsonPath = (document: Json) => Json[]

type Step = (values: Json[]) => Json[]

/**
 * Compiles a JSONPath as Kubernetes writes them in printer columns, scale paths and feedback rules: `.spec.replicas`,
 * `.items[0]`, `.list[*].name`, `.conditions[?(@.type=="Ready")].status`, `['a.b']`, `.a\.b`, `..name`, slices and
 * unions. Surrounding braces and a leading `$` are allowed. Throws a SyntaxError that says where it stops making sense.
 */
export function compileJsonPath(source: string): JsonPath {
  const path = source.trim().replace(/^\{(.*)\}$/s, '$1')
  const steps = parseSteps(path.replace(/^[$@]/, ''), source)
  return (document) => steps.reduce((values, step) => step(values), [document] as Json[])
}

function parseSteps(text: string, source: string): Step[] {
  const steps: Step[] = []
  let rest = text
  while (rest !== '') {
    const [step, length] = parseStep(rest, source)
    steps.push(step)
    rest = rest.slice(length)
  }
  return steps
}

const NAME = /^\.?((?:\\.|[^.[\]\\\s])+)/
const QUOTED = /^'((?:\\.|[^'\\])*)'|^"((?:\\.|[^"\\])*)"/

function parseStep(rest: string, source: string): [Step, number] {
  if (rest === '.') return [(values) => values, 1]
  if (rest.startsWith('..')) return parseRecursive(rest, source)
  if (rest.startsWith('.*')) return [flat(children), 2]
  if (rest.startsWith('[')) {
    const end = closingBracket(rest, source)
    return [parseBracket(rest.slice(1, end), source), end + 1]
  }
  const name = NAME.exec(rest)
  if (!name) throw new SyntaxError(`JSONPath ${source}: cannot read ${JSON.stringify(rest)}`)
  return [field(unescapeText(name[1]!)), name[0].length]
}

function parseRecursive(rest: string, source: string): [Step, number] {
  const [step, length] = parseStep(rest.slice(1), source)
  return [(values) => step(values.flatMap(descendants)), length + 1]
}

function closingBracket(rest: string, source: string): number {
  let quote = ''
  let depth = 0
  for (let i = 0; i < rest.length; i++) {
    const char = rest[i]!
    if (char === '\\') i++
    else if (quote !== '') quote = char === quote ? '' : quote
    else if (char === "'" || char === '"') quote = char
    else if (char === '[') depth++
    else if (char === ']' && --depth === 0) return i
  }
  throw new SyntaxError(`JSONPath ${source}: a bracket is not closed`)
}

function parseBracket(inside: string, source: string): Step {
  const text = inside.trim()
  if (text === '*') return flat(children)
  if (text.startsWith('?(') && text.endsWith(')')) return parseFilter(text.slice(2, -1), source)
  const steps = splitUnion(text).map((item) => parseSelector(item.trim(), source))
  return steps.length === 1 ? steps[0]! : (values) => values.flatMap((value) => steps.flatMap((step) => step([value])))
}

const splitUnion = (text: string): string[] => text.match(/(?:'[^']*'|"[^"]*"|[^,])+/g) ?? ['']

function parseSelector(item: string, source: string): Step {
  const quoted = QUOTED.exec(item)
  if (quoted) return field(unescapeText(quoted[1] ?? quoted[2] ?? ''))
  if (/^-?\d+$/.test(item)) return flat((value) => pick(value, Number(item)))
  const slice = /^(-?\d*):(-?\d*)(?::(\d+))?$/.exec(item)
  if (slice) return flat((value) => sliceOf(value, slice[1]!, slice[2]!, slice[3]))
  throw new SyntaxError(`JSONPath ${source}: cannot read [${item}]`)
}

function pick(value: Json, index: number): Json[] {
  const found = Array.isArray(value) ? value.at(index) : undefined
  return found === undefined ? [] : [found]
}

function sliceOf(value: Json, from: string, to: string, step = '1'): Json[] {
  if (!Array.isArray(value)) return []
  const part = value.slice(from === '' ? 0 : Number(from), to === '' ? undefined : Number(to))
  return part.filter((_, index) => index % Number(step) === 0)
}

const OPERATOR = /^(.*?)(==|!=|<=|>=|<|>)(.*)$/s

function parseFilter(condition: string, source: string): Step {
  const match = OPERATOR.exec(condition)
  const holds = match ? comparison(match, source) : existence(condition, source)
  return flat((value) => (Array.isArray(value) ? value.filter(holds) : []))
}

function existence(condition: string, source: string): (item: Json) => boolean {
  const path = compileJsonPath(condition.trim() === '' ? fail(source) : condition)
  return (item) => path(item).length > 0
}

function comparison([, left, operator, right]: RegExpExecArray, source: string): (item: Json) => boolean {
  const [a, b] = [operand(left!, source), operand(right!, source)]
  return (item) => {
    const [x, y] = [a(item), b(item)]
    if (x === undefined || y === undefined) return false
    return compare(x, operator!, y)
  }
}

function operand(text: string, source: string): (item: Json) => Json | undefined {
  const trimmed = text.trim()
  if (trimmed.startsWith('@') || trimmed.startsWith('$')) {
    const path = compileJsonPath(trimmed)
    return (item) => path(item)[0]
  }
  const quoted = QUOTED.exec(trimmed)
  if (quoted) return () => unescapeText(quoted[1] ?? quoted[2] ?? '')
  if (/^(true|false|-?\d+(\.\d+)?)$/.test(trimmed)) return () => JSON.parse(trimmed) as Json
  return fail(source)
}

function compare(x: Json, operator: string, y: Json): boolean {
  if (operator === '==') return x === y
  if (operator === '!=') return x !== y
  if (typeof x !== typeof y || (typeof x !== 'number' && typeof x !== 'string')) return false
  const [a, b] = [x as string, y as string]
  return operator === '<' ? a < b : operator === '<=' ? a <= b : operator === '>' ? a > b : a >= b
}

function fail(source: string): never {
  throw new SyntaxError(`JSONPath ${source}: cannot read the filter`)
}

const unescapeText = (text: string): string => text.replace(/\\(.)/g, '$1')

const flat =
  (find: (value: Json) => Json[]): Step =>
  (values) =>
    values.flatMap(find)

const field = (name: string): Step =>
  flat((value) => {
    const found = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
    return found === undefined ? [] : [found]
  })

function children(value: Json): Json[] {
  if (Array.isArray(value)) return value
  return isObject(value) ? (Object.values(value) as Json[]) : []
}

const descendants = (value: Json): Json[] => [value, ...children(value).flatMap(descendants)]
