import { useOf } from './compile/node-compiler.ts'
import type { Json, JsonObject } from './json.ts'
import { COMPONENT, DEFINITION, LAZY, OMIT_EMPTY, type SchemaNode } from './node.ts'

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
/** The members of an object, by name. */
export type Properties = Record<string, Property>

/** The TypeScript type of a schema: `type Pod = TypeOf<typeof Pod>`. */
export type TypeOf<S> = S extends Schema<infer T> ? T : never

type OptionalKeys<P extends Properties> = { [K in keyof P]: P[K] extends Optional<unknown> ? K : never }[keyof P]
type Flatten<T> = { [K in keyof T]: T[K] }
/** The TypeScript type of an object with these members. */
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
  /** In typed kinds: whether an empty text, 0 or false is dropped (it is kept unless this says so), or an empty list or map kept (false). */
  omitEmpty?: boolean
}
type StringOptions = Common & Pick<SchemaNode, 'format' | 'minLength' | 'maxLength' | 'pattern'>
type NumberOptions = Common &
  Pick<SchemaNode, 'minimum' | 'maximum' | 'exclusiveMinimum' | 'exclusiveMaximum' | 'multipleOf'>
type ArrayOptions = Common &
  Pick<SchemaNode, 'minItems' | 'maxItems' | 'uniqueItems' | 'format'> & {
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

/** The component of numbers that may be texts. */
export const INT_OR_STRING = 'io.k8s.apimachinery.pkg.util.intstr.IntOrString'
/** The component of resource quantities. */
export const QUANTITY = 'io.k8s.apimachinery.pkg.api.resource.Quantity'
/** The component of times to the second. */
export const TIME = 'io.k8s.apimachinery.pkg.apis.meta.v1.Time'
/** The component of times to the microsecond. */
export const MICRO_TIME = 'io.k8s.apimachinery.pkg.apis.meta.v1.MicroTime'

const EXTENSIONS: Record<string, keyof SchemaNode> = {
  listType: 'x-kubernetes-list-type',
  listMapKeys: 'x-kubernetes-list-map-keys',
  patchStrategy: 'x-kubernetes-patch-strategy',
  patchMergeKey: 'x-kubernetes-patch-merge-key',
  mapType: 'x-kubernetes-map-type',
  preserveUnknown: 'x-kubernetes-preserve-unknown-fields',
}

const SYMBOLS: Record<string, symbol> = { component: COMPONENT, omitEmpty: OMIT_EMPTY }

function schema<T>(base: SchemaNode, options: Record<string, unknown> = {}): Schema<T> {
  const node: Record<string | symbol, unknown> = { ...base }
  for (const [key, value] of Object.entries(options)) {
    if (value === undefined) continue
    node[SYMBOLS[key] ?? EXTENSIONS[key] ?? key] = value
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

/** The same schema with other options. With another component name it is a component of its own. */
function use<T>(base: Schema<T>, options: Record<string, unknown> = {}): Schema<T> {
  const used = schema<T>(useOf(base.node), options)
  if (options['component'] === undefined) return used
  const { [DEFINITION]: _definition, ...node } = used.node
  return { node }
}

const intOrString = schema<number | string>(
  { 'x-kubernetes-int-or-string': true },
  { component: INT_OR_STRING, description: 'A number or a text.' },
)
const quantity = schema<string>(
  { 'x-kubernetes-int-or-string': true },
  { component: QUANTITY, description: 'An amount with an optional suffix, such as 500m, 2Gi or 1e3.' },
)
const time = schema<string>(
  { type: 'string', format: 'date-time' },
  { component: TIME, description: 'A time to the second (RFC 3339).' },
)
const microTime = schema<string>(
  { type: 'string', format: 'date-time' },
  { component: MICRO_TIME, description: 'A time to the microsecond (RFC 3339).' },
)

const CONDITION_TYPE =
  '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$'
const CONDITION_REASON = '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$'

const condition = object(
  {
    type: schema<string>(
      { type: 'string', maxLength: 316, pattern: CONDITION_TYPE },
      { description: 'What the statement is about, such as Ready.' },
    ),
    status: schema<'True' | 'False' | 'Unknown'>(
      { type: 'string', enum: ['True', 'False', 'Unknown'] },
      { description: 'Whether it holds.' },
    ),
    observedGeneration: {
      optional: schema<number>(
        { type: 'integer', format: 'int64', minimum: 0 },
        { description: 'Generation of the object that the statement was made for.' },
      ),
    },
    lastTransitionTime: use(time, { description: 'When the status last changed.' }),
    reason: schema<string>(
      { type: 'string', minLength: 1, maxLength: 1024, pattern: CONDITION_REASON },
      { description: 'Why, in one word for programs.' },
    ),
    message: schema<string>({ type: 'string', maxLength: 32768 }, { description: 'Why, for people.' }),
  },
  { description: 'One statement about the state of an object.' },
)
/** A condition of a status. */
export type Condition = TypeOf<typeof condition>

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
  intOrString: (options?: Common) => use(intOrString, options),
  /** A resource quantity such as `500m` or `2Gi`. */
  quantity: (options?: Common) => use(quantity, options),
  /** RFC 3339, second precision. */
  time: (options?: Common) => use(time, options),
  /** RFC 3339, microsecond precision. */
  microTime: (options?: Common) => use(microTime, options),
  /** Base64 in JSON. */
  bytes: (options?: StringOptions) => schema<string>({ type: 'string', format: 'byte' }, options),
  array: <T>(items: Schema<T>, options?: ArrayOptions) => schema<T[]>({ type: 'array', items: items.node }, options),
  map: <T>(values: Schema<T>, options?: ObjectOptions) =>
    schema<Record<string, T>>({ type: 'object', additionalProperties: values.node }, options),
  object,
  /** One condition of a status, as every Kubernetes API has them. */
  condition: () => condition,
  /** The conditions of a status, one per type. */
  conditions: (options?: Common) =>
    schema<Condition[]>(
      { type: 'array', items: condition.node, 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['type'] },
      { description: 'What is known about the object, one statement per type.', ...options },
    ),
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
  with: <T>(base: Schema<T>, options: Common & ArrayOptions & ObjectOptions) => use(base, options),
  optional: <T>(of: Schema<T>): Optional<T> => ({ optional: of }),
  /** For a schema with a default: optional to write, always there to read. */
  defaulted: <T>(of: Schema<T>): Defaulted<T> => ({ defaulted: of }),
}
