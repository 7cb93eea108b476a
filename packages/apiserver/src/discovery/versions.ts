const VERSION = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/
const STABILITY = { alpha: 0, beta: 1, ga: 2 }

/**
 * Orders versions as Kubernetes prefers them: stable before beta before alpha, higher numbers first, and names that
 * follow no pattern last, by alphabet.
 */
export function comparePriority(a: string, b: string): number {
  const [left, right] = [rank(a), rank(b)]
  if (!left || !right) return left ? -1 : right ? 1 : a < b ? -1 : a > b ? 1 : 0
  return right.stability - left.stability || right.major - left.major || right.minor - left.minor
}

function rank(version: string): { stability: number; major: number; minor: number } | undefined {
  const match = VERSION.exec(version)
  if (!match) return undefined
  const [, major, stability, minor] = match
  return {
    stability: STABILITY[(stability ?? 'ga') as keyof typeof STABILITY],
    major: Number(major),
    minor: Number(minor ?? 0),
  }
}
