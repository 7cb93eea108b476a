import type { JsonObject, KubeObject, ManagedFieldsEntry } from '@skep/schema'
import type { FieldSet } from './field-set.ts'

/** What every write tells about itself. */
export interface WriteRequest {
  /** Field manager of the request; empty for one that does not say. */
  manager: string
  /** Group and version in which the write was made, such as `apps/v1`. */
  apiVersion: string
  /** Empty for the main resource. */
  subresource: string
  /** RFC 3339, second precision. */
  now: string
  /** Fields that this write cannot change, and so cannot own; see `resetFieldsOf`. Default: none. */
  resetFields?: FieldSet | undefined
}

export interface UpdateRequest extends WriteRequest {
  /** The stored object; undefined on create. */
  live: KubeObject | undefined
  /** The object to be stored; its `managedFields` are what the client sent. */
  next: KubeObject
}

export interface ApplyRequest extends WriteRequest {
  /** The stored object; undefined when apply creates it. */
  live: KubeObject | undefined
  /** The configuration as the client sent it. */
  config: JsonObject
  /** Kind that the resource serves. */
  kind: string
  /** Take fields from other managers instead of failing. */
  force: boolean
}

export interface ApplyResult {
  /** The merged object, not yet defaulted or validated, carrying the new `managedFields`. Shares parts with its inputs. */
  object: KubeObject
  managedFields: ManagedFieldsEntry[]
}
