/** The parts of a release such as `4.17.0-ec.1`. */
export interface Release {
  readonly major: number
  readonly minor: number
  readonly patch: number
  /** Empty for a release that is not a preview. */
  readonly preview: readonly string[]
}

const RELEASE = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?$/

/** Reads a release; undefined when the text is none. */
export function parseRelease(text: string): Release | undefined {
  const match = RELEASE.exec(text)
  if (!match) return undefined
  const [, major, minor, patch, preview] = match
  return { major: Number(major), minor: Number(minor), patch: Number(patch), preview: preview?.split('.') ?? [] }
}

/** Negative when `a` comes before `b`, by the rules of semantic versioning: a preview comes before what it previews. */
export function compareReleases(a: Release, b: Release): number {
  return a.major - b.major || a.minor - b.minor || a.patch - b.patch || comparePreviews(a.preview, b.preview)
}

/** Whether a cluster of one release can be upgraded to another: a later one of this minor release or of the next. */
export const isUpgrade = (from: Release, to: Release): boolean =>
  from.major === to.major && (to.minor === from.minor || to.minor === from.minor + 1) && compareReleases(from, to) < 0

function comparePreviews(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return b.length - a.length
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const order = compareIdentifiers(a[i]!, b[i]!)
    if (order !== 0) return order
  }
  return a.length - b.length
}

/** Numbers compare as numbers and come before words. */
function compareIdentifiers(a: string, b: string): number {
  const [numberA, numberB] = [/^\d+$/.test(a), /^\d+$/.test(b)]
  if (numberA && numberB) return Number(a) - Number(b)
  if (numberA !== numberB) return numberA ? -1 : 1
  if (a === b) return 0
  return a < b ? -1 : 1
}
