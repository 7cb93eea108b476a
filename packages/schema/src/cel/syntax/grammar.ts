import type { TokenType } from './tokens.ts'

/** A set of tokens. */
export const tokens = (...types: TokenType[]): ReadonlySet<TokenType> => new Set(types)

/** Operators that compare. */
export const RELATIONS = tokens('<', '<=', '>=', '>', '==', '!=', 'in')
/** Operators that bind tighter than comparisons. */
export const SUMS = tokens('+', '-')
/** Operators that bind tightest. */
export const PRODUCTS = tokens('*', '/', '%')
/** All operators between expressions. */
export const OPERATORS = tokens(...RELATIONS, ...SUMS, ...PRODUCTS, '&&', '||', '?')
/** What may come directly after an operand. */
export const SUFFIXES = tokens('.', '[')
/** What an operand begins with. */
export const OPERAND_START = tokens(
  ...(['[', '{', '(', '.', '-', '!', 'true', 'false', 'null'] as const),
  ...(['NUM_FLOAT', 'NUM_INT', 'NUM_UINT', 'STRING', 'BYTES', 'IDENTIFIER'] as const),
)
/** Where `?` may come before an expression. */
export const OPTIONAL_START = tokens(...OPERAND_START, '?')
/** What may come after the opening parenthesis of a call. */
export const ARGUMENTS_START = tokens(...OPERAND_START, ')')
/** What may come after the opening bracket of a list. */
export const LIST_START = tokens(...OPERAND_START, '?', ',', ']')
/** What may come after the opening brace of a map. */
export const MAP_START = tokens(...OPERAND_START, '?', ',', '}')
/** What may come after the opening brace of a structure. */
export const FIELD_START = tokens('}', ',', '?', 'IDENTIFIER', 'ESC_IDENTIFIER')
/** Names of fields. */
export const NAMES = tokens('IDENTIFIER', 'ESC_IDENTIFIER')
