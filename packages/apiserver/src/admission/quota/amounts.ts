import { addQuantity, compareQuantity, formatQuantity, parseQuantity, subtractQuantity } from '@skep/schema'

/** Quantities by resource name, as quotas write them. */
export type Amounts = Record<string, string>

const combine = (a: Amounts, b: Amounts, operation: typeof addQuantity): Amounts => {
  const result = { ...a }
  for (const [name, amount] of Object.entries(b)) {
    result[name] = formatQuantity(operation(parseQuantity(result[name] ?? '0'), parseQuantity(amount)))
  }
  return result
}

export const add = (a: Amounts, b: Amounts): Amounts => combine(a, b, addQuantity)
export const subtract = (a: Amounts, b: Amounts): Amounts => combine(a, b, subtractQuantity)

/** Names whose amount in `a` is larger than in `b`. */
export const namesExceeding = (a: Amounts, b: Amounts): string[] =>
  Object.keys(a).filter(
    (name) => b[name] !== undefined && compareQuantity(parseQuantity(a[name]!), parseQuantity(b[name])) > 0,
  )

export const isPositive = (amount: string): boolean => parseQuantity(amount).nanos > 0n

/** Only these names. */
export const pick = (amounts: Amounts, names: Iterable<string>): Amounts =>
  Object.fromEntries([...names].flatMap((name) => (amounts[name] === undefined ? [] : [[name, amounts[name]]])))

/** `a=1,b=2`, in the order of the names. */
export const show = (amounts: Amounts): string =>
  Object.keys(amounts)
    .sort()
    .map((name) => `${name}=${amounts[name]}`)
    .join(',')
