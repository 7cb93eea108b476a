import { type Properties, s } from '@skep/schema'

const KEPT = 'what is not listed is kept as it is.'

/** The spec of a kind of which a cluster has one object: the fields that somebody here reads or writes, and any others. */
export const singletonSpec = <P extends Properties>(properties: P) =>
  s.object(properties, { description: `What is asked for; ${KEPT}`, preserveUnknown: true })

/** The status of a kind of which a cluster has one object: the fields that somebody here reads or writes, and any others. */
export const singletonStatus = <P extends Properties>(properties: P) =>
  s.optional(s.object(properties, { description: `What there is; ${KEPT}`, preserveUnknown: true }))

/** A spec or status of which nobody here reads anything. */
export const keptPart = (description: string) => s.anyObject({ description: `${description}, kept as it is.` })
