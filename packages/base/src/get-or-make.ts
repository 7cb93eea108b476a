/** What both maps and caches can do. */
interface Keeps<K, V> {
  get(key: K): V | undefined
  set(key: K, value: V): unknown
}

/** What is kept under a key; made now if nothing is. */
export function getOrMake<K, V extends {}>(kept: Keeps<K, V>, key: K, make: () => V): V {
  const known = kept.get(key)
  if (known !== undefined) return known
  const made = make()
  kept.set(key, made)
  return made
}
