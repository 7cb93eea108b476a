import type { Json, JsonObject } from './json.ts'
import { COMPONENT, LAZY, type SchemaNode } from './node.ts'

declare const TYPE: unique symbol

/** A schema and the TypeScript type it describes. `T` exists only for the compiler. */
export interface Schema<T> {
  readonly node: SchemaNode
  readonly [TYPE]?: T
}

/** A property that an object may lack. */
export interface Optional<T> {
  readonly optional: Schema<T>
}

/** A property that a client may leave out, but that nobody misses: its default fills it in. */
export interface Defaulted<T> {
  readonly defaulted: Schema<T>
}

type Property = Schema<unknown> | Optional<unknown> | Defaulted<unknown>
export type Properties = Record<string, Property>

/** The TypeScript type of a schema: `type Pod = TypeOf<typeof Pod>`. */
export type TypeOf<S> = S extends Schema<infer T> ? T : never

type OptionalKeys<P extends Properties> = { [K in keyof P]: P[K] extends Optional<unknown> ? K : never }[keyof P]
type Flatten<T> = { [K in keyof T]: T[K] }
export type ObjectType<P extends Properties> = Flatten<
  { [K in Exclude<keyof P, OptionalKeys<P>>]: P[K] extends Defaulted<infer T> ? T : TypeOf<P[K]> } & {
    [K in OptionalKeys<P>]?: P[K] extends Optional<infer T> ? T : never
  }
>

/** What every schema may carry: the description is written for the person running `kubectl explain`. */
type Common = Pick<
  SchemaNode,
  'description' | 'title' | 'nullable' | 'example' | 'x-kubernetes-validations' | 'externalDocs'
> & {
  /** OpenAPI component name, such as `io.k8s.api.core.v1.PodSpec`. */
  component?: string
  default?: Json
}
type StringOptions = Common & Pick<SchemaNode, 'format' | 'minLength' | 'maxLength' | 'pattern'>
type NumberOptions = Common &
  Pick<SchemaNode, 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf'>
type ArrayOptions = Common &
  Pick<SchemaNode, 'minItems' | 'maxItems' | 'uniqueItems'> & {
    listType?: 'atomic' | 'set' | 'map'
    listMapKeys?: string[]
    /** Strategic merge patch: `merge` with its key. Built-in kinds only. */
    patchStrategy?: string
    patchMergeKey?: string
  }
type ObjectOptions = Common &
  Pick<SchemaNode, 'minProperties' | 'maxProperties' | 'x-kubernetes-embedded-resource'> & {
    mapType?: 'atomic' | 'granular'
    patchStrategy?: string
    /** Keep fields that are not declared. */
    preserveUnknown?: boolean
  }

const EXTENSIONS: Record<string, keyof SchemaNode> = {
  listType: 'x-kubernetes-list-type',
  listMapKeys: 'x-kubernetes-list-map-keys',
  patchStrategy: 'x-kubernetes-patch-strategy',
  patchMergeKey: 'x-kubernetes-patch-merge-key',
  mapType: 'x-kubernetes-map-type',
  preserveUnknown: 'x-kubernetes-preserve-unknown-fields',
}

function schema<T>(base: SchemaNode, options: Record<string, unknown> = {}): Schema<T> {
  const node: Record<string | symbol, unknown> = { ...base }
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined) continue
    if (key === 'component') node[COMPONENT] = value
    else node[EXTENSIONS[key] ?? key] = value
  }
  return { node: node as SchemaNode }
}

const isRequired = (property: Property): property is Schema<unknown> => 'node' in property

function nodeOf(property: Property): SchemaNode {
  if (isRequired(property)) return property.node
  return 'optional' in property ? property.optional.node : property.defaulted.node
}

function object<P extends Properties>(properties: P, options?: ObjectOptions): Schema<ObjectType<P>> {
  const entries = Object.entries(properties)
  const required = entries.filter(([, property]) => isRequired(property)).map(([name]) => name)
  const nodes = entries.map(([name, property]) => [name, nodeOf(property)])
  return schema(
    { type: 'object', properties: Object.fromEntries(nodes), ...(required.length > 0 ? { required } : {}) },
    options,
  )
}

/** Builds schemas. Every function takes its options last. */
export const s = {
  string: (options?: StringOptions) => schema<string>({ type: 'string' }, options),
  enum: <const V extends string>(values: readonly V[], options?: StringOptions) =>
    schema<V>({ type: 'string', enum: [...values] }, options),
  bool: (options?: Common) => schema<boolean>({ type: 'boolean' }, options),
  int32: (options?: NumberOptions) => schema<number>({ type: 'integer', format: 'int32' }, options),
  int64: (options?: NumberOptions) => schema<number>({ type: 'integer', format: 'int64' }, options),
  integer: (options?: NumberOptions) => schema<number>({ type: 'integer' }, options),
  number: (options?: NumberOptions) => schema<number>({ type: 'number' }, options),
  double: (options?: NumberOptions) => schema<number>({ type: 'number', format: 'double' }, options),
  intOrString: (options?: Common) => schema<number | string>({ 'x-kubernetes-int-or-string': true }, options),
  /** A resource quantity such as `500m` or `2Gi`. */
  quantity: (options?: Common) =>
    schema<string>(
      { 'x-kubernetes-int-or-string': true },
      { component: 'io.k8s.apimachinery.pkg.api.resource.Quantity', ...options },
    ),
  /** RFC 3339, second precision. */
  time: (options?: Common) =>
    schema<string>(
      { type: 'string', format: 'date-time' },
      { component: 'io.k8s.apimachinery.pkg.apis.meta.v1.Time', ...options },
    ),
  microTime: (options?: Common) =>
    schema<string>(
      { type: 'string', format: 'date-time' },
      { component: 'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime', ...options },
    ),
  /** Base64 in JSON. */
  bytes: (options?: StringOptions) => schema<string>({ type: 'string', format: 'byte' }, options),
  array: <T>(items: Schema<T>, options?: ArrayOptions) => schema<T[]>({ type: 'array', items: items.node }, options),
  map: <T>(values: Schema<T>, options?: ObjectOptions) =>
    schema<Record<string, T>>({ type: 'object', additionalProperties: values.node }, options),
  object,
  /** Anything JSON can carry, kept as it is. */
  any: (options?: Common) => schema<Json>({ 'x-kubernetes-preserve-unknown-fields': true }, options),
  /** Any JSON object, kept as it is. */
  anyObject: (options?: ObjectOptions) =>
    schema<JsonObject>({ type: 'object', 'x-kubernetes-preserve-unknown-fields': true }, options),
  /** A schema that refers to itself or to one declared later. Give `T` by hand. */
  lazy: <T>(target: () => Schema<T>, options?: Common) => schema<T>({ [LAZY]: () => target().node }, options),
  /** A schema as OpenAPI JSON, for what the functions above do not say. */
  raw: <T>(node: SchemaNode) => schema<T>(node),
  /** The same schema with other options, such as a description for the field that holds a shared type. */
  with: <T>(base: Schema<T>, options: Common & ArrayOptions & ObjectOptions) => schema<T>(base.node, options),
  optional: <T>(of: Schema<T>): Optional<T> => ({ optional: of }),
  /** For a schema with a default: optional to write, always there to read. */
  defaulted: <T>(of: Schema<T>): Defaulted<T> => ({ defaulted: of }),
}
