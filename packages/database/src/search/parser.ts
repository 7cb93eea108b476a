import type { Condition, Literal, Operator, Test } from './conditions.ts'
import { type Token, tokenize } from './lexer.ts'
import { SearchError } from './search-error.ts'

/** Nobody writes deeper searches, and each level is a level of our stack and the database's. */
const MAX_DEPTH = 100

const RESERVED = new Set(['and', 'or', 'not', 'like', 'ilike', 'in', 'between', 'is', 'null', 'true', 'false'])

/** Understands a search; undefined for one that asks for nothing. Throws a `SearchError` that names the offset. */
export function parseSearch(text: string): Condition | undefined {
  const parser = new Parser(tokenize(text))
  if (parser.peek().type === 'end') return undefined
  const condition = parser.any(0)
  if (parser.peek().type !== 'end') throw parser.unexpected('AND, OR or the end')
  return condition
}

class Parser {
  readonly #tokens: readonly Token[]
  #position = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  peek(): Token {
    return this.#tokens[this.#position]!
  }

  unexpected(expected: string): SearchError {
    const { type, value, offset } = this.peek()
    const found = type === 'end' ? 'the end' : `'${value}'`
    return new SearchError(`expected ${expected} at offset ${offset}, but found ${found}`, offset)
  }

  /** One or more conditions with OR between them, which binds less than AND. */
  any(depth: number): Condition {
    const conditions = [this.#all(depth)]
    while (this.#takeWord('or')) conditions.push(this.#all(depth))
    return conditions.length === 1 ? conditions[0]! : { kind: 'or', conditions }
  }

  #all(depth: number): Condition {
    const conditions = [this.#one(depth)]
    while (this.#takeWord('and')) conditions.push(this.#one(depth))
    return conditions.length === 1 ? conditions[0]! : { kind: 'and', conditions }
  }

  #one(depth: number): Condition {
    if (depth > MAX_DEPTH) throw new SearchError(`too many levels at offset ${this.peek().offset}`, this.peek().offset)
    if (this.#takeWord('not')) return { kind: 'not', condition: this.#one(depth + 1) }
    if (!this.#takeSymbol('(')) return this.#test()
    const condition = this.any(depth + 1)
    this.#expectSymbol(')')
    return condition
  }

  #test(): Condition {
    const { type, value: name, offset } = this.peek()
    if (type !== 'word' || RESERVED.has(name.toLowerCase())) throw this.unexpected('an attribute')
    this.#position++
    const { test, negated } = this.#operation()
    return { kind: 'test', attribute: { name, offset }, test, negated }
  }

  #operation(): { test: Test; negated: boolean } {
    if (this.#takeWord('is')) {
      const negated = this.#takeWord('not')
      const test: Test = this.#takeWord('null') ? { kind: 'null' } : equal(this.#literal())
      return { test, negated }
    }
    if (this.#takeWord('not')) return { test: this.#wordOperation(), negated: true }
    if (this.peek().type === 'word') return { test: this.#wordOperation(), negated: false }
    return this.#symbolOperation()
  }

  #wordOperation(): Test {
    if (this.#takeWord('like')) return { kind: 'like', pattern: this.#string(), ignoreCase: false }
    if (this.#takeWord('ilike')) return { kind: 'like', pattern: this.#string(), ignoreCase: true }
    if (this.#takeWord('in')) return { kind: 'in', values: this.#literals() }
    if (!this.#takeWord('between')) throw this.unexpected('an operator')
    const low = this.#literal()
    if (!this.#takeWord('and')) throw this.unexpected('AND')
    return { kind: 'between', low, high: this.#literal() }
  }

  #symbolOperation(): { test: Test; negated: boolean } {
    const { type, value } = this.peek()
    if (type !== 'symbol' || /[(),]/.test(value)) throw this.unexpected('an operator')
    this.#position++
    if (value === '!=' || value === '<>') return { test: equal(this.#literal()), negated: true }
    if (value === '~=' || value === '~!') return { test: this.#pattern(), negated: value === '~!' }
    // The lexer knows no other symbols.
    return { test: { kind: 'compare', operator: value as Operator, value: this.#literal() }, negated: false }
  }

  #pattern(): Test {
    const { offset } = this.peek()
    return { kind: 'matches', pattern: this.#string(), offset }
  }

  #literals(): Literal[] {
    this.#expectSymbol('(')
    const values = [this.#literal()]
    while (this.#takeSymbol(',')) values.push(this.#literal())
    this.#expectSymbol(')')
    return values
  }

  #literal(): Literal {
    const { type, value, offset } = this.peek()
    const word = value.toLowerCase()
    if (type === 'string' || type === 'number') {
      this.#position++
      return { type, text: value, offset }
    }
    if (type !== 'word' || (word !== 'true' && word !== 'false')) throw this.unexpected('a value')
    this.#position++
    return { type: 'boolean', text: word, offset }
  }

  #string(): string {
    const { type, value } = this.peek()
    if (type !== 'string') throw this.unexpected('a pattern in quotes')
    this.#position++
    return value
  }

  #takeWord(word: string): boolean {
    const { type, value } = this.peek()
    return this.#takeIf(type === 'word' && value.toLowerCase() === word)
  }

  #takeSymbol(symbol: string): boolean {
    const { type, value } = this.peek()
    return this.#takeIf(type === 'symbol' && value === symbol)
  }

  #expectSymbol(symbol: string): void {
    if (!this.#takeSymbol(symbol)) throw this.unexpected(`'${symbol}'`)
  }

  #takeIf(matches: boolean): boolean {
    if (matches) this.#position++
    return matches
  }
}

const equal = (value: Literal): Test => ({ kind: 'compare', operator: '=', value })
