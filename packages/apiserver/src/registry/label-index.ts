import type { Labels } from './label-selector.ts'

/** Which keys carry a label with a value. Made when someone first selects by label, kept up to date from then on. */
export class LabelIndex {
  readonly #keysByLabel = new Map<string, Set<string>>()

  add(key: string, labels: Labels | undefined): void {
    for (const label in labels) {
      const at = indexKey(label, labels[label]!)
      const keys = this.#keysByLabel.get(at)
      if (keys) keys.add(key)
      else this.#keysByLabel.set(at, new Set([key]))
    }
  }

  remove(key: string, labels: Labels | undefined): void {
    for (const label in labels) {
      const at = indexKey(label, labels[label]!)
      const keys = this.#keysByLabel.get(at)
      keys?.delete(key)
      if (keys?.size === 0) this.#keysByLabel.delete(at)
    }
  }

  /** Keys that carry the label with one of the values, in order. */
  lookUp(label: string, values: readonly string[]): string[] {
    const keys = values.flatMap((value) => [...(this.#keysByLabel.get(indexKey(label, value)) ?? [])])
    return keys.sort((left, right) => (left < right ? -1 : 1))
  }
}

const indexKey = (label: string, value: string): string => `${label}=${value}`
