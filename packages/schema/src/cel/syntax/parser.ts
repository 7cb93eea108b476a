import { Bytes, Uint } from '../values/value.ts'
import type { Call, Entry, Expr, StructExpr } from './ast.ts'
import { tokenize } from './lexer.ts'
import { bytesValue, doubleValue, intValue, LiteralError, stringValue, uintValue } from './literal.ts'
import { MacroError } from './macro-parts.ts'
import { expandMacro } from './macros.ts'
import type { Issue } from './source.ts'
import { RecursionExceeded, SyntaxFailure, TokenStream } from './token-stream.ts'
import type { Token, TokenType } from './tokens.ts'

const tokens = (...types: TokenType[]): ReadonlySet<TokenType> => new Set(types)

const RELATIONS = tokens('<', '<=', '>=', '>', '==', '!=', 'in')
const SUMS = tokens('+', '-')
const PRODUCTS = tokens('*', '/', '%')
const OPERATORS = tokens(...RELATIONS, ...SUMS, ...PRODUCTS, '&&', '||', '?', '.', '[')
const OPERAND_START = tokens(
  ...(['[', '{', '(', '.', '-', '!', 'true', 'false', 'null'] as const),
  ...(['NUM_FLOAT', 'NUM_INT', 'NUM_UINT', 'STRING', 'BYTES', 'IDENTIFIER'] as const),
)
const ARGUMENTS_START = tokens(...OPERAND_START, ')')
const LIST_START = tokens(...OPERAND_START, '?', ',', ']')
const MAP_START = tokens(...OPERAND_START, '?', ',', '}')
const FIELD_START = tokens('}', ',', '?', 'IDENTIFIER', 'ESC_IDENTIFIER')
const NAMES = tokens('IDENTIFIER', 'ESC_IDENTIFIER')
const NOTHING = tokens()

const RESERVED: ReadonlySet<string> = new Set(
  'as break const continue else for function if import let loop package namespace return var void while'.split(' '),
)
const MAX_DEPTH = 250
const MAX_LENGTH = 100_000

/** Parses an expression, macros expanded. With issues, there is no result. */
export function parse(source: string): { expr: Expr } | { issues: Issue[] } {
  const issues: Issue[] = []
  const length = [...source].length
  if (length > MAX_LENGTH) {
    const message = `expression code point size exceeds limit: size: ${length}, limit ${MAX_LENGTH}`
    return { issues: [{ offset: -1, message }] }
  }
  const report = (issue: Issue) => issues.push(issue)
  try {
    const expr = new Parser(new TokenStream(tokenize(source, report), report), report).parseAll()
    return issues.length > 0 ? { issues } : { expr }
  } catch (error) {
    if (!(error instanceof RecursionExceeded)) throw error
    return { issues: [...issues, { offset: -1, message: error.message }] }
  }
}

/** One method per rule of the grammar. */
class Parser {
  private readonly stream: TokenStream
  private readonly report: (issue: Issue) => void
  /** What the brackets and conditionals around the current rule wait for. */
  private readonly awaited: ReadonlySet<TokenType>[] = []
  private depth = 0

  constructor(stream: TokenStream, report: (issue: Issue) => void) {
    this.stream = stream
    this.report = report
  }

  parseAll(): Expr {
    const expr = this.expression()
    try {
      this.stream.expect('<EOF>', NOTHING)
    } catch (error) {
      this.recover(error)
    }
    return expr
  }

  private expression(): Expr {
    this.deepen(1)
    const condition = this.disjunction()
    const expr = this.stream.is('?') ? this.rule(() => this.conditional(condition)) : condition
    this.depth--
    return expr
  }

  private conditional(condition: Expr): Expr {
    const { offset } = this.stream.next()
    const whenTrue = this.within(tokens(':'), () => this.disjunction())
    this.stream.expect(':', OPERAND_START)
    return this.call(offset, '_?_:_', [condition, whenTrue, this.expression()])
  }

  private disjunction(): Expr {
    return this.logical('||', '_||_', () => this.logical('&&', '_&&_', () => this.relation()))
  }

  private logical(operator: TokenType, name: string, operand: () => Expr): Expr {
    const terms = [operand()]
    let at = 0
    while (this.stream.is(operator)) {
      at = this.stream.next().offset
      terms.push(operand())
    }
    return terms.length === 1 ? terms[0]! : this.call(at, name, terms)
  }

  private relation(): Expr {
    return this.binary(RELATIONS, () => this.binary(SUMS, () => this.binary(PRODUCTS, () => this.unary())))
  }

