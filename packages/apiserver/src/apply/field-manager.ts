import type { ManagedFieldsEntry, SchemaNode } from '@skep/schema'
import { applyConfig } from './apply-config.ts'
import { managedTypeOf } from './managed-type.ts'
import type { ApplyRequest, ApplyResult, UpdateRequest } from './requests.ts'
import { trackUpdate } from './track-update.ts'

/** Keeps track of who owns which field of objects of one schema, and merges applied configurations by it. */
export interface FieldManager {
  /** The `managedFields` after a create, update or patch; empty when the object's fields are not tracked. Never throws. */
  update(request: UpdateRequest): ManagedFieldsEntry[]
  /**
   * Merges a configuration. Throws Conflict, listing the fields, when others own what it changes; BadRequest for a
   * configuration of another kind or with managedFields; and an error without a reason (500) for one that does not fit
   * the schema.
   */
  apply(request: ApplyRequest): ApplyResult
}

const known = new WeakMap<SchemaNode, FieldManager>()

/** The field manager of a schema of whole objects, made once per schema. */
export function compileFieldManager(schema: SchemaNode): FieldManager {
  const found = known.get(schema)
  if (found !== undefined) return found
  const managed = managedTypeOf(schema)
  const manager: FieldManager = {
    update: (request) => trackUpdate(managed, request),
    apply: (request) => applyConfig(managed, request),
  }
  known.set(schema, manager)
  return manager
}
