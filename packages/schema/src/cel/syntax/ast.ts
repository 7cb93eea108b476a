import type { Value } from '../values/value.ts'

/** A node of a parsed expression. `at` is the offset in the source that errors about the node point to. */
export type Expr = Literal | Ident | Select | Call | ListExpr | MapExpr | StructExpr | Comprehension

/** A constant. */
export interface Literal {
  kind: 'literal'
  at: number
  value: Value
}
/** A name. */
export interface Ident {
  kind: 'ident'
  at: number
  name: string
}
/** `operand.field`, or `has(operand.field)` when it only tests for presence. */
export interface Select {
  kind: 'select'
  at: number
  operand: Expr
  field: string
  testOnly: boolean
}
/** A function, method or operator. Operators have names such as `_+_`; `_&&_` and `_||_` take any number of terms. */
export interface Call {
  kind: 'call'
  at: number
  function: string
  target: Expr | undefined
  args: Expr[]
}
/** `[a, ?b]` */
export interface ListExpr {
  kind: 'list'
  at: number
  elements: Expr[]
  /** Indexes of the elements written `?x`. */
  optional: ReadonlySet<number>
}
/** `key: value` in a map. */
export interface Entry {
  at: number
  key: Expr
  value: Expr
  optional: boolean
}
/** `{a: b, ?c: d}` */
export interface MapExpr {
  kind: 'map'
  at: number
  entries: Entry[]
}
/** `Type{field: value}` */
export interface StructExpr {
  kind: 'struct'
  at: number
  typeName: string
  fields: { at: number; name: string; value: Expr; optional: boolean }[]
}
/** A fold: what every macro over a list or map becomes. */
export interface Comprehension {
  kind: 'comprehension'
  at: number
  range: Expr
  variable: string
  /** Set by macros with two variables: index and element, or key and value. */
  secondVariable: string | undefined
  accumulator: string
  initial: Expr
  condition: Expr
  step: Expr
  result: Expr
}

/** The hidden variable that comprehensions accumulate in; no source can name it. */
export const ACCUMULATOR = '@result'
