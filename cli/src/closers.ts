type Closer = () => Promise<void> | void

/** What to stop, in the order opposite to that in which it was started. */
export interface Closers {
  add(closer: Closer): void
  /** Stops all of it, also when some of it fails; then this rejects with the first failure. */
  close(): Promise<void>
}

/** Nothing to stop yet. */
export function createClosers(): Closers {
  const closers: Closer[] = []
  return {
    add: (closer) => void closers.push(closer),
    close: async () => {
      const failures: unknown[] = []
      for (const closer of closers.splice(0).reverse()) {
        try {
          await closer()
        } catch (error) {
          failures.push(error)
        }
      }
      if (failures.length > 0) throw failures[0]
    },
  }
}
