import { isObject, type Json } from '@skep/schema'

/** JSON with sorted keys, so that the same value is always the same text; Go writes maps this way. */
export const sortedJson = (value: Json): string =>
  JSON.stringify(value, (_key, member: Json) =>
    isObject(member) ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1))) : member,
  )
