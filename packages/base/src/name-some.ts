/** The first of some names, and how many others there are, such as `a, b, c, d, e and 20 more`. */
export function nameSome(names: readonly string[], max = 5): string {
  const others = names.length - max
  return `${names.slice(0, max).join(', ')}${others > 0 ? ` and ${others} more` : ''}`
}

/** A name with the finalizers that keep what it names from going. */
export const nameHeld = (name: string, finalizers: readonly string[] = []): string =>
  finalizers.length === 0 ? name : `${name} (held by ${finalizers.join(', ')})`
