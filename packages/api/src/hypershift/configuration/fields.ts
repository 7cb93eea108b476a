import { s } from '@skep/schema'

/** Options of a spec of which some members are listed. */
export const specOf = (kind: string) => ({
  description: `Spec of the ${kind}; what is not listed is kept as it is.`,
  preserveUnknown: true as const,
})

/** The name of a Secret or ConfigMap beside the hosted cluster, which may be missing. */
export const optionalNamed = (description: string) =>
  s.optional(s.object({ name: s.string({ description: 'Its name.' }) }, { description }))

/** Texts in a list that is replaced as a whole, which may be missing. */
export const optionalAtomicTexts = (description: string) =>
  s.optional(s.array(s.string(), { description, listType: 'atomic' }))
