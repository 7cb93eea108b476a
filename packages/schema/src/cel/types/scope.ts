import { NAMED_TYPES } from '../library/index.ts'
import type { Expr } from '../syntax/ast.ts'
import { type CelType, typeOfType } from './type.ts'

/** What an expression may refer to. Names may have dots, such as `authorizer.requestResource`. */
export type Variables = Readonly<Record<string, CelType>>

/** What a name stands for. */
export type Reference = { variable: string; isLocal: boolean } | { type: CelType }

/** The names that can be used at a place: variables of macros, global variables, and names of types. */
export class Scope {
  private readonly variables: Variables
  private readonly locals: (readonly [string, CelType])[] = []

  constructor(variables: Variables) {
    this.variables = variables
  }

  /** Declares the variable of a macro, which hides others of its name. */
  push(name: string, type: CelType): void {
    this.locals.push([name, type])
  }

  /** Takes back the last declarations. */
  pop(count: number): void {
    this.locals.length -= count
  }

  /** What a name stands for and its type: local before global. A leading dot skips the locals. */
  resolve(name: string): { type: CelType; reference: Reference } | undefined {
    const global = name.startsWith('.') ? name.slice(1) : name
    const local = global === name ? this.locals.findLast(([each]) => each === name) : undefined
    if (local) return { type: local[1], reference: { variable: name, isLocal: true } }
    const variable = Object.hasOwn(this.variables, global) ? this.variables[global] : undefined
    if (variable) return { type: variable, reference: { variable: global, isLocal: false } }
    const type = NAMED_TYPES.get(global)
    return type && { type: typeOfType(type), reference: { type } }
  }

  /** `a.b.c` when it may be one name, as it cannot be when `a` is a local variable. */
  qualifiedName(expr: Expr): string | undefined {
    const name = dottedName(expr)
    const first = name?.split('.')[0]
    return this.locals.some(([each]) => each === first) ? undefined : name
  }
}

/** `a.b.c` as it is written; undefined for any other expression. */
export function dottedName(expr: Expr): string | undefined {
  if (expr.kind === 'ident') return expr.name
  if (expr.kind !== 'select' || expr.testOnly) return undefined
  const prefix = dottedName(expr.operand)
  return prefix === undefined ? undefined : `${prefix}.${expr.field}`
}
