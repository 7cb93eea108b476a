import { type FieldError, fieldError } from '../../field-error.ts'

/** The most that a rule may cost, by estimate, for all the values that one object may hold. */
export const RULE_COST_LIMIT = 10_000_000
/** The most that all rules of a schema may cost. */
const TOTAL_COST_LIMIT = 100_000_000
const SHOWN = 4

/** Adds up the costs of the rules of a schema and remembers the most expensive ones. */
export class TotalCost {
  private total = 0
  private expensive: { path: string; cost: number }[] = []

  observe(path: string, cost: number): void {
    this.total += cost
    if (cost < TOTAL_COST_LIMIT / 100) return
    this.expensive = [...this.expensive, { path, cost }].sort((a, b) => b.cost - a.cost).slice(0, SHOWN)
  }

  errors(path: string): FieldError[] {
    if (this.total <= TOTAL_COST_LIMIT) return []
    const contributed = 'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema'
    const name = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema'
    return [
      ...this.expensive.map((rule) => fieldError.forbidden(rule.path, contributed)),
      fieldError.forbidden(path, costMessage(name, this.total, TOTAL_COST_LIMIT)),
    ]
  }
}

/** Says by how much a cost exceeds its limit, and what can be done. */
export function costMessage(name: string, cost: number, limit: number): string {
  const advice =
    'try simplifying the rule, or adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared'
  return `${name} exceeds budget by factor of ${factorText(cost / limit)} (${advice})`
}

function factorText(factor: number): string {
  if (factor > 100) return 'more than 100x'
  return `${factor.toFixed(factor < 1.5 ? 6 : 1)}x`
}
