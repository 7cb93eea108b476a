import type { TokenType } from './tokens.ts'

/** Sets of tokens that begin, separate or follow the rules of the grammar. */
export const tokens = (...types: TokenType[]): ReadonlySet<TokenType> => new Set(types)

export const RELATIONS = tokens('<', '<=', '>=', '>', '==', '!=', 'in')
export const SUMS = tokens('+', '-')
export const PRODUCTS = tokens('*', '/', '%')
export const OPERATORS = tokens(...RELATIONS, ...SUMS, ...PRODUCTS, '&&', '||', '?')
export const SUFFIXES = tokens('.', '[')
export const OPERAND_START = tokens(
  ...(['[', '{', '(', '.', '-', '!', 'true', 'false', 'null'] as const),
  ...(['NUM_FLOAT', 'NUM_INT', 'NUM_UINT', 'STRING', 'BYTES', 'IDENTIFIER'] as const),
)
/** Where `?` may come before an expression. */
export const OPTIONAL_START = tokens(...OPERAND_START, '?')
export const ARGUMENTS_START = tokens(...OPERAND_START, ')')
export const LIST_START = tokens(...OPERAND_START, '?', ',', ']')
export const MAP_START = tokens(...OPERAND_START, '?', ',', '}')
export const FIELD_START = tokens('}', ',', '?', 'IDENTIFIER', 'ESC_IDENTIFIER')
export const NAMES = tokens('IDENTIFIER', 'ESC_IDENTIFIER')
