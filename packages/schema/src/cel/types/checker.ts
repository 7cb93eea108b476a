import type { Overload } from '../library/declare.ts'
import { FUNCTIONS } from '../library/index.ts'
import type { Call, Comprehension, Expr, Ident, ListExpr, MapExpr, Select } from '../syntax/ast.ts'
import type { Issue } from '../syntax/source.ts'
import { typeOf } from '../values/value.ts'
import { resolveOverloads } from './overloads.ts'
import { dottedName, type Reference, Scope, type Variables } from './scope.ts'
import {
  type CelType,
  formatType,
  isDyn,
  isDynOrError,
  isOptional,
  listOf,
  mapOf,
  optionalOf,
  param,
  TYPES,
} from './type.ts'
import { type Bindings, mostGeneral, rename, substitute, unify } from './unify.ts'

/** What the checker finds out about each node of an expression. */
export interface Checked {
  expr: Expr
  typeOf(expr: Expr): CelType
  /** The signatures a call may have at run time; one if the types of its arguments are known. */
  overloadsOf(call: Call): readonly Overload[]
  /** What an identifier, or a selection that spells out a dotted name, refers to. */
  referenceOf(expr: Expr): Reference | undefined
  /** The function a call calls, which for `a.b.f()` may be named `a.b.f`. */
  functionOf(call: Call): { name: string; target: Expr | undefined }
  /** Names of the variables that are used. */
  references: ReadonlySet<string>
}

/** Functions by name, each with its signatures. */
export type Functions = ReadonlyMap<string, readonly Overload[]>

/** Checks the types of an expression. All issues are reported; the result is only good when there are none. */
export function check(
  expr: Expr,
  variables: Variables,
  report: (issue: Issue) => void,
  functions: Functions = FUNCTIONS,
): Checked {
  const checker = new Checker(variables, report, functions)
  checker.check(expr)
  return {
    expr,
    typeOf: (node) => checker.finalType(node),
    overloadsOf: (call) => checker.overloads.get(call) ?? [],
    referenceOf: (node) => checker.referenced.get(node),
    functionOf: (call) => checker.functions.get(call) ?? { name: call.function, target: call.target },
    references: checker.used,
  }
}

class Checker {
  readonly overloads = new Map<Call, readonly Overload[]>()
  readonly referenced = new Map<Expr, Reference>()
  readonly functions = new Map<Call, { name: string; target: Expr | undefined }>()
  readonly used = new Set<string>()
  private readonly scope: Scope
  private readonly report: (issue: Issue) => void
  private readonly known: Functions
  private readonly types = new Map<Expr, CelType>()
  private bindings: Bindings = new Map()
  private fresh = 0

  constructor(variables: Variables, report: (issue: Issue) => void, known: Functions) {
    this.scope = new Scope(variables)
    this.report = report
    this.known = known
  }

  finalType(expr: Expr): CelType {
    return substitute(this.bindings, this.types.get(expr) ?? TYPES.error, true)
  }

  check(expr: Expr): CelType {
    const type = this.infer(expr)
    this.types.set(expr, type)
    return type
  }

  private infer(expr: Expr): CelType {
    switch (expr.kind) {
      case 'literal':
        return typeOf(expr.value)
      case 'ident':
        return this.ident(expr)
      case 'select':
        return this.select(expr)
      case 'call':
        return this.call(expr)
      case 'list':
        return this.list(expr)
      case 'map':
        return this.map(expr)
      case 'comprehension':
        return this.comprehension(expr)
      case 'struct':
        return this.undeclared(expr.at, expr.typeName)
    }
  }

  private ident(expr: Ident): CelType {
    return this.resolve(expr, expr.name) ?? this.undeclared(expr.at, expr.name)
  }

  private resolve(expr: Expr, name: string): CelType | undefined {
    const resolved = this.scope.resolve(name)
    if (!resolved) return undefined
    const { reference, type } = resolved
    this.referenced.set(expr, reference)
    if ('variable' in reference && !reference.isLocal) this.used.add(reference.variable)
    return type
  }

  private select(expr: Select): CelType {
    const name = expr.testOnly ? undefined : this.scope.qualifiedName(expr)
    const qualified = name === undefined ? undefined : this.resolve(expr, name)
    if (qualified) return qualified
    const field = this.field(expr, expr.operand, expr.field, false)
    return expr.testOnly ? TYPES.bool : field
  }

  private field(expr: Expr, operand: Expr, name: string, optional: boolean): CelType {
    const type = substitute(this.bindings, this.check(operand), false)
    const target = isOptional(type) ? type.params[0]! : type
    const field = this.fieldOf(expr, target, name)
    return optional || isOptional(type) ? optionalOf(field) : field
  }

  private fieldOf({ at }: Expr, target: CelType, name: string): CelType {
    if (target.kind === 'map') return target.params[1]!
    if (target.kind === 'object') {
      const type = target.field?.(name)
      return type ?? this.problem(at, `undefined field '${name}'`)
    }
    if (target.kind === 'param') this.assign(TYPES.dyn, target)
    else if (!isDynOrError(target)) {
      this.problem(at, `type '${formatType(target)}' does not support field selection`)
    }
    return TYPES.dyn
  }

  private call(expr: Call): CelType {
    if (expr.function === '_?._') return this.optionalSelect(expr)
    for (const arg of expr.args) this.check(arg)
    if (!expr.target) return this.apply(expr, expr.function.replace(/^\./, ''), undefined)
    const prefix = dottedName(expr.target)
    const qualified = prefix === undefined ? undefined : `${prefix}.${expr.function}`
    if (qualified !== undefined && this.known.has(qualified)) return this.apply(expr, qualified, undefined)
    this.check(expr.target)
    return this.apply(expr, expr.function, expr.target)
  }

