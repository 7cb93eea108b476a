/** A piece of a label selector's text; the last one of every text is `end`. */
export interface Token {
  readonly type: 'identifier' | 'end' | 'error' | Sign | 'in' | 'notin'
  readonly text: string
}

type Sign = '(' | ')' | ',' | '!' | '=' | '==' | '!=' | '>' | '<'

const SIGNS: ReadonlySet<string> = new Set(['(', ')', ',', '!', '=', '==', '!=', '>', '<'])
const PIECE = /[ \t\r\n]+|[=!(),><]+|[^ \t\r\n=!(),><]+/g

/** Splits a selector into tokens. Of signs in a row the longest known one is taken. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  for (const [piece] of text.matchAll(PIECE)) {
    if (/^[=!(),><]/.test(piece)) tokens.push(...splitSigns(piece))
    else if (!/^\s/.test(piece)) tokens.push(word(piece))
  }
  tokens.push({ type: 'end', text: '' })
  return tokens
}

const word = (text: string): Token => ({ type: text === 'in' || text === 'notin' ? text : 'identifier', text })

function splitSigns(signs: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < signs.length; ) {
    const length = SIGNS.has(signs.slice(at, at + 2)) ? 2 : 1
    const text = signs.slice(at, at + length)
    // Every single sign is known, and the pairs are checked above.
    tokens.push({ type: text as Sign, text })
    at += length
  }
  return tokens
}
