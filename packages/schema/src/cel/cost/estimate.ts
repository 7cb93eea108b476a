import { sizeOf } from '../library/conversions.ts'
import type { Call, Comprehension, Expr, ListExpr, MapExpr, Select } from '../syntax/ast.ts'
import { ACCUMULATOR } from '../syntax/ast.ts'
import type { Checked } from '../types/checker.ts'
import { type CelType, isOptional } from '../types/type.ts'
import { type Estimate, estimateCall, type Operand } from './call-estimates.ts'
import { add, exactly, multiply, NOTHING, type Range, UNKNOWN, union } from './range.ts'
import { LIST_COST } from './runtime.ts'

/** Tells the size of what a path into the variables leads to; undefined when it does not know. */
export type SizeEstimator = (path: readonly string[]) => Range | undefined

/** The least and the most that an evaluation may cost. */
export function estimateCost(checked: Checked, sizeAt: SizeEstimator): Range {
  return new Estimator(checked, sizeAt).cost(checked.expr)
}

/** The sizes of what a list or map holds. */
interface EntrySize {
  container: 'list' | 'map'
  key: Range
  value: Range
}

interface LocalVariable {
  path: readonly string[]
  size: Range | undefined
  entries: EntrySize | undefined
}

const NO_PATH: readonly string[] = []
const FREE = exactly(0)
const ONE = exactly(1)
const MAP_COST = 30
const SCALARS: ReadonlySet<string> = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint'])

class Estimator {
  private readonly checked: Checked
  private readonly sizeAt: SizeEstimator
  private readonly paths = new Map<Expr, readonly string[]>()
  private readonly sizes = new Map<Expr, Range>()
  private readonly entries = new Map<Expr, EntrySize>()
  private readonly locals: (readonly [string, LocalVariable])[] = []

  constructor(checked: Checked, sizeAt: SizeEstimator) {
    this.checked = checked
    this.sizeAt = sizeAt
  }

  cost(expr: Expr): Range {
    switch (expr.kind) {
      case 'literal':
        return FREE
      case 'ident':
        return this.ident(expr, expr.name)
      case 'select':
        return this.select(expr)
      case 'call':
        return this.call(expr)
      case 'list':
        return this.list(expr)
      case 'map':
        return this.map(expr)
      case 'comprehension':
        return this.isBinding(expr) ? this.binding(expr) : this.comprehension(expr)
      case 'struct':
        return FREE
    }
  }

  private ident(expr: Expr, name: string): Range {
    this.paths.set(expr, this.local(name)?.path ?? [name])
    return ONE
  }

  private select(expr: Select): Range {
    const reference = this.checked.referenceOf(expr)
    if (reference) return this.ident(expr, 'type' in reference ? reference.type.name : reference.variable)
    const operand = this.cost(expr.operand)
    if (expr.testOnly) return operand
    this.paths.set(expr, [...this.pathOf(expr.operand), expr.field])
    const { kind } = this.checked.typeOf(expr.operand)
    return kind === 'map' || kind === 'object' ? add(operand, ONE) : operand
  }

  private call(expr: Call): Range {
    const { name, target } = this.checked.functionOf(expr)
    if (name === 'dyn') return this.dynamic(expr, expr.args[0]!)
    const costs = expr.args.map((arg) => this.cost(arg))
    const targetCost = target ? this.cost(target) : FREE
    const operands = expr.args.map((arg) => this.operand(arg))
    const subject = target && this.operand(target)
    let cost = NOTHING
    let size: Range | undefined
    for (const { id } of this.checked.overloadsOf(expr)) {
      const estimate =
        this.estimateWithOperands(expr, id, costs) ??
        withArguments(estimateCall({ name, overload: id, target: subject, args: operands }), costs)
      cost = union(cost, estimate.cost)
      if (estimate.size) size = size ? union(size, estimate.size) : estimate.size
      size = this.indexed(expr, id, size) ?? this.sizeOf(expr)
    }
    if (size) this.sizes.set(expr, size)
    return add(targetCost, cost)
  }

