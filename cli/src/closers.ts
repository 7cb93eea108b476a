type Closer = () => Promise<void> | void

/** What to stop, in the order opposite to that in which it was started. */
export interface Closers {
  add(closer: Closer): void
  close(): Promise<void>
}

/** Nothing to stop yet. */
export function createClosers(): Closers {
  const closers: Closer[] = []
  return {
    add: (closer) => void closers.push(closer),
    close: async () => {
      for (const closer of closers.splice(0).reverse()) await closer()
    },
  }
}
