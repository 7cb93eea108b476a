import type { Issue } from './source.ts'
import { quoteInput, type Token, type TokenType } from './tokens.ts'

const HEX = '[0-9a-fA-F]'
const ESCAPE = `\\\\(?:[abfnrtv"'\\\\?\`]|[0-3][0-7][0-7]|[xX]${HEX}{2}|u${HEX}{4}|U${HEX}{8})`
const COOKED = [
  `"""(?:${ESCAPE}|[^\\\\])*?"""`,
  `'''(?:${ESCAPE}|[^\\\\])*?'''`,
  `"(?:${ESCAPE}|[^\\\\"\\n\\r])*"`,
  `'(?:${ESCAPE}|[^\\\\'\\n\\r])*'`,
]
const RAW = [`"""[^]*?"""`, `'''[^]*?'''`, `"[^"\\n\\r]*"`, `'[^'\\n\\r]*'`]
const STRING = `(?:${COOKED.join('|')}|[rR](?:${RAW.join('|')}))`
const FLOAT = '(?:\\d+\\.\\d+(?:[eE][+-]?\\d+)?|\\d+[eE][+-]?\\d+|\\.\\d+(?:[eE][+-]?\\d+)?)'
const INT = `(?:0x${HEX}+|\\d+)`

const sticky = (pattern: string) => new RegExp(pattern, 'uy')

const IGNORED = sticky('[\\t \\r\\n\\f]+|//[^\\n]*')
/** In order of preference: the first that matches is also the longest, save for words, which KEYWORDS tells apart. */
const PATTERNS: readonly (readonly [TokenType, RegExp])[] = [
  ['BYTES', sticky(`[bB]${STRING}`)],
  ['STRING', sticky(STRING)],
  ['IDENTIFIER', sticky('[A-Za-z_][A-Za-z0-9_]*')],
  ['ESC_IDENTIFIER', sticky('`[A-Za-z0-9_./ -]+`')],
  ['NUM_FLOAT', sticky(FLOAT)],
  ['NUM_UINT', sticky(`${INT}[uU]`)],
  ['NUM_INT', sticky(INT)],
]
const OPERATOR = sticky('==|!=|<=|>=|&&|\\|\\||[<>[\\]{}().,\\-!?:+*/%]')
const KEYWORDS: ReadonlySet<string> = new Set(['in', 'true', 'false', 'null'])

/** Splits an expression into tokens, ending with `<EOF>`. What is no token is reported and skipped. */
export function tokenize(source: string, report: (issue: Issue) => void): Token[] {
  const tokens: Token[] = []
  let offset = 0
  while (offset < source.length) {
    const skipped = matchAt(IGNORED, source, offset)
    if (skipped !== undefined) {
      offset += skipped.length
      continue
    }
    const token = readToken(source, offset)
    if (token) {
      tokens.push(token)
      offset += token.text.length
      continue
    }
    const unreadable = readUnreadable(source, offset)
    report({ offset, message: `Syntax error: token recognition error at: ${quoteInput(unreadable)}` })
    offset += unreadable.length
  }
  tokens.push({ type: '<EOF>', text: '<EOF>', offset: source.length })
  return tokens
}

function readToken(source: string, offset: number): Token | undefined {
  for (const [type, pattern] of PATTERNS) {
    const text = matchAt(pattern, source, offset)
    if (text === undefined) continue
    return { type: KEYWORDS.has(text) ? (text as TokenType) : type, text, offset }
  }
  const operator = matchAt(OPERATOR, source, offset)
  // The pattern lists exactly the operators among the token types.
  return operator === undefined ? undefined : { type: operator as TokenType, text: operator, offset }
}

function matchAt(pattern: RegExp, source: string, offset: number): string | undefined {
  pattern.lastIndex = offset
  return pattern.exec(source)?.[0]
}

/** What a scanner has read when it gives up: an unfinished string or name, or one character and the one after `=|&`. */
function readUnreadable(source: string, offset: number): string {
  const unfinished = /^(?:[rR]?(?:"[^"\n\r]*|'[^'\n\r]*)|`[A-Za-z0-9_./ -]*.?|[=|&].?)/su.exec(source.slice(offset))
  return unfinished?.[0] || String.fromCodePoint(source.codePointAt(offset)!)
}