  /** What an index leads to has the size of the elements, and a path of its own. */
  private indexed(expr: Call, id: string, size: Range | undefined): Range | undefined {
    if (id !== 'index_list' && id !== 'index_map') return size
    const container = expr.args[0]!
    this.paths.set(expr, [...this.pathOf(container), id === 'index_list' ? '@items' : '@values'])
    return this.entriesOf(container)?.value
  }

  /** Operators that do not evaluate all of their operands, or whose elements are those of their operands. */
  private estimateWithOperands(expr: Call, id: string, costs: readonly Range[]): Estimate | undefined {
    if (id === 'logical_and' || id === 'logical_or') return { cost: { min: costs[0]!.min, max: add(...costs).max } }
    if (id === 'conditional') {
      const [condition, whenTrue, whenFalse] = costs
      this.uniteEntries(expr, expr.args[1]!, expr.args[2]!)
      return {
        cost: add(condition!, union(whenTrue!, whenFalse!)),
        size: union(this.sizeOrUnknown(expr.args[1]!), this.sizeOrUnknown(expr.args[2]!)),
      }
    }
    if (id === 'add_list' || id === 'add_string' || id === 'add_bytes') {
      this.uniteEntries(expr, expr.args[0]!, expr.args[1]!)
    }
    return undefined
  }

  private uniteEntries(expr: Expr, a: Expr, b: Expr): void {
    const [first, second] = [this.entriesOf(a), this.entriesOf(b)]
    if (!first || !second) return
    this.entries.set(expr, {
      container: first.container,
      key: union(first.key, second.key),
      value: union(first.value, second.value),
    })
  }

  private dynamic(expr: Call, arg: Expr): Range {
    const cost = this.cost(arg)
    this.copySizes(expr, arg)
    return add(ONE, cost)
  }

  private copySizes(to: Expr, from: Expr): void {
    const size = this.sizeOf(from)
    if (size) this.sizes.set(to, size)
    const entries = this.entriesOf(from)
    if (entries) this.entries.set(to, entries)
  }

  private list(expr: ListExpr): Range {
    const costs = expr.elements.map((each) => this.cost(each))
    const value = expr.elements.map((each) => this.sizeOrUnknown(each)).reduce(union, this.emptySize(costs))
    this.entries.set(expr, { container: 'list', key: ONE, value })
    return add(...costs, exactly(LIST_COST))
  }

  private map(expr: MapExpr): Range {
    const costs = expr.entries.flatMap(({ key, value }) => [this.cost(key), this.cost(value)])
    const empty = this.emptySize(costs)
    const key = expr.entries.map((each) => this.sizeOrUnknown(each.key)).reduce(union, empty)
    const value = expr.entries.map((each) => this.sizeOrUnknown(each.value)).reduce(union, empty)
    this.entries.set(expr, { container: 'map', key, value })
    return add(...costs, exactly(MAP_COST))
  }

  private emptySize(costs: readonly Range[]): Range {
    return costs.length === 0 ? FREE : NOTHING
  }

  private comprehension(expr: Comprehension): Range {
    const rangeCost = add(this.cost(expr.range), this.cost(expr.initial))
    this.locals.push([expr.accumulator, this.bound(expr.initial)], ...this.iterated(expr))
    const round = add(this.cost(expr.condition), this.cost(expr.step))
    this.locals.length -= expr.secondVariable === undefined ? 1 : 2
    const result = this.cost(expr.result)
    this.locals.pop()
    const count = this.sizeOrUnknown(expr.range)
    this.sizeOfFold(expr, count)
    return add(rangeCost, result, multiply(count, round))
  }

