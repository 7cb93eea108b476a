import { goQuote } from '@skep/schema'

/** A run of indexes, both ends included. */
type Interval = readonly [first: number, last: number]

/** What is wrong with a list of indexes, in the words of the API. */
export class IndexesError extends Error {
  override readonly name = 'IndexesError'
}

/** Understands indexes of a Job such as `1,3-5`, all below `completions`. Throws an IndexesError. */
export function parseIndexes(text: string, completions: number): Interval[] {
  if (text === '') return []
  const intervals = text.split(',').map((part) => parseInterval(part, completions))
  intervals.reduce((before, current) => {
    if (before[1] >= current[0]) throw notIncreasing(before[1], current[0])
    return current
  })
  return intervals
}

function parseInterval(text: string, completions: number): Interval {
  const parts = text.split('-')
  if (parts.length > 2) {
    const rule = "violates the requirement that an index interval can have at most two parts separated by '-'"
    throw new IndexesError(`the fragment ${goQuote(text)} ${rule}`)
  }
  const [first = 0, last = first] = parts.map((part) => parseIndex(part, completions))
  if (parts.length === 2 && first >= last) throw notIncreasing(first, last)
  return [first, last]
}

function parseIndex(text: string, completions: number): number {
  if (!/^[0-9]+$/.test(text)) throw new IndexesError(`cannot convert string to integer for index: ${goQuote(text)}`)
  if (Number(text) >= completions) throw new IndexesError(`too large index: ${goQuote(text)}`)
  return Number(text)
}

const notIncreasing = (previous: number, current: number): IndexesError =>
  new IndexesError(`non-increasing order, previous: ${previous}, current: ${current}`)

/** How many indexes there are. */
export const countIndexes = (intervals: readonly Interval[]): number =>
  intervals.reduce((total, [first, last]) => total + last - first + 1, 0)

/** The first index that is in both lists, if any. */
export function firstCommonIndex(a: readonly Interval[], b: readonly Interval[]): number | undefined {
  for (const [first, last] of a) {
    const other = b.find((each) => first <= each[1] && each[0] <= last)
    if (other !== undefined) return Math.max(first, other[0])
  }
  return undefined
}
