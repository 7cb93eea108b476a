import { asJson, cloneJson, compileJsonPath, isObject, type JsonObject, JsonPatchError, patchJson } from '@skep/schema'
import { messageOf } from '../message-of.ts'
import type { Manifest, UpdateStrategy } from '../types.ts'

/** Fields of an object that an apply leaves alone. */
export type IgnoredFields = NonNullable<NonNullable<UpdateStrategy['serverSideApply']>['ignoreFields']>[number]

/** A field to leave alone that cannot be found out. */
export class IgnoreFieldError extends Error {
  override readonly name = 'IgnoreFieldError'
}

/** A manifest without the fields that are left alone once the object is there. */
export function withoutIgnoredFields(manifest: Manifest, ignored: readonly IgnoredFields[]): Manifest {
  let rest = cloneJson(asJson(manifest))
  for (const { condition, jsonPaths = [], jsonPointers = [], jqPathExpressions = [] } of ignored) {
    // Fields that only changes on the cluster protect are part of what the hub asks for.
    if (condition === 'OnSpokeChange') continue
    for (const path of jsonPaths) removeByPath(rest, path)
    for (const pointer of jsonPointers) rest = removeByPointer(rest, pointer)
    for (const expression of jqPathExpressions) {
      throw new IgnoreFieldError(
        `JQ expression error in '${expression}': jq is not available, use jsonPaths or jsonPointers`,
      )
    }
  }
  // Whatever was taken away, it is still an object with a kind and a name, or the server says what is missing.
  return rest as unknown as Manifest
}

/** Removes the last member that a path names, from whatever the path before it finds. */
function removeByPath(object: JsonObject, path: string): void {
  const dot = path.lastIndexOf('.')
  try {
    for (const parent of compileJsonPath(path.slice(0, dot))(object)) {
      if (isObject(parent)) delete parent[path.slice(dot + 1)]
    }
  } catch (error) {
    throw new IgnoreFieldError(`JSON path error in '${path}': ${messageOf(error)}`)
  }
}

function removeByPointer(object: JsonObject, pointer: string): JsonObject {
  try {
    const rest = patchJson(object, [{ op: 'remove', path: pointer }])
    if (isObject(rest)) return rest
  } catch (error) {
    // What is not there need not be left out.
    if (error instanceof JsonPatchError && pointer.startsWith('/')) return object
    throw new IgnoreFieldError(`JSON Pointer error in '${pointer}': ${messageOf(error)}`)
  }
  throw new IgnoreFieldError(`JSON Pointer error in '${pointer}': it names the whole object`)
}
