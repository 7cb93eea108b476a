/** How values of an attribute are compared. */
export type AttributeType = 'string' | 'number' | 'boolean' | 'timestamp'

/** An attribute that is stored elsewhere than its name says. */
export interface AttributeDefinition {
  type: AttributeType
  /** Where it is in the document, in the notation of `Attributes`; its name unless given. */
  path?: string
  /** A column of the table instead of a part of the document; timestamps in columns are milliseconds. */
  column?: string
}

/**
 * What may be searched and ordered by: dotted names of JSON attributes to types. `[]` after a name means that it is an
 * array, any element of which may match (`aws.sts.operator_iam_roles[].role_arn`, asked for without the brackets); `*` at
 * the end stands for any key of a map (`properties.*`).
 */
export type Attributes = Readonly<Record<string, AttributeType | AttributeDefinition>>
