import type { Container, Pod } from '@skep/api'
import { parseQuantity } from '@skep/schema'

/** Amounts of resources in billionths, by name. */
export type Amounts = ReadonlyMap<string, bigint>

/** Amounts as the API writes them, in numbers that can be added. */
export const amountsOf = (list: Readonly<Record<string, string>> | undefined): Map<string, bigint> =>
  new Map(Object.entries(list ?? {}).map(([name, text]) => [name, parseQuantity(text).nanos]))

const requestsOf = ({ resources }: Container): Map<string, bigint> => amountsOf(resources?.requests)

/**
 * What a pod takes from its node: its containers and sidecars together, or what its greediest init container needs
 * beside the sidecars started before it; and what running a pod costs.
 */
export function podRequests({ spec }: Pod): Amounts {
  const running = (spec?.containers ?? []).map(requestsOf).reduce(sum, new Map())
  let sidecars: Amounts = new Map()
  let starting: Amounts = new Map()
  for (const container of spec?.initContainers ?? []) {
    const own = requestsOf(container)
    const isSidecar = container.restartPolicy === 'Always'
    starting = largest(starting, sum(sidecars, own))
    if (isSidecar) sidecars = sum(sidecars, own)
  }
  const needed = largest(sum(running, sidecars), starting)
  const whole = new Map([...needed, ...amountsOf(spec?.resources?.requests)])
  return sum(whole, amountsOf(spec?.overhead))
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
