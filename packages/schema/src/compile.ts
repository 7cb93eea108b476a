import type { FieldError } from './field-error.ts'
import type { Json, JsonObject } from './json.ts'
import type { SchemaNode } from './node.ts'

export interface ValidateOptions {
  /** The stored object, on update: enables transition rules and ratcheting. */
  old?: Json
  /** Path of the value in the object; empty for the whole. */
  path?: string
}

/** A schema turned into functions, once. Values are changed in place. */
export interface CompiledSchema {
  /** Removes what the schema does not know and reports each removed path (`spec.foo[0].bar`). */
  prune(value: JsonObject, onUnknown?: (path: string) => void): void
  /** Fills in defaults. */
  applyDefaults(value: JsonObject): void
  /** Everything wrong with the value, CEL rules included. */
  validate(value: Json, options?: ValidateOptions): FieldError[]
  /**
   * The first value whose JSON type the schema cannot hold, as built-in kinds report it while decoding (400, not 422).
   * Nulls stand for "absent" and are removed in place, as Go's decoder does.
   */
  decode(value: JsonObject): string | undefined
}

/** Compiles a schema. Equal schemas (by content) share one result. */
export declare function compileSchema(node: SchemaNode): CompiledSchema
