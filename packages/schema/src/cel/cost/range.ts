/** A range of sizes or costs. Everything from 2^64 on counts as unbounded. */
export interface Range {
  readonly min: number
  readonly max: number
}

/** From here on a size or cost counts as having no bound. */
export const UNBOUNDED = 2 ** 64
/** A size of which nothing is known. */
export const UNKNOWN: Range = { min: 0, max: UNBOUNDED }

const bounded = (value: number) => Math.min(value, UNBOUNDED)

/** A range of one value. */
export const exactly = (value: number): Range => ({ min: value, max: value })

/** The sum of ranges. */
export const add = (...ranges: readonly Range[]): Range => ({
  min: bounded(ranges.reduce((sum, { min }) => sum + min, 0)),
  max: bounded(ranges.reduce((sum, { max }) => sum + max, 0)),
})

/** The product of two ranges. */
export const multiply = (a: Range, b: Range): Range => ({ min: bounded(a.min * b.min), max: bounded(a.max * b.max) })

/** Times a factor, rounded up. */
export const scale = ({ min, max }: Range, factor: number): Range => ({
  min: bounded(Math.ceil(min * factor)),
  max: bounded(Math.ceil(max * factor)),
})

/** The smallest range that holds both. */
export const union = (a: Range, b: Range): Range => ({ min: Math.min(a.min, b.min), max: Math.max(a.max, b.max) })

/** A range that holds nothing yet, to be united with others. */
export const NOTHING: Range = { min: UNBOUNDED, max: 0 }
