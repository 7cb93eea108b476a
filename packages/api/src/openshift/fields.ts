import { s } from '@skep/schema'

/** A text that may be missing. */
export const optionalText = (description: string) => s.optional(s.string({ description }))

/** A flag that may be missing, which then counts as false. */
export const optionalFlag = (description: string) => s.optional(s.bool({ description }))

/** A list of texts that may be missing. */
export const optionalTexts = (description: string) => s.optional(s.array(s.string(), { description }))

/** Texts by key, which may be missing. */
export const optionalTextMap = (description: string) => s.optional(s.map(s.string(), { description }))

/** A duration as Go writes it, such as 8h30m. The schema has a pattern because format=duration would refuse units. */
export const goDuration = (description: string) =>
  s.string({ description, pattern: '^([0-9]+(\\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$' })

/** The column that every kind of these groups ends with, if it has any. */
export const ageColumn = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' } as const

/** A spec or status that has no members, and may be missing. */
export const emptyPart = () => s.optional(s.object({}, { description: 'Nothing.' }))
