import { HostedControlPlane } from '@skep/api'
import { type Client, ignoreMissing } from '@skep/client'
import { findCondition } from '@skep/controller'
import { asJson, type Condition, jsonEqual } from '@skep/schema'
import type { ControlPlane } from './facts.ts'

type Status = NonNullable<HostedControlPlane['status']>

/**
 * Writes what a run changed in the status of a control plane. Others write conditions too, in the same list: what they
 * are known to have written meanwhile stays, and whoever did not know of it looks again.
 */
export async function writeStatus(
  client: Client,
  before: ControlPlane,
  after: ControlPlane,
  /** As it is known by now. */
  newest: ControlPlane,
): Promise<void> {
  const isAlone = newest.metadata.resourceVersion === before.metadata.resourceVersion
  const written = isAlone ? after : withChanges(newest, before.status, after.status)
  await client.patchStatus(HostedControlPlane, newest, written, { ifUnchanged: true }).catch(ignoreMissing)
}

/** A control plane with what a run made of the status that it found. */
function withChanges(newest: ControlPlane, before: Partial<Status> = {}, after: Partial<Status> = {}): ControlPlane {
  const [was, is] = [asJson(before), asJson(after)]
  const changed = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter(
    (field) => !jsonEqual(was[field], is[field]),
  )
  const status = {
    ...newest.status,
    ...Object.fromEntries(changed.map((field) => [field, is[field]])),
    conditions: withStated(newest.status?.conditions ?? [], before.conditions ?? [], after.conditions ?? []),
  }
  // Fields of two statuses make a status.
  return { ...newest, metadata: { ...newest.metadata }, status: status as Status }
}

/** Conditions with those that a run has stated in another way than it found them. */
function withStated(newest: readonly Condition[], before: readonly Condition[], after: readonly Condition[]) {
  const stated = after.filter((each) => !jsonEqual(asJson(findCondition(before, each.type) ?? {}), asJson(each)))
  const added = stated.filter(({ type }) => !findCondition(newest, type))
  return [...newest.map((each) => findCondition(stated, each.type) ?? each), ...added]
}
