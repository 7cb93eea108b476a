/** A value in a search, as it was written. */
export interface Literal {
  readonly type: 'string' | 'number' | 'boolean'
  /** Of a boolean `true` or `false`; of a number its digits. */
  readonly text: string
  readonly offset: number
}

/** An attribute in a search, by the name that the user gave. */
export interface AttributeName {
  readonly name: string
  readonly offset: number
}

/** How values are compared; the negations of equality are negated conditions. */
export type Operator = '=' | '<' | '<=' | '>' | '>='

/** Something to be true of one attribute; of an array, of any element. */
export type Test =
  | { readonly kind: 'compare'; readonly operator: Operator; readonly value: Literal }
  | { readonly kind: 'like'; readonly pattern: string; readonly ignoreCase: boolean }
  | { readonly kind: 'matches'; readonly pattern: string; readonly offset: number }
  | { readonly kind: 'in'; readonly values: readonly Literal[] }
  | { readonly kind: 'between'; readonly low: Literal; readonly high: Literal }
  | { readonly kind: 'null' }
  /** What a regular expression has become once it is known which values it matches. */
  | { readonly kind: 'oneOf'; readonly texts: readonly string[] }

/** What a search asks for. */
export type Condition =
  | { readonly kind: 'and' | 'or'; readonly conditions: readonly Condition[] }
  | { readonly kind: 'not'; readonly condition: Condition }
  | { readonly kind: 'test'; readonly attribute: AttributeName; readonly test: Test; readonly negated: boolean }

/** The names of all attributes that a condition is about. */
export function attributesIn(condition: Condition): string[] {
  switch (condition.kind) {
    case 'and':
    case 'or':
      return condition.conditions.flatMap(attributesIn)
    case 'not':
      return attributesIn(condition.condition)
    case 'test':
      return [condition.attribute.name]
  }
}
