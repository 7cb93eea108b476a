import type { Expr } from './ast.ts'
import { tokenize } from './lexer.ts'
import { Parser } from './parser.ts'
import type { Issue } from './source.ts'
import { RecursionExceeded, TokenStream } from './token-stream.ts'

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
