import type { Json } from './json.ts'

/** A CEL rule of `x-kubernetes-validations`. */
export interface ValidationRule {
  rule: string
  message?: string
  messageExpression?: string
  reason?: 'FieldValueInvalid' | 'FieldValueForbidden' | 'FieldValueRequired' | 'FieldValueDuplicate'
  fieldPath?: string
  optionalOldSelf?: boolean
}

/**
 * A structural OpenAPI v3 schema as Kubernetes writes it: the one form that built-in kinds, our own kinds and the CRDs
 * users install all have. It is plain JSON, so a CRD's `openAPIV3Schema` is a SchemaNode as it stands.
 */
export interface SchemaNode {
  type?: 'object' | 'array' | 'string' | 'integer' | 'number' | 'boolean'
  format?: string
  title?: string
  description?: string
  nullable?: boolean
  default?: Json
  enum?: Json[]
  example?: Json
  externalDocs?: { description?: string; url?: string }

  properties?: Record<string, SchemaNode>
  required?: string[]
  additionalProperties?: boolean | SchemaNode
  minProperties?: number
  maxProperties?: number

  items?: SchemaNode
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean

  minLength?: number
  maxLength?: number
  pattern?: string

  minimum?: number
  maximum?: number
  exclusiveMinimum?: boolean
  exclusiveMaximum?: boolean
  multipleOf?: number

  allOf?: SchemaNode[]
  anyOf?: SchemaNode[]
  oneOf?: SchemaNode[]
  not?: SchemaNode

  'x-kubernetes-preserve-unknown-fields'?: boolean
  'x-kubernetes-embedded-resource'?: boolean
  'x-kubernetes-int-or-string'?: boolean
  'x-kubernetes-list-type'?: 'atomic' | 'set' | 'map'
  'x-kubernetes-list-map-keys'?: string[]
  'x-kubernetes-map-type'?: 'atomic' | 'granular'
  'x-kubernetes-validations'?: ValidationRule[]
  /** Strategic merge patch, built-in kinds only: `merge`, `replace`, `merge,retainKeys`, `retainKeys`. */
  'x-kubernetes-patch-strategy'?: string
  'x-kubernetes-patch-merge-key'?: string

  /**
   * The name under which OpenAPI publishes this node as a component, such as `io.k8s.api.core.v1.PodSpec`. Symbol-keyed
   * so that it never reaches the wire.
   */
  [COMPONENT]?: string
  /** The component as it was defined, of which this node is a use with a description or default of its own. */
  [DEFINITION]?: SchemaNode
  /** In typed kinds, an empty text, 0 or false is the same as absent (Go's omitempty on a field that is no pointer). */
  [OMIT_EMPTY]?: boolean
  /** A node that refers to itself (JSONSchemaProps does) is resolved when it is first needed. */
  [LAZY]?: () => SchemaNode
}

/** See `SchemaNode`. */
export const COMPONENT: unique symbol = Symbol('component')
/** See `SchemaNode`. */
export const DEFINITION: unique symbol = Symbol('definition')
/** See `SchemaNode`. */
export const OMIT_EMPTY: unique symbol = Symbol('omitEmpty')
/** See `SchemaNode`. */
export const LAZY: unique symbol = Symbol('lazy')
