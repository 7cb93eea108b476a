import { ContentCache } from './compile/cache.ts'
import { type Shaping, shapeTyped } from './compile/shape.ts'
import { shapeCustom } from './compile/shape-custom.ts'
import type { FieldError } from './field-error.ts'
import type { Json, JsonObject } from './json.ts'
import type { SchemaNode } from './node.ts'
import { compileValidator, type ValidateOptions } from './validate/validator.ts'

export type { ValidateMetadata } from './validate/embedded.ts'
export type { ValidateOptions } from './validate/validator.ts'

/** A schema turned into functions, once. Values are changed in place. */
export interface CompiledSchema {
  /** The schema this was made of; of equal schemas, the first, so that the others need not be kept. */
  readonly node: SchemaNode
  /** Removes what the schema does not know and reports each removed path (`spec.foo[0].bar`). */
  prune(value: JsonObject, onUnknown?: (path: string) => void): void
  /** Fills in defaults. In custom resources, nulls that are not allowed count as absent. */
  applyDefaults(value: JsonObject): void
  /** Everything wrong with the value, CEL rules included. */
  validate(value: Json, options?: ValidateOptions): FieldError[]
  /**
   * The first value whose JSON type the schema cannot hold, as built-in kinds report it while decoding (400, not 422).
   * Nulls stand for "absent" and are removed in place, as Go's decoder does; times and quantities become canonical. Of
   * custom resources only the metadata is decoded: what is wrong with the rest, `validate` says.
   */
  decode(value: JsonObject): string | undefined
}

/** What kind of schema is compiled. */
export interface CompileOptions {
  /** The schema is that of a CRD, plain JSON: metadata is implied, and pruning, defaulting and nulls follow the rules for those. */
  custom?: boolean
}

const typed = new WeakMap<SchemaNode, CompiledSchema>()
const custom = new WeakMap<SchemaNode, CompiledSchema>()
const customByContent = new ContentCache<CompiledSchema>()

/** Compiles a schema. The same schema, and for CRDs any with the same content, gives the same result. */
export function compileSchema(node: SchemaNode, options: CompileOptions = {}): CompiledSchema {
  const known = options.custom ? custom : typed
  let compiled = known.get(node)
  if (compiled === undefined) {
    compiled = options.custom
      ? customByContent.get(JSON.stringify(node), () => compileWith(node, () => shapeCustom(node)))
      : compileWith(node, () => shapeTyped(node))
    known.set(node, compiled)
  }
  return compiled
}

/** Most schemas of a cluster are never used: each part is compiled when it is first needed. */
function compileWith(node: SchemaNode, makeShaping: () => Shaping): CompiledSchema {
  const shaping = once(makeShaping)
  const validate = once(() => compileValidator(node))
  return {
    node,
    decode: (value) => shaping().decode(value),
    prune: (value, onUnknown) => shaping().prune(value, onUnknown),
    applyDefaults: (value) => shaping().applyDefaults(value),
    validate: (value, options = {}) => validate()(value, options),
  }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}
