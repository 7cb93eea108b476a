import { s } from '@skep/schema'

/** A Secret or ConfigMap by name, where everybody knows in which namespace. */
export const named = (description: string) =>
  s.object({ name: s.string({ description: 'Its name.' }) }, { description })

/** One that may be missing. */
export const optionalNamed = (description: string) => s.optional(named(description))
