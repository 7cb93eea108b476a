import type { Random } from '@skep/base'
import type { DelaySeconds } from './contracts.ts'
import { invalid, readAmount, readObject, readString } from './fields.ts'

/** A delay as a file or a request gives it. */
export function readDelay(what: string, value: unknown): DelaySeconds {
  if (typeof value !== 'object') return readAmount(what, value)
  const fields = readObject(what, value)
  const amount = (name: string) => readAmount(`${what} ${name}`, fields[name])
  const distribution = readString(`${what} distribution`, fields['distribution'])
  switch (distribution) {
    case 'uniform':
      return orderly(what, { distribution, min: amount('min'), max: amount('max') })
    case 'normal':
      return { distribution, mean: amount('mean'), deviation: amount('deviation') }
    case 'exponential':
      return { distribution, mean: amount('mean') }
    default:
      throw invalid(`${what} distribution must be uniform, normal or exponential`)
  }
}

function orderly<T extends { readonly min: number; readonly max: number }>(what: string, range: T): T {
  if (range.min <= range.max) return range
  throw invalid(`${what} min must be <= max`)
}

/** Draws a delay, in seconds; never less than 0. */
export function drawSeconds(delay: DelaySeconds, random: Random): number {
  if (typeof delay === 'number') return delay
  switch (delay.distribution) {
    case 'uniform':
      return delay.min + random.next() * (delay.max - delay.min)
    case 'normal':
      return Math.max(0, delay.mean + delay.deviation * drawNormal(random))
    case 'exponential':
      return -delay.mean * Math.log(1 - random.next())
  }
}

/** Box and Muller's transform: a normal number of two uniform ones. */
const drawNormal = (random: Random): number =>
  Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
