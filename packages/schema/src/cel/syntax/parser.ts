import type { Call, Entry, Expr, StructExpr } from './ast.ts'
import {
  ARGUMENTS_START,
  FIELD_START,
  LIST_START,
  MAP_START,
  NAMES,
  OPERAND_START,
  OPTIONAL_START,
  PRODUCTS,
  RELATIONS,
  SUMS,
  tokens,
} from './grammar.ts'
import { LiteralError, literalValue, negativeValue } from './literal.ts'
import { MacroError } from './macro-parts.ts'
import { expandMacro } from './macros.ts'
import { Recovery } from './recovery.ts'
import type { Issue } from './source.ts'
import type { TokenStream } from './token-stream.ts'
import type { Token, TokenType } from './tokens.ts'

const RESERVED: ReadonlySet<string> = new Set(
  'as break const continue else for function if import let loop package namespace return var void while'.split(' '),
)
/** Makes an expression of tokens. One method per rule of the grammar. */
export class Parser {
  private readonly stream: TokenStream
  private readonly report: (issue: Issue) => void
  private readonly recovery: Recovery

  constructor(stream: TokenStream, report: (issue: Issue) => void) {
    this.stream = stream
    this.report = report
    this.recovery = new Recovery(stream)
  }

  parseAll(): Expr {
    const expr = this.expression()
    this.recovery.attempt(() => this.stream.expect('<EOF>', tokens()))
    return expr
  }

  private expression(): Expr {
    return this.recovery.nest(() => {
      this.recovery.deepen()
      const condition = this.disjunction()
      return this.stream.is('?') ? this.recovery.survive(() => this.conditional(condition)) : condition
    })
  }

  private conditional(condition: Expr): Expr {
    const { offset } = this.stream.next()
    const whenTrue = this.recovery.within(tokens(':'), () => this.disjunction())
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
    return this.recovery.nest(() => {
      let left = operand()
      while (operators.has(this.stream.peek().type)) {
        this.recovery.deepen()
        const { type, offset } = this.stream.next()
        left = this.call(offset, type === 'in' ? '@in' : `_${type}_`, [left, operand()])
      }
      return left
    })
  }

  private unary(): Expr {
    return this.recovery.survive(() => {
      this.stream.sync(OPERAND_START)
      if (this.stream.is('!')) return this.prefixed('!', '!_')
      const follower = this.stream.peek(1).type
      const isNegated = this.stream.is('-') && follower !== 'NUM_INT' && follower !== 'NUM_FLOAT'
      return isNegated ? this.prefixed('-', '-_') : this.member()
    })
  }

  private prefixed(operator: TokenType, name: string): Expr {
    const { offset } = this.stream.peek()
    let count = 0
    while (this.stream.is(operator)) {
      // A minus may also be the sign of a number, so what follows it has to be known.
      if (operator === '-' && !isOperand(this.stream.peek(1).type)) this.stream.noViableAlternative(1)
      this.stream.next()
      count++
    }
    this.stream.syncLoop(OPERAND_START)
    const operand = this.member()
    return count % 2 === 0 ? operand : this.call(offset, name, [operand])
  }

  private member(): Expr {
    return this.recovery.nest(() => {
      let expr = this.recovery.survive(() => this.primary())
      while (this.stream.is('.') || this.stream.is('[')) {
        this.recovery.deepen()
        const operand = expr
        expr = this.recovery.survive(() => (this.stream.is('.') ? this.selection(operand) : this.index(operand)))
      }
      return expr
    })
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
    const optional = this.question()
    const index = this.recovery.within(tokens(']'), () => this.expression())
    this.stream.expect(']', this.recovery.mayFollow())
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
    const expr = this.recovery.within(tokens(')'), () => this.expression())
    this.stream.expect(')', this.recovery.mayFollow())
    return expr
  }

  private list(): Expr {
    const { offset } = this.stream.next()
    const elements: Expr[] = []
    const optional = new Set<number>()
    this.items(LIST_START, ']', () => {
      if (this.question()) optional.add(elements.length)
      elements.push(this.expression())
    })
    return { kind: 'list', at: offset, elements, optional }
  }

  private map(): Expr {
    const { offset } = this.stream.next()
    const entries: Entry[] = []
    this.items(MAP_START, '}', () => {
      const optional = this.question()
      const key = this.recovery.within(tokens(':'), () => this.expression())
      const colon = this.stream.expect(':', OPERAND_START)
      entries.push({ at: colon.offset, key, value: this.expression(), optional })
    })
    return { kind: 'map', at: offset, entries }
  }

  /** Whether `?` comes before the next expression. */
  private question(): boolean {
    this.stream.sync(OPTIONAL_START)
    return this.stream.accept('?') !== undefined
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
    this.recovery.within(separators, () =>
      this.recovery.attempt(() => {
        while (!this.stream.is(close) && !this.stream.is(',')) {
          item()
          this.stream.sync(separators)
          if (!this.stream.accept(',') || !start.has(this.stream.peek().type) || this.stream.is(',')) break
        }
      }),
    )
    this.stream.accept(',')
    this.stream.expect(close, this.recovery.mayFollow())
  }

  private callArguments(): Expr[] {
    const args: Expr[] = []
    this.stream.sync(ARGUMENTS_START)
    this.recovery.within(tokens(')', ','), () => {
      if (this.stream.is(')')) return
      do args.push(this.expression())
      while (this.stream.accept(','))
    })
    this.stream.expect(')', this.recovery.mayFollow())
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
      const signed = token.type === '-' ? this.stream.next() : undefined
      return { kind: 'literal', at, value: signed ? negativeValue(signed) : literalValue(token) }
    } catch (error) {
      if (!(error instanceof LiteralError)) throw error
      return this.invalid(at, error.message)
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
}

const isOperand = (type: TokenType) => OPERAND_START.has(type) && type !== '!'
const fieldName = ({ type, text }: Token) => (type === 'ESC_IDENTIFIER' ? text.slice(1, -1) : text)
