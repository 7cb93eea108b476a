import type { Container, Pod } from '@skep/api'
import { parseQuantity } from '@skep/schema'
import { podTotal } from '../../admission/pod-total.ts'

/** Amounts of resources in billionths, by name. */
export type Amounts = ReadonlyMap<string, bigint>

/** Amounts as the API writes them, in numbers that can be added. */
export const amountsOf = (list: Readonly<Record<string, string>> | undefined): Map<string, bigint> =>
  new Map(Object.entries(list ?? {}).map(([name, text]) => [name, parseQuantity(text).nanos]))

const requestsOf = ({ resources }: Container): Map<string, bigint> => amountsOf(resources?.requests)

/** What a pod takes from its node: its containers, or what it says of itself as a whole, and what running a pod costs. */
export function podRequests(pod: Pod): Amounts {
  const needed = podTotal<Amounts>(pod, requestsOf, { none: new Map(), sum, largest })
  const whole = new Map([...needed, ...amountsOf(pod.spec?.resources?.requests)])
  return sum(whole, amountsOf(pod.spec?.overhead))
}

/** One amount on top of the other. */
export function sum(a: Amounts, b: Amounts): Map<string, bigint> {
  const total = new Map(a)
  for (const [name, amount] of b) total.set(name, (total.get(name) ?? 0n) + amount)
  return total
}

function largest(a: Amounts, b: Amounts): Map<string, bigint> {
  const result = new Map(a)
  for (const [name, amount] of b) if (amount > (result.get(name) ?? 0n)) result.set(name, amount)
  return result
}