  private sizeOfFold(expr: Comprehension, count: Range): void {
    if (expr.initial.kind === 'literal') {
      const size = this.sizeOf(expr.initial)
      if (size) this.sizes.set(expr, size)
    } else if (expr.initial.kind === 'list' || expr.initial.kind === 'map') {
      this.sizes.set(expr, count)
      const entries = this.entriesOf(expr.step)
      if (entries) this.entries.set(expr, entries)
    }
  }

  /** The variables that a fold gives to each element. */
  private iterated({ range, variable, secondVariable }: Comprehension): (readonly [string, LocalVariable])[] {
    const entries = this.entriesOf(range)
    const isList = (entries?.container ?? this.checked.typeOf(range).kind) === 'list'
    const path = this.pathOf(range)
    const at = (step: string, size: Range | undefined) => ({ path: [...path, step], size, entries: undefined })
    const key = at(isList ? '@indices' : '@keys', entries?.key)
    const value = at(isList ? '@items' : '@values', entries?.value)
    if (secondVariable === undefined) return [[variable, isList ? value : key]]
    return [
      [variable, key],
      [secondVariable, value],
    ]
  }

  /** A fold over nothing, which only names a value. */
  private isBinding({ range, condition, accumulator }: Comprehension): boolean {
    const isEmpty = range.kind === 'list' && range.elements.length === 0
    return isEmpty && condition.kind === 'literal' && condition.value === false && accumulator !== ACCUMULATOR
  }

  private binding(expr: Comprehension): Range {
    const cost = add(this.cost(expr.range), this.cost(expr.initial))
    this.locals.push([expr.accumulator, this.bound(expr.initial)])
    const result = this.cost(expr.result)
    this.locals.pop()
    this.copySizes(expr, expr.result)
    return add(cost, result)
  }

  private bound(value: Expr): LocalVariable {
    return { path: this.pathOf(value), size: this.sizeOf(value), entries: this.entriesOf(value) }
  }

  private local(name: string): LocalVariable | undefined {
    return this.locals.findLast(([each]) => each === name)?.[1]
  }

  private pathOf(expr: Expr): readonly string[] {
    const local = expr.kind === 'ident' ? this.local(expr.name) : undefined
    return local?.path ?? this.paths.get(expr) ?? NO_PATH
  }

  private operand(expr: Expr): Operand {
    const path = this.pathOf(expr)
    const known = path[0] === ACCUMULATOR ? NO_PATH : path
    const type = this.checked.typeOf(expr)
    return {
      type,
      size: this.sizeOrUnknown(expr),
      elementSize: (known.length > 0 ? this.sizeAt([...known, '@items']) : undefined) ?? UNKNOWN,
      literal: expr.kind === 'literal' ? expr.value : undefined,
    }
  }

  private sizeOrUnknown(expr: Expr): Range {
    return this.sizeOf(expr) ?? UNKNOWN
  }

  private sizeOf(expr: Expr): Range | undefined {
    const known = this.sizes.get(expr) ?? literalSize(expr)
    if (known) return known
    const path = this.pathOf(expr)
    const estimated = path.length > 0 ? this.sizeAt(path) : undefined
    if (estimated) return estimated
    if (isScalar(this.checked.typeOf(expr))) return ONE
    return expr.kind === 'ident' ? this.local(expr.name)?.size : undefined
  }

  private entriesOf(expr: Expr): EntrySize | undefined {
    return this.entries.get(expr) ?? (expr.kind === 'ident' ? this.local(expr.name)?.entries : undefined)
  }
}

const withArguments = ({ cost, size }: Estimate, args: readonly Range[]): Estimate => {
  const total = add(cost, ...args)
  return size ? { cost: total, size } : { cost: total }
}

function literalSize(expr: Expr): Range | undefined {
  if (expr.kind === 'literal') return exactly(sizeOf(expr.value))
  if (expr.kind === 'list') return exactly(expr.elements.length)
  return expr.kind === 'map' ? exactly(expr.entries.length) : undefined
}

const isScalar = (type: CelType): boolean => SCALARS.has(type.kind) || (isOptional(type) && isScalar(type.params[0]!))