  private binary(operators: ReadonlySet<TokenType>, operand: () => Expr): Expr {
    let left = operand()
    const { depth } = this
    while (operators.has(this.stream.peek().type)) {
      this.deepen(1)
      const { type, offset } = this.stream.next()
      left = this.call(offset, type === 'in' ? '@in' : `_${type}_`, [left, operand()])
    }
    this.depth = depth
    return left
  }

  private unary(): Expr {
    return this.rule(() => {
      this.stream.sync(OPERAND_START)
      if (this.stream.is('!')) return this.prefixed('!', '!_')
      const follower = this.stream.peek(1).type
      if (!this.stream.is('-') || follower === 'NUM_INT' || follower === 'NUM_FLOAT') return this.member()
      if (!OPERAND_START.has(follower) || follower === '!') this.stream.noViableAlternative(1)
      return this.prefixed('-', '-_')
    })
  }

  private prefixed(operator: TokenType, name: string): Expr {
    const { offset } = this.stream.next()
    let count = 1
    while (this.stream.accept(operator)) count++
    this.stream.sync(OPERAND_START)
    const operand = this.member()
    return count % 2 === 0 ? operand : this.call(offset, name, [operand])
  }

  private member(): Expr {
    let expr = this.rule(() => this.primary())
    const { depth } = this
    while (this.stream.is('.') || this.stream.is('[')) {
      this.deepen(1)
      const operand = expr
      expr = this.rule(() => (this.stream.is('.') ? this.selection(operand) : this.index(operand)))
    }
    this.depth = depth
    return expr
  }

  private selection(operand: Expr): Expr {
    const follower = this.stream.peek(1).type
    if (follower !== '?' && !NAMES.has(follower)) this.stream.noViableAlternative(1)
    const { offset } = this.stream.next()
    const optional = this.stream.accept('?') !== undefined
    this.stream.sync(NAMES)
    const name = this.stream.next()
    if (!optional && name.type === 'IDENTIFIER' && this.stream.is('(')) return this.method(operand, name.text)
    const field = fieldName(name)
    if (!optional) return { kind: 'select', at: offset, operand, field, testOnly: false }
    const literal: Expr = { kind: 'literal', at: name.offset, value: field }
    return { kind: 'call', at: offset, function: '_?._', target: undefined, args: [operand, literal] }
  }

  private method(target: Expr, name: string): Expr {
    const { offset } = this.stream.next()
    return this.call(offset, name, this.callArguments(), target)
  }

  private index(operand: Expr): Expr {
    const { offset } = this.stream.next()
    const optional = this.stream.accept('?') !== undefined
    const index = this.within(tokens(']'), () => this.expression())
    this.stream.expect(']', this.mayFollow())
    return this.call(offset, optional ? '_[?_]' : '_[_]', [operand, index])
  }

  private primary(): Expr {
    const token = this.stream.peek()
    switch (token.type) {
      case '(':
        return this.nested()
      case '[':
        return this.list()
      case '{':
        return this.map()
      case '.':
        if (this.stream.peek(1).type !== 'IDENTIFIER') this.stream.noViableAlternative(1)
        return this.name()
      case 'IDENTIFIER':
        return this.name()
      default:
        return this.literal(this.stream.next())
    }
  }

  private nested(): Expr {
    this.stream.next()
    const expr = this.within(tokens(')'), () => this.expression())
    this.stream.expect(')', this.mayFollow())
    return expr
  }

  private list(): Expr {
    const { offset } = this.stream.next()
    const elements: Expr[] = []
    const optional = new Set<number>()
    this.items(LIST_START, ']', () => {
      if (this.stream.accept('?')) optional.add(elements.length)
      elements.push(this.expression())
    })
    return { kind: 'list', at: offset, elements, optional }
  }

  private map(): Expr {
    const { offset } = this.stream.next()
    const entries: Entry[] = []
    this.items(MAP_START, '}', () => {
      const optional = this.stream.accept('?') !== undefined
      const key = this.within(tokens(':'), () => this.expression())
      const colon = this.stream.expect(':', OPERAND_START)
      entries.push({ at: colon.offset, key, value: this.expression(), optional })
    })
    return { kind: 'map', at: offset, entries }
  }

  private struct(typeName: string): Expr {
    const { offset } = this.stream.next()
    const fields: StructExpr['fields'] = []
    this.items(FIELD_START, '}', () => {
      const optional = this.stream.accept('?') !== undefined
      this.stream.sync(NAMES)
      const name = fieldName(this.stream.next())
      const colon = this.stream.expect(':', OPERAND_START)
      fields.push({ at: colon.offset, name, value: this.expression(), optional })
    })
    return { kind: 'struct', at: offset, typeName, fields }
  }

