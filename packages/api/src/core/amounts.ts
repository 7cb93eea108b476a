/** Questions about amounts of resources, answered from their text where that is enough: most amounts are plain. */
import { compareQuantity, parseQuantity } from '@skep/schema'

const WHOLE = /^[0-9]+([kMGTPE]|[KMGTPE]i)?$/

/** Whether an amount has no fraction. */
export const isWhole = (amount: string): boolean =>
  WHOLE.test(amount) || parseQuantity(amount).nanos % 1_000_000_000n === 0n

/** Whether an amount is less than nothing. */
export const isNegative = (amount: string): boolean => amount.startsWith('-') && parseQuantity(amount).nanos < 0n

/** Whether there is nothing of it. */
export const isZero = (amount: string | undefined): boolean =>
  amount === undefined || amount === '0' || (amount.includes('0') && parseQuantity(amount).nanos === 0n)

/** How two amounts compare; an absent one is nothing. */
export const compareAmounts = (a = '0', b = '0'): number =>
  a === b ? 0 : compareQuantity(parseQuantity(a), parseQuantity(b))

/** The amount by a name that a user chose: `constructor` is one, and none that is there. */
export const amountOf = (amounts: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(amounts, name) ? amounts[name] : undefined
