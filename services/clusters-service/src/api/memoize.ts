/** Maps a list that is mostly the same array as before, and then gives the same array as before. */
export function memoizeLast<T, R>(list: () => readonly T[], map: (item: T) => R): () => readonly R[] {
  let from: readonly T[] | undefined
  let mapped: readonly R[] = []
  return () => {
    const current = list()
    if (current !== from) {
      mapped = current.map(map)
      from = current
    }
    return mapped
  }
}