  /** What stands between brackets: items with commas between them and perhaps one after the last. */
  private items(start: ReadonlySet<TokenType>, close: TokenType, item: () => void): void {
    this.stream.sync(start)
    const separators = tokens(close, ',')
    this.within(separators, () => {
      while (!this.stream.is(close) && !this.stream.is(',')) {
        item()
        this.stream.sync(separators)
        if (!this.stream.accept(',') || !start.has(this.stream.peek().type) || this.stream.is(',')) break
      }
    })
    this.stream.accept(',')
    this.stream.expect(close, this.mayFollow())
  }

  private callArguments(): Expr[] {
    const args: Expr[] = []
    this.stream.sync(ARGUMENTS_START)
    this.within(tokens(')', ','), () => {
      if (this.stream.is(')')) return
      do args.push(this.expression())
      while (this.stream.accept(','))
    })
    this.stream.expect(')', this.mayFollow())
    return args
  }

  private name(): Expr {
    const dot = this.stream.accept('.') ? '.' : ''
    const structName = this.structName()
    if (structName !== undefined) return this.struct(dot + structName)
    const token = this.stream.next()
    if (RESERVED.has(token.text)) return this.invalid(token.offset, `reserved identifier: ${token.text}`)
    const name = dot + token.text
    if (!this.stream.is('(')) return { kind: 'ident', at: token.offset, name }
    const { offset } = this.stream.next()
    return this.call(offset, name, this.callArguments())
  }

  /** `a.b.C` when `{` follows it; the tokens up to there are consumed then. */
  private structName(): string | undefined {
    let length = 1
    while (this.stream.peek(length).type === '.' && this.stream.peek(length + 1).type === 'IDENTIFIER') length += 2
    if (this.stream.peek(length).type !== '{') return undefined
    return Array.from({ length }, () => this.stream.next().text).join('')
  }

  private literal(token: Token): Expr {
    const { offset: at } = token
    try {
      return { kind: 'literal', at, value: this.literalValue(token) }
    } catch (error) {
      if (!(error instanceof LiteralError)) throw error
      return this.invalid(at, error.message)
    }
  }

  private literalValue({ type, text }: Token) {
    switch (type) {
      case '-': {
        const number = this.stream.next()
        return number.type === 'NUM_INT' ? intValue(`-${number.text}`) : doubleValue(`-${number.text}`)
      }
      case 'NUM_INT':
        return intValue(text)
      case 'NUM_UINT':
        return new Uint(uintValue(text))
      case 'NUM_FLOAT':
        return doubleValue(text)
      case 'STRING':
        return stringValue(text)
      case 'BYTES':
        return new Bytes(bytesValue(text.slice(1)))
      case 'null':
        return null
      default:
        return type === 'true'
    }
  }

  private call(at: number, name: string, args: Expr[], target?: Expr): Expr {
    const call: Call = { kind: 'call', at, function: name, target, args }
    try {
      return expandMacro(call) ?? call
    } catch (error) {
      if (!(error instanceof MacroError)) throw error
      return this.invalid(error.at, error.message)
    }
  }

  private invalid(at: number, message: string): Expr {
    this.report({ offset: at, message })
    return { kind: 'literal', at, value: null }
  }

  private mayFollow(): ReadonlySet<TokenType> {
    return tokens('<EOF>', ...OPERATORS, ...this.awaited.flatMap((set) => [...set]))
  }

  private within<T>(awaited: ReadonlySet<TokenType>, rule: () => T): T {
    this.awaited.push(awaited)
    try {
      return rule()
    } finally {
      this.awaited.pop()
    }
  }

  /** Runs a rule that survives syntax errors inside it. */
  private rule(parseRule: () => Expr): Expr {
    const { depth } = this
    try {
      return parseRule()
    } catch (error) {
      this.depth = depth
      return this.recover(error)
    }
  }

  private recover(error: unknown): Expr {
    if (!(error instanceof SyntaxFailure)) throw error
    this.stream.recover(error, (type) => OPERATORS.has(type) || this.awaited.some((set) => set.has(type)))
    return { kind: 'literal', at: error.token.offset, value: null }
  }

  private deepen(levels: number): void {
    this.depth += levels
    if (this.depth > MAX_DEPTH) throw new RecursionExceeded()
  }
}

const fieldName = ({ type, text }: Token) => (type === 'ESC_IDENTIFIER' ? text.slice(1, -1) : text)
