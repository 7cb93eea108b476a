import { HostedControlPlane } from '@skep/api'
import { hasReason } from '@skep/base'
import type { Client, JsonPatchOperation } from '@skep/client'
import { type ConditionUpdate, setCondition } from '@skep/controller'
import { asJson, type Json, jsonEqual } from '@skep/schema'
import type { ControlPlane } from '../control-planes.ts'

type ControlPlaneStatus = NonNullable<HostedControlPlane['status']>

/** What is to be said in the status of a control plane, besides what others say there. */
export interface StatusChange {
  readonly conditions: readonly ConditionUpdate[]
  readonly fields: Pick<ControlPlaneStatus, 'versionStatus' | 'version' | 'releaseImage'>
}

/** How often somebody else may be faster. */
const ATTEMPTS = 4

/**
 * Says it in one patch, and writes nothing when it is said already. Others write the same status, so that the patch
 * holds only for the version that was read; and it is a JSON patch, because a merge patch would take the nulls, with
 * which a version says that there is nothing, for wishes to remove them.
 */
export async function writeStatus(
  client: Client,
  controlPlane: ControlPlane,
  change: StatusChange,
  now: number,
): Promise<void> {
  let known: ControlPlane | undefined = controlPlane
  for (let attempt = 1; known; attempt++) {
    const operations = operationsOf(known, change, now)
    if (operations.length === 0) return
    try {
      await client.patchUnread(HostedControlPlane, known.metadata, guarded(known, operations), {
        subresource: 'status',
      })
      return
    } catch (error) {
      if (attempt === ATTEMPTS || !isOutdated(error)) throw error
      known = await client.get(HostedControlPlane, known.metadata)
    }
  }
}

const guarded = ({ metadata }: ControlPlane, operations: readonly JsonPatchOperation[]) => ({
  type: 'json' as const,
  operations: [
    { op: 'test' as const, path: '/metadata/resourceVersion', value: metadata.resourceVersion },
    ...operations,
  ],
})

/** A test that fails makes the patch invalid. */
const isOutdated = (error: unknown): boolean => hasReason(error, 'Invalid') || hasReason(error, 'Conflict')

function operationsOf(controlPlane: ControlPlane, change: StatusChange, now: number): JsonPatchOperation[] {
  const { metadata, status } = controlPlane
  const conditions = structuredClone(status?.conditions ?? [])
  const observedGeneration = metadata.generation ?? 0
  const changes = change.conditions.map((update) => setCondition(conditions, { ...update, observedGeneration }, now))
  const wanted: Record<string, Json | undefined> = {
    ...asJson(change.fields),
    ...(changes.includes(true) ? { conditions: asJson(conditions) } : {}),
  }
  const current: Record<string, Json | undefined> = status ? asJson(status) : {}
  const differing = Object.entries(wanted).filter(([field, value]) => !jsonEqual(current[field], value))
  if (differing.length === 0) return []
  const made: JsonPatchOperation[] = status ? [] : [{ op: 'add', path: '/status', value: { ...UNREADY } }]
  return [
    ...made,
    ...differing.flatMap(([field, value]) =>
      value === undefined ? [] : [{ op: 'add' as const, path: `/status/${field}`, value }],
    ),
  ]
}

/** What every status of a control plane says at least. */
const UNREADY = { ready: false, initialized: false }
