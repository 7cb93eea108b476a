import type { JsonObject, Schema } from '@skep/schema'

/** Names of attributes, dotted where they lie inside others. */
export type Paths = readonly string[]

/** What there is to know about one type of the API, as data. */
export interface ResourceType {
  /** The `kind` of one of it. */
  readonly kind: string
  /** What people call it in a sentence: `Machine pool 'x' not found`. */
  readonly noun: string
  readonly schema: Schema<JsonObject>
  /** Attributes that only the service writes: ignored on creation, refused in changes. */
  readonly readOnly: Paths
  /** Attributes that stay as they were on creation. */
  readonly immutable: Paths
  /** Secrets: taken, stored apart, never shown. */
  readonly writeOnly: Paths
}

/** A type without special attributes, apart from those given. */
export const resourceType = (
  kind: string,
  noun: string,
  schema: Schema<object>,
  special: Partial<Pick<ResourceType, 'readOnly' | 'immutable' | 'writeOnly'>> = {},
): ResourceType => ({
  kind,
  noun,
  // Every schema of the API describes JSON objects; their TypeScript types merely lack an index signature.
  schema: schema as Schema<JsonObject>,
  readOnly: special.readOnly ?? [],
  immutable: special.immutable ?? [],
  writeOnly: special.writeOnly ?? [],
})
