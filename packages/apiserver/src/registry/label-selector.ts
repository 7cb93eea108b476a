import { checkLabelValue, checkQualifiedName } from '@skep/api'
import { goErrors, goQuote } from '@skep/schema'
import { badRequest } from './errors.ts'
import { type Token, tokenize } from './selector-tokens.ts'

export type Labels = Readonly<Record<string, string>>

type Operator = 'in' | 'notin' | 'exists' | '!' | 'gt' | 'lt'

/** One condition of a label selector. `=` and `==` are `in` with one value, `!=` is `notin`. */
export interface LabelRequirement {
  readonly key: string
  readonly operator: Operator
  readonly values: readonly string[]
}

export type LabelSelector = readonly LabelRequirement[]

/** What most lists select. */
const EVERYTHING: LabelSelector = []

const OPERATORS: Partial<Record<string, Operator>> = {
  in: 'in',
  notin: 'notin',
  '=': 'in',
  '==': 'in',
  '!=': 'notin',
  '>': 'gt',
  '<': 'lt',
}

export function matchesLabels(selector: LabelSelector, labels: Labels | undefined): boolean {
  return selector.every((requirement) => meets(requirement, labels?.[requirement.key]))
}

function meets({ operator, values }: LabelRequirement, value: string | undefined): boolean {
  switch (operator) {
    case 'in':
      return value !== undefined && values.includes(value)
    case 'notin':
      return value === undefined || !values.includes(value)
    case 'exists':
      return value !== undefined
    case '!':
      return value === undefined
    case 'gt':
      return isInteger(value) && BigInt(value) > BigInt(values[0]!)
    case 'lt':
      return isInteger(value) && BigInt(value) < BigInt(values[0]!)
  }
}

const isInteger = (text: string | undefined): text is string => text !== undefined && /^[+-]?\d+$/.test(text)

/** Parses `a=b,c in (d,e),!f`; throws BadRequest in the words of apimachinery's parser. */
export function parseLabelSelector(text: string): LabelSelector {
  if (text === '') return EVERYTHING
  const parser = new Parser(tokenize(text))
  const requirements: LabelRequirement[] = []
  for (;;) {
    const { type, text: found } = parser.peek()
    if (type === 'end') return requirements
    if (type !== 'identifier' && type !== '!') {
      throw badRequest(`found '${found}', expected: !, identifier, or 'end of string'`)
    }
    requirements.push(parseRequirement(parser))
    if (!another(parser)) return requirements
  }
}

/** Whether a comma and one more requirement follow. */
function another(parser: Parser): boolean {
  const separator = parser.take()
  if (separator.type === 'end') return false
  if (separator.type !== ',') throw badRequest(`found '${separator.text}', expected: ',' or 'end of string'`)
  const next = parser.peek()
  if (next.type === 'identifier' || next.type === '!') return true
  throw badRequest(`found '${next.text}', expected: identifier after ','`)
}

const wrong = (message: string) => badRequest(`unable to parse requirement: ${message}`)

function parseRequirement(parser: Parser): LabelRequirement {
  const negated = parser.peek().type === '!'
  if (negated) parser.take()
  const { type, text: key } = parser.take()
  if (type !== 'identifier') throw wrong(`found '${key}', expected: identifier`)
  checkKey(key)
  const next = parser.peek().type
  if (negated) return { key, operator: '!', values: [] }
  if (next === 'end' || next === ',') return { key, operator: 'exists', values: [] }
  const sign = parser.takeOperator()
  const operator = OPERATORS[sign.type]
  if (operator === undefined) throw wrong(`found '${sign.text}', expected: in, notin, =, ==, !=, gt, lt`)
  const values = sign.type === 'in' || sign.type === 'notin' ? parseValues(parser) : parseExactValue(parser)
  checkValues(key, operator, values)
  return { key, operator, values }
}

function checkKey(key: string): void {
  const problems = checkQualifiedName(key)
  if (problems.length > 0) throw wrong(complain('<nil>', key, problems))
}

function checkValues(key: string, operator: Operator, values: readonly string[]): void {
  if ((operator === 'gt' || operator === 'lt') && !isInteger(values[0])) {
    const text = "for 'Gt', 'Lt' operators, the value must be an integer"
    throw wrong(complain('values[0]', values[0]!, [text]))
  }
  for (const [index, value] of values.entries()) {
    const problems = checkLabelValue(value)
    if (problems.length > 0) throw wrong(complain(`values[${index}][${key}]`, value, problems))
  }
}

const complain = (path: string, value: string, problems: readonly string[]): string =>
  goErrors(problems.map((problem) => `${path}: Invalid value: ${goQuote(value)}: ${problem}`))

function parseExactValue(parser: Parser): string[] {
  const { type, text } = parser.peek()
  if (type === 'end' || type === ',') return ['']
  if (type !== 'identifier') throw wrong(`found '${text}', expected: identifier`)
  parser.take()
  return [text]
}

function parseValues(parser: Parser): string[] {
  const open = parser.take()
  if (open.type !== '(') throw wrong(`found '${open.text}' expected: '('`)
  const { type, text } = parser.peek()
  if (type === ')') {
    parser.take()
    return ['']
  }
  if (type !== 'identifier' && type !== ',') throw wrong(`found '${text}', expected: ',', ')' or identifier`)
  const values = parseList(parser)
  parser.take()
  return [...values].sort()
}

/** The list in front of a closing bracket; nothing between two commas is the empty value. */
function parseList(parser: Parser): Set<string> {
  const values = new Set<string>()
  for (;;) {
    const { type, text } = parser.take()
    const next = parser.peek()
    if (type === 'identifier') {
      values.add(text)
      if (next.type === ')') return values
      if (next.type !== ',') throw wrong(`found '${next.text}', expected: ',' or ')'`)
    } else if (type === ',') {
      if (values.size === 0 || next.type === ',' || next.type === ')') values.add('')
      if (next.type === ')') return values
      if (next.type === ',') parser.take()
    } else {
      throw wrong(`found '${text}', expected: ',', or identifier`)
    }
  }
}

/** Tokens one after the other. `in` and `notin` are identifiers wherever no operator is expected. */
class Parser {
  readonly #tokens: readonly Token[]
  #position = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  peek(): Token {
    const token = this.#tokens[this.#position]!
    return token.type === 'in' || token.type === 'notin' ? { type: 'identifier', text: token.text } : token
  }

  take(): Token {
    const token = this.peek()
    this.#advance()
    return token
  }

  takeOperator(): Token {
    const token = this.#tokens[this.#position]!
    this.#advance()
    return token
  }

  #advance(): void {
    if (this.#position < this.#tokens.length - 1) this.#position++
  }
}
