import { StatusError } from '@skep/base'
import {
  asJson,
  type Json,
  type JsonObject,
  type KubeObject,
  kubeObject,
  type ManagedFieldsEntry,
  s,
} from '@skep/schema'
import { compileFieldManager } from '../field-manager.ts'
import type { ApplyRequest } from '../requests.ts'

const port = s.object({
  name: s.optional(s.string()),
  port: s.int32(),
  protocol: s.optional(s.string({ default: 'TCP' })),
  targetPort: s.optional(s.intOrString()),
})
const item = s.object({ name: s.string(), port: s.optional(s.integer({ default: 80 })), value: s.optional(s.string()) })
const schema = s.object({
  ...kubeObject,
  data: s.optional(s.map(s.string())),
  spec: s.optional(
    s.object({
      clusterIP: s.optional(s.string()),
      ports: s.optional(s.array(port, { listType: 'map', listMapKeys: ['port', 'protocol'] })),
      atomic: s.optional(s.array(s.string())),
      set: s.optional(s.array(s.string(), { listType: 'set' })),
      map: s.optional(s.array(item, { listType: 'map', listMapKeys: ['name', 'port'] })),
      atomicObject: s.optional(
        s.object({ a: s.optional(s.string()), b: s.optional(s.string()) }, { mapType: 'atomic' }),
      ),
      granular: s.optional(s.object({ a: s.optional(s.string()), b: s.optional(s.string()) })),
      free: s.optional(s.anyObject()),
      n: s.optional(s.int32()),
    }),
  ),
  status: s.optional(s.object({ phase: s.optional(s.string()) })),
}).node
/** Tracks things: a kind with lists and maps of every type. */
export const fieldManager = compileFieldManager(schema)

/** When a test begins, and a second later. */
export const T1 = '2026-01-01T00:00:01Z'
export const T2 = '2026-01-01T00:00:02Z'

/** A configuration of the thing `a`. */
export const config = (members: JsonObject, metadata: JsonObject = {}): JsonObject => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { name: 'a', ...metadata },
  ...members,
})
/** Applies a configuration at the first moment, unless told otherwise. */
export const apply = (
  live: KubeObject | undefined,
  manager: string,
  applied: JsonObject,
  changes: Partial<ApplyRequest> = {},
) =>
  fieldManager.apply({
    live,
    config: applied,
    manager,
    kind: 'Thing',
    apiVersion: 'v1',
    subresource: '',
    force: false,
    now: T1,
    ...changes,
  })
/** Applies one configuration after the other. */
export const applyAll = (...steps: [manager: string, members: JsonObject][]): KubeObject =>
  steps.reduce<KubeObject | undefined>(
    (live, [manager, members]) => apply(live, manager, config(members)).object,
    undefined,
  )!

/** What an applier is said to own. */
export const entry = (
  manager: string,
  fieldsV1: ManagedFieldsEntry['fieldsV1'],
  changes: Partial<ManagedFieldsEntry> = {},
) =>
  ({
    manager,
    operation: 'Apply',
    apiVersion: 'v1',
    time: T1,
    fieldsType: 'FieldsV1',
    fieldsV1,
    ...changes,
  }) as ManagedFieldsEntry
/** A thing without what every object has. */
export const membersOf = (object: KubeObject): Json => {
  const { apiVersion: _, kind: __, metadata: ___, ...members } = asJson(object)
  return members
}

/** The refusal that something meets. */
export function failure(act: () => unknown): StatusError {
  try {
    act()
  } catch (thrown) {
    if (thrown instanceof StatusError) return thrown
    throw thrown
  }
  throw new Error('nothing failed')
}
