/**
 * Writes a time that nobody has set as null. Kubernetes shows these fields always, and clients decode them; they hold a
 * value as soon as someone sets one.
 */
export function showUnsetTimes<T extends object>(value: T, ...fields: (keyof T & string)[]): void {
  // The types say what a client may set, and null is no such value.
  const members = value as Record<string, unknown>
  for (const field of fields) members[field] ??= null
}
