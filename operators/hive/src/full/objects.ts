/** The named members of an object that are there. */
export const keep = <T extends object, K extends keyof T>(object: T, ...keys: K[]): Pick<T, K> =>
  // The entries are those of T, none is made up.
  Object.fromEntries(keys.flatMap((key) => (object[key] === undefined ? [] : [[key, object[key]]]))) as Pick<T, K>
