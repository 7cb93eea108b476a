import { SearchError } from './search-error.ts'

/** A piece of a search. `value` is what it means: of a string, what is between the quotes. */
export interface Token {
  readonly type: 'word' | 'string' | 'number' | 'symbol' | 'end'
  readonly value: string
  readonly offset: number
}

/** Words may hold what keys of maps hold, such as `labels.example.com/a-b`. */
const TOKEN =
  /\s*(?:(?<word>[A-Za-z_][\w.\-/]*)|(?<number>-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.])|'(?<string>(?:[^']|'')*)'|(?<symbol><=|>=|!=|<>|~=|~!|[=<>(),]))/y

/** Splits a search into its pieces, the last of which is the end. */
export function tokenize(text: string): Token[] {
  const nul = text.indexOf('\0')
  if (nul !== -1) throw new SearchError(`there is a NUL character at offset ${nul}`, nul)
  const tokens: Token[] = []
  let position = 0
  while (text.slice(position).trim() !== '') {
    TOKEN.lastIndex = position
    const match = TOKEN.exec(text)
    if (!match) throw unreadable(text, position)
    position = TOKEN.lastIndex
    tokens.push(tokenOf(match))
  }
  tokens.push({ type: 'end', value: '', offset: text.length })
  return tokens
}

function tokenOf(match: RegExpExecArray): Token {
  const { word, number, string, symbol } = match.groups!
  const offset = match.index + match[0].length - match[0].trimStart().length
  if (word !== undefined) return { type: 'word', value: word, offset }
  if (number !== undefined) return { type: 'number', value: number, offset }
  if (string !== undefined) return { type: 'string', value: string.replaceAll("''", "'"), offset }
  return { type: 'symbol', value: symbol!, offset }
}

function unreadable(text: string, position: number): SearchError {
  const offset = position + text.slice(position).search(/\S/)
  if (text[offset] === "'") return new SearchError(`the string at offset ${offset} has no end`, offset)
  return new SearchError(`unexpected '${text[offset]}' at offset ${offset}`, offset)
}
