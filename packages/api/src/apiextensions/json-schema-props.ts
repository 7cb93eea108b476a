import { type Schema, type SchemaNode, s, type TypeOf } from '@skep/schema'

export const ExternalDocumentation = s.object(
  {
    description: s.optional(s.string({ description: 'What is there.' })),
    url: s.optional(s.string({ description: 'Where it is.' })),
  },
  {
    description: 'A pointer to documentation elsewhere.',
    component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ExternalDocumentation',
  },
)
export type ExternalDocumentation = TypeOf<typeof ExternalDocumentation>

export const JsonValue = s.with(s.any(), {
  description: 'Any JSON value.',
  component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON',
})
export type JsonValue = TypeOf<typeof JsonValue>

export const SchemaOrArray = s.with(s.any(), {
  description: 'A schema.',
  component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray',
})
export type SchemaOrArray = TypeOf<typeof SchemaOrArray>

export const SchemaOrBool = s.with(s.any(), {
  description: 'A schema, or true or false for all or nothing.',
  component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool',
})
export type SchemaOrBool = TypeOf<typeof SchemaOrBool>

export const SchemaOrNames = s.with(s.any(), {
  description: 'A schema, or a list of property names.',
  component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray',
})
export type SchemaOrNames = TypeOf<typeof SchemaOrNames>

export const ValidationRule = s.object(
  {
    fieldPath: s.optional(s.string({ description: 'Path, relative to this schema, of the field to blame.' })),
    message: s.optional(
      s.string({ description: 'What to say when the rule fails. One line; needed when the rule has several.' }),
    ),
    messageExpression: s.optional(
      s.string({
        description: 'CEL expression of type string that makes the message; goes before message when it succeeds.',
      }),
    ),
    optionalOldSelf: s.optional(
      s.bool({
        description: 'True also runs a rule that uses oldSelf when there is no old value; oldSelf is then optional.',
      }),
    ),
    reason: s.optional(
      s.string({
        description:
          'Reason in the answer: FieldValueInvalid (the default), FieldValueForbidden, FieldValueRequired or FieldValueDuplicate.',
      }),
    ),
    rule: s.string({ description: 'CEL expression on self, and oldSelf on updates; must be true.', default: '' }),
  },
  {
    description: 'A condition in CEL that a value must meet.',
    component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.ValidationRule',
  },
)
export type ValidationRule = TypeOf<typeof ValidationRule>

