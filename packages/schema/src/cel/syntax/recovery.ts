import type { Expr } from './ast.ts'
import { OPERATORS, SUFFIXES, tokens } from './grammar.ts'
import { RecursionExceeded, SyntaxFailure, type TokenStream } from './token-stream.ts'
import type { TokenType } from './tokens.ts'

const MAX_DEPTH = 250

/** Lets the rules of a grammar go on after damage inside them, and keeps them from nesting too deeply. */
export class Recovery {
  private readonly stream: TokenStream
  /** What the brackets and conditionals around the current rule wait for. */
  private readonly awaited: ReadonlySet<TokenType>[] = []
  private depth = 0

  constructor(stream: TokenStream) {
    this.stream = stream
  }

  /** Runs a rule at whose end one of the tokens is awaited. */
  within<T>(awaited: ReadonlySet<TokenType>, rule: () => T): T {
    this.awaited.push(awaited)
    try {
      return rule()
    } finally {
      this.awaited.pop()
    }
  }

  /** Runs a rule that survives syntax errors inside it, of which something is made in any case. */
  survive(rule: () => Expr): Expr {
    const { offset } = this.stream.peek()
    return this.attempt(rule) ?? { kind: 'literal', at: offset, value: null }
  }

  /** Runs a rule. When it fails, the error is reported and parsing goes on after the damage. */
  attempt<T>(rule: () => T): T | undefined {
    const { depth } = this
    try {
      return rule()
    } catch (error) {
      if (!(error instanceof SyntaxFailure)) throw error
      this.depth = depth
      this.stream.recover(error, (type) => this.canResume(type))
      return undefined
    }
  }

  /** Runs a rule one level deeper. `deepen` inside it goes deeper still, until the rule ends. */
  nest(rule: () => Expr): Expr {
    const { depth } = this
    const expr = rule()
    this.depth = depth
    return expr
  }

  deepen(): void {
    if (++this.depth > MAX_DEPTH) throw new RecursionExceeded()
  }

  /** What may come after a closing bracket. */
  mayFollow(): ReadonlySet<TokenType> {
    return tokens('<EOF>', ...OPERATORS, ...SUFFIXES, ...this.awaited.flatMap((set) => [...set]))
  }

  /** Whether a rule around the damage can go on with a token. Inside brackets, what the brackets hold may be selected from. */
  private canResume(type: TokenType): boolean {
    if (OPERATORS.has(type) || this.awaited.some((set) => set.has(type))) return true
    return this.awaited.length > 0 && SUFFIXES.has(type)
  }
}
