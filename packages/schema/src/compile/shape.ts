import type { JsonObject } from '../json.ts'
import type { SchemaNode } from '../node.ts'
import { decodeCompiler } from './decode.ts'
import { DecodeError } from './decode-error.ts'
import { defaultsCompiler } from './defaults.ts'
import { pruneCompiler } from './prune.ts'

/** How the text of a request becomes an object: types checked, unknown fields removed, defaults filled in. */
export interface Shaping {
  decode(value: JsonObject): string | undefined
  prune(value: JsonObject, onUnknown?: (path: string) => void): void
  applyDefaults(value: JsonObject): void
}

/** Typed kinds, which know all their fields, metadata included, and report unknown ones in the order of the text. */
export function shapeTyped(node: SchemaNode): Shaping {
  const decode = decodeCompiler()(node)
  const prune = pruneCompiler()(node)
  const applyDefaults = defaultsCompiler()(node)
  return {
    decode: (value) => problemOf(() => decode?.(value, [])),
    prune: (value, onUnknown) => prune?.(value, { path: [], onUnknown }),
    applyDefaults: (value) => applyDefaults?.(value),
  }
}

/** The problem that decoding runs into, if any. */
export function problemOf(decode: () => void): string | undefined {
  try {
    decode()
    return undefined
  } catch (error) {
    if (error instanceof DecodeError) return error.message
    throw error
  }
}
