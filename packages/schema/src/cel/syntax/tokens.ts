/** Every token type with the name error messages give it, in the order in which messages list them. */
const TOKEN_NAMES = {
  '<EOF>': '<EOF>',
  '==': "'=='",
  '!=': "'!='",
  in: "'in'",
  '<': "'<'",
  '<=': "'<='",
  '>=': "'>='",
  '>': "'>'",
  '&&': "'&&'",
  '||': "'||'",
  '[': "'['",
  ']': "']'",
  '{': "'{'",
  '}': "'}'",
  '(': "'('",
  ')': "')'",
  '.': "'.'",
  ',': "','",
  '-': "'-'",
  '!': "'!'",
  '?': "'?'",
  ':': "':'",
  '+': "'+'",
  '*': "'*'",
  '/': "'/'",
  '%': "'%'",
  true: "'true'",
  false: "'false'",
  null: "'null'",
  NUM_FLOAT: 'NUM_FLOAT',
  NUM_INT: 'NUM_INT',
  NUM_UINT: 'NUM_UINT',
  STRING: 'STRING',
  BYTES: 'BYTES',
  IDENTIFIER: 'IDENTIFIER',
  ESC_IDENTIFIER: 'ESC_IDENTIFIER',
} as const

/** The type of a token. */
export type TokenType = keyof typeof TOKEN_NAMES

/** A piece of source: what it is, how it is written, and where. */
export interface Token {
  type: TokenType
  text: string
  offset: number
}

const ORDER = Object.keys(TOKEN_NAMES) as TokenType[]

/** A set of tokens as error messages print it: one by itself, several in braces. */
export function describeTokens(expected: ReadonlySet<TokenType>): string {
  const names = ORDER.filter((type) => expected.has(type)).map((type) => TOKEN_NAMES[type])
  return names.length === 1 ? names[0]! : `{${names.join(', ')}}`
}

/** The text of a token or of unreadable input, as error messages quote it. */
export const quoteInput = (text: string) =>
  `'${text.replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`
