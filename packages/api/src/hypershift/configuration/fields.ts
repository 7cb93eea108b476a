import { s } from '@skep/schema'

/** Options of the spec of a kind, which may have members that are newer than what is listed. */
export const specOf = (kind: string) => ({
  description: `Spec of the ${kind}; what is not listed is kept as it is.`,
  preserveUnknown: true as const,
})

/** Texts in a list that is replaced as a whole, which may be missing. */
export const optionalAtomicTexts = (description: string) =>
  s.optional(s.array(s.string(), { description, listType: 'atomic' }))
