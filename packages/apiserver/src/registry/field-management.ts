import { formatTime } from '@skep/base'
import type { JsonObject, KubeObject } from '@skep/schema'
import { compileFieldManager } from '../apply/field-manager.ts'
import { resetFieldsOf } from '../apply/reset-fields.ts'
import { managerOf, type Target, type WriteRequest } from './target.ts'
import { asKept } from './versions.ts'

/** What a write tells the field manager about itself; spelled out by who adds to it, because spreads are slow. */
function describe({ resource, services }: Target, write: WriteRequest) {
  return {
    manager: managerOf(write),
    apiVersion: resource.apiVersion,
    subresource: write.subresource,
    now: formatTime(services.clock.now()),
    resetFields: resetFieldsOf(resource, write.subresource),
  }
}

/** In place: notes who owns the fields that a create, update or patch sets. */
export function trackWrite(
  target: Target,
  write: WriteRequest,
  stored: KubeObject | undefined,
  next: KubeObject,
): void {
  // An update owns what it changes for good; a create owns all that it says.
  const kept = stored ? asKept(target.resource, next) : next
  const { manager, apiVersion, subresource, now, resetFields } = describe(target, write)
  const request = { manager, apiVersion, subresource, now, resetFields, live: stored, next: kept }
  const managedFields = compileFieldManager(target.resource.schema).update(request)
  if (managedFields.length > 0) next.metadata.managedFields = managedFields
  else if (next.metadata.managedFields) delete next.metadata.managedFields
}

/** Merges an applied configuration into the stored object; throws Conflict when others own what it changes. */
export function applyConfiguration(
  target: Target,
  write: WriteRequest,
  stored: KubeObject | undefined,
  config: JsonObject,
  force: boolean,
): KubeObject {
  const { schema, kind } = target.resource
  const { manager, apiVersion, subresource, now, resetFields } = describe(target, write)
  const request = { manager, apiVersion, subresource, now, resetFields, live: stored, config, kind, force }
  return compileFieldManager(schema).apply(request).object
}