  private optionalSelect(expr: Call): CelType {
    const [operand, field] = expr.args
    const name = field?.kind === 'literal' && typeof field.value === 'string' ? field.value : ''
    this.types.set(field!, TYPES.string)
    this.overloads.set(expr, FUNCTIONS.get('_?._')!)
    return this.field(expr, operand!, name, true)
  }

  private apply(expr: Call, name: string, target: Expr | undefined): CelType {
    const overloads = this.known.get(name)
    if (!overloads) return this.undeclared(expr.at, name)
    this.functions.set(expr, { name, target })
    if (name === '_&&_' || name === '_||_') return this.logical(expr, overloads)
    const operands = target ? [target, ...expr.args] : expr.args
    const resolution = resolveOverloads({
      overloads,
      isMember: target !== undefined,
      args: operands.map((each) => this.types.get(each)!),
      bindings: this.bindings,
      instantiate: (types) => this.instantiate(types),
    })
    if (typeof resolution === 'string') {
      return this.problem(expr.at, `found no matching overload for '${name}' applied to '${resolution}'`)
    }
    this.bindings = resolution.bindings
    this.overloads.set(expr, resolution.overloads)
    return resolution.result
  }

  private logical(expr: Call, overloads: readonly Overload[]): CelType {
    let valid = true
    for (const arg of expr.args) {
      const type = this.types.get(arg)!
      if (this.assign(type, TYPES.bool)) continue
      valid = false
      this.problem(arg.at, `expected type 'bool' but found '${formatType(type)}'`)
    }
    this.overloads.set(expr, overloads)
    return valid ? TYPES.bool : TYPES.error
  }

  private list(expr: ListExpr): CelType {
    let joined: CelType | undefined
    for (const [index, element] of expr.elements.entries()) {
      joined = this.join(joined, this.element(element, expr.optional.has(index)))
    }
    return listOf(joined ?? this.variable())
  }

  private map(expr: MapExpr): CelType {
    let keys: CelType | undefined
    let values: CelType | undefined
    for (const { key, value, optional } of expr.entries) {
      keys = this.join(keys, this.check(key))
      values = this.join(values, this.element(value, optional))
    }
    return mapOf(keys ?? this.variable(), values ?? this.variable())
  }

  /** The type of an element, which for `?x` must be what the optional holds. */
  private element(expr: Expr, optional: boolean): CelType {
    const type = this.check(expr)
    if (!optional) return type
    const known = substitute(this.bindings, type, false)
    if (isOptional(known)) return known.params[0]!
    if (!isDyn(known)) {
      this.problem(expr.at, `expected type '${formatType(optionalOf(known))}' but found '${formatType(known)}'`)
    }
    return known
  }

  private join(previous: CelType | undefined, current: CelType): CelType {
    if (!previous) return current
    return this.assign(previous, current) ? mostGeneral(previous, current) : TYPES.dyn
  }

  private comprehension(expr: Comprehension): CelType {
    const range = substitute(this.bindings, this.check(expr.range), false)
    const accumulator = this.check(expr.initial)
    const [first, second] = this.iterated(expr, range)
    this.scope.push(expr.accumulator, accumulator)
    this.scope.push(expr.variable, first)
    if (expr.secondVariable !== undefined) this.scope.push(expr.secondVariable, second)
    this.expect(expr.condition, TYPES.bool)
    this.expect(expr.step, accumulator)
    this.scope.pop(expr.secondVariable === undefined ? 1 : 2)
    const result = this.check(expr.result)
    this.scope.pop(1)
    return substitute(this.bindings, result, false)
  }

  /** The types of the variables: element, or key; and with two of them index and element, or key and value. */
  private iterated(expr: Comprehension, range: CelType): readonly [CelType, CelType] {
    if (range.kind === 'list') {
      const element = range.params[0]!
      return [expr.secondVariable === undefined ? element : TYPES.int, element]
    }
    if (range.kind === 'map') return [range.params[0]!, range.params[1]!]
    if (isDynOrError(range) || range.kind === 'param') {
      this.assign(TYPES.dyn, range)
      return [TYPES.dyn, TYPES.dyn]
    }
    const rule = 'cannot be range of a comprehension (must be list, map, or dynamic)'
    this.problem(expr.range.at, `expression of type '${formatType(range)}' ${rule}`)
    return [TYPES.error, TYPES.error]
  }

  private expect(expr: Expr, expected: CelType): void {
    const type = this.check(expr)
    if (this.assign(expected, type)) return
    this.problem(expr.at, `expected type '${formatType(expected)}' but found '${formatType(type)}'`)
  }

  private assign(to: CelType, from: CelType): boolean {
    const bindings = unify(this.bindings, to, from)
    if (bindings) this.bindings = bindings
    return bindings !== undefined
  }

  private variable(): CelType {
    return param(`_var${this.fresh++}`)
  }

  /** Gives the variables of a signature new names. */
  private instantiate(types: readonly CelType[]): readonly CelType[] {
    const names = new Map<string, CelType>()
    const collect = (type: CelType): void => {
      if (type.kind === 'param' && !names.has(type.name)) names.set(type.name, this.variable())
      type.params.forEach(collect)
    }
    types.forEach(collect)
    return names.size === 0 ? types : types.map((type) => rename(type, names))
  }

  private undeclared(at: number, name: string): CelType {
    return this.problem(at, `undeclared reference to '${name}' (in container '')`)
  }

  private problem(at: number, message: string): CelType {
    this.report({ offset: at, message })
    return TYPES.error
  }
}
