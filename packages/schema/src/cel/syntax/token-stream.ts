import type { Issue } from './source.ts'
import { describeTokens, quoteInput, type Token, type TokenType } from './tokens.ts'

/** Thrown to leave a rule of the grammar; the rule that catches it goes on after the damage. */
export class SyntaxFailure {
  readonly token: Token
  readonly message: string

  constructor(token: Token, message: string) {
    this.token = token
    this.message = message
  }
}

/** Thrown when the expression is too deep to go on with. */
export class RecursionExceeded {
  readonly message = 'expression recursion limit exceeded: 250'
}

/**
 * Tokens with the error handling that CEL users know: a superfluous token is dropped, a missing one is made up, and all
 * other damage is skipped up to the next token that the surrounding rules can use. One error is reported for each.
 */
export class TokenStream {
  private readonly tokens: readonly Token[]
  private readonly report: (issue: Issue) => void
  private position = 0
  private recovering = false
  private lastFailure = -1

  constructor(tokens: readonly Token[], report: (issue: Issue) => void) {
    this.tokens = tokens
    this.report = report
  }

  peek(ahead = 0): Token {
    return this.tokens[Math.min(this.position + ahead, this.tokens.length - 1)]!
  }

  is(type: TokenType): boolean {
    return this.peek().type === type
  }

  next(): Token {
    const token = this.peek()
    this.position++
    this.recovering = false
    return token
  }

  /** The next token if it is of the type. */
  accept(type: TokenType): Token | undefined {
    return this.is(type) ? this.next() : undefined
  }

  /** The next token, which must be of the type. `after` is what may follow it. */
  expect(type: TokenType, after: ReadonlySet<TokenType>): Token {
    const token = this.peek()
    if (token.type === type) return this.next()
    const expected: ReadonlySet<TokenType> = new Set([type])
    if (this.dropSuperfluous(expected)) return this.next()
    if (after.has(token.type)) {
      this.note(token, `missing ${describeTokens(expected)} at ${quoteInput(token.text)}`)
      this.recovering = true
      return { type, text: '', offset: token.offset }
    }
    throw mismatch(token, expected)
  }

  /** Checks, before a choice is made, that one of its ways is open. */
  sync(expected: ReadonlySet<TokenType>): void {
    const token = this.peek()
    if (this.recovering || expected.has(token.type) || this.dropSuperfluous(expected)) return
    throw mismatch(token, expected)
  }

  /** As `sync`, before a further round of a loop, where a token that fits nowhere counts as superfluous. */
  syncLoop(expected: ReadonlySet<TokenType>): void {
    const token = this.peek()
    if (this.recovering || expected.has(token.type)) return
    throw new SyntaxFailure(token, superfluous(token, expected))
  }

  /** Reports a failure and skips to a token of `resume`. */
  recover(failure: SyntaxFailure, resume: (type: TokenType) => boolean): void {
    this.note(failure.token, failure.message)
    this.recovering = true
    // Failing twice at one place would go on for ever.
    if (this.lastFailure === this.position && !this.is('<EOF>')) this.position++
    this.lastFailure = this.position
    while (!this.is('<EOF>') && !resume(this.peek().type)) this.position++
  }

  /** Fails because the tokens from here up to the one at `ahead` begin nothing known. */
  noViableAlternative(ahead: number): never {
    const offending = this.peek(ahead)
    const read = Array.from({ length: ahead + 1 }, (_, index) => this.peek(index)).filter(
      ({ type }) => type !== '<EOF>',
    )
    const text = read.map((token) => token.text).join('')
    const reserved = /^.(true|false|null)$/s.exec(text)?.[1]
    throw new SyntaxFailure(
      offending,
      reserved === undefined
        ? `no viable alternative at input ${quoteInput(text)}`
        : `mismatched input '${reserved}' expecting IDENTIFIER`,
    )
  }

  private dropSuperfluous(expected: ReadonlySet<TokenType>): boolean {
    if (!expected.has(this.peek(1).type) || this.is('<EOF>')) return false
    this.note(this.peek(), superfluous(this.peek(), expected))
    this.position++
    this.recovering = false
    return true
  }

  private note(token: Token, message: string): void {
    if (!this.recovering) this.report({ offset: token.offset, message: `Syntax error: ${message}` })
  }
}

const superfluous = (token: Token, expected: ReadonlySet<TokenType>) =>
  `extraneous input ${quoteInput(token.text)} expecting ${describeTokens(expected)}`

const mismatch = (token: Token, expected: ReadonlySet<TokenType>) =>
  new SyntaxFailure(token, `mismatched input ${quoteInput(token.text)} expecting ${describeTokens(expected)}`)