export const JSONSchemaProps: Schema<SchemaNode> = s.object(
  {
    $ref: s.optional(s.string({ description: 'Reference to another schema; not supported.' })),
    $schema: s.optional(s.string({ description: 'Dialect of JSON schema.' })),
    additionalItems: s.optional(s.with(SchemaOrBool, { description: 'Schema of further items; not supported.' })),
    additionalProperties: s.optional(
      s.with(SchemaOrBool, { description: 'Schema of the values of a map. Not together with properties.' }),
    ),
    allOf: s.optional(
      s.array(
        s.lazy<SchemaNode>(() => JSONSchemaProps),
        { description: 'Schemas that must all hold.', listType: 'atomic' },
      ),
    ),
    anyOf: s.optional(
      s.array(
        s.lazy<SchemaNode>(() => JSONSchemaProps),
        { description: 'Schemas of which at least one must hold.', listType: 'atomic' },
      ),
    ),
    default: s.optional(s.with(JsonValue, { description: 'Value that a missing field gets.' })),
    definitions: s.optional(
      s.map(
        s.lazy<SchemaNode>(() => JSONSchemaProps),
        { description: 'Named schemas; not supported.' },
      ),
    ),
    dependencies: s.optional(
      s.map(SchemaOrNames, { description: 'Fields that others bring with them; not supported.' }),
    ),
    description: s.optional(s.string({ description: 'What the value is for; shown by kubectl explain.' })),
    enum: s.optional(s.array(JsonValue, { description: 'The values that are allowed.', listType: 'atomic' })),
    example: s.optional(s.with(JsonValue, { description: 'An example, for people.' })),
    exclusiveMaximum: s.optional(s.bool({ description: 'Whether the value must be less than maximum, not equal.' })),
    exclusiveMinimum: s.optional(s.bool({ description: 'Whether the value must be more than minimum, not equal.' })),
    externalDocs: s.optional(s.with(ExternalDocumentation, { description: 'Further documentation.' })),
    format: s.optional(
      s.string({ description: 'Format of the value, such as int64, date-time or uri; unknown ones are ignored.' }),
    ),
    id: s.optional(s.string({ description: 'Identifier of the schema; not supported.' })),
    items: s.optional(s.with(SchemaOrArray, { description: 'Schema of the items of a list.' })),
    maxItems: s.optional(s.int64({ description: 'Most items of a list.' })),
    maxLength: s.optional(s.int64({ description: 'Most characters of a string.' })),
    maxProperties: s.optional(s.int64({ description: 'Most entries of a map.' })),
    maximum: s.optional(s.double({ description: 'Largest number allowed.' })),
    minItems: s.optional(s.int64({ description: 'Fewest items of a list.' })),
    minLength: s.optional(s.int64({ description: 'Fewest characters of a string.' })),
    minProperties: s.optional(s.int64({ description: 'Fewest entries of a map.' })),
    minimum: s.optional(s.double({ description: 'Smallest number allowed.' })),
    multipleOf: s.optional(s.double({ description: 'Number that the value must be a multiple of.' })),
    not: s.optional(s.lazy<SchemaNode>(() => JSONSchemaProps, { description: 'Schema that must not hold.' })),
    nullable: s.optional(s.bool({ description: 'Whether null is allowed.' })),
    oneOf: s.optional(
      s.array(
        s.lazy<SchemaNode>(() => JSONSchemaProps),
        { description: 'Schemas of which exactly one must hold.', listType: 'atomic' },
      ),
    ),
    pattern: s.optional(s.string({ description: 'Regular expression that a string must match.' })),
    patternProperties: s.optional(
      s.map(
        s.lazy<SchemaNode>(() => JSONSchemaProps),
        { description: 'Schemas by pattern of names; not supported.' },
      ),
    ),
    properties: s.optional(
      s.map(
        s.lazy<SchemaNode>(() => JSONSchemaProps),
        { description: 'Schemas of the fields.' },
      ),
    ),
    required: s.optional(s.array(s.string(), { description: 'Fields that must be there.', listType: 'atomic' })),
    title: s.optional(s.string({ description: 'Short name of the schema.' })),
    type: s.optional(
      s.string({ description: 'Type of the value: object, array, string, integer, number or boolean.' }),
    ),
    uniqueItems: s.optional(
      s.bool({ description: 'Whether items must differ; not supported, use x-kubernetes-list-type.' }),
    ),
    'x-kubernetes-embedded-resource': s.optional(
      s.bool({ description: 'The value is a Kubernetes object with apiVersion, kind and metadata.' }),
    ),
    'x-kubernetes-int-or-string': s.optional(s.bool({ description: 'The value is an integer or a string.' })),
    'x-kubernetes-list-map-keys': s.optional(
      s.array(s.string(), { description: 'Fields that identify an item of a list of type map.', listType: 'atomic' }),
    ),
    'x-kubernetes-list-type': s.optional(
      s.string({ description: 'How lists merge when applied: atomic as a whole, set by value, map by key fields.' }),
    ),
    'x-kubernetes-map-type': s.optional(
      s.string({ description: 'How objects merge when applied: granular field by field, atomic as a whole.' }),
    ),
    'x-kubernetes-preserve-unknown-fields': s.optional(
      s.bool({ description: 'Fields that the schema does not name are kept.' }),
    ),
    'x-kubernetes-validations': s.optional(
      s.array(ValidationRule, {
        description: 'Conditions in CEL that the value must meet.',
        listType: 'map',
        listMapKeys: ['rule'],
        patchStrategy: 'merge',
        patchMergeKey: 'rule',
      }),
    ),
  },
  {
    description: 'An OpenAPI v3 schema, in the structural form that custom resources need.',
    component: 'io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps',
  },
) as Schema<SchemaNode>
