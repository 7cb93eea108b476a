import type { Pod } from '@skep/api'
import { scaledCount } from '../counts.ts'
import { isDeleted, isFinished, isReady } from '../pods/pod-state.ts'
import { slowStart } from '../slow-start.ts'
import { createClaims, hasStaleClaim, keepClaimOwners } from './claims.ts'
import { createMember, deleteMember } from './members.ts'
import { isWanted, sizeOf, startOf, wantedOrdinals } from './ordinals.ts'
import { isOrdered, isUnavailable, presentMembers, revisionOf, type SetScope } from './scope.ts'

/** Whether the next step has to wait until something happens to this member. */
type Step = (ordinal: number) => Promise<'wait' | 'go on'>

/** Takes a step for every member: in order until one has to wait, or, for sets in parallel, for all at once. */
async function forEach(scope: SetScope, ordinals: readonly number[], step: Step): Promise<'wait' | 'go on'> {
  if (!isOrdered(scope)) {
    await slowStart(ordinals.length, (index) => step(ordinals[index]!))
    return 'go on'
  }
  for (const ordinal of ordinals) if ((await step(ordinal)) === 'wait') return 'wait'
  return 'go on'
}

/** Sees to it that all members that the set wants are there. */
export const keepMembers = (scope: SetScope): Promise<'wait' | 'go on'> =>
  forEach(scope, wantedOrdinals(scope.set), (ordinal) => keepMember(scope, ordinal))

async function keepMember(scope: SetScope, ordinal: number): Promise<'wait' | 'go on'> {
  const pod = presentMembers(scope).get(ordinal)
  if (pod && isFinished(pod)) {
    if (!isDeleted(pod)) await deleteMember(scope, pod)
    return 'wait'
  }
  if (!pod) {
    if (hasStaleClaim(scope, ordinal)) return 'wait'
    await createMember(scope, ordinal)
    return isOrdered(scope) ? 'wait' : 'go on'
  }
  if (pod.status?.phase === 'Pending' && !isDeleted(pod)) await createClaims(scope, ordinal)
  const isUp = pod.status?.phase === 'Running' && isReady(pod) && !isUnavailable(scope, pod)
  if (isOrdered(scope) && !isUp) return 'wait'
  await keepClaimOwners(scope, ordinal, pod)
  return 'go on'
}

/** Removes members that the set no longer wants, the highest first. */
export async function removeExcess(scope: SetScope): Promise<'wait' | 'go on'> {
  const members = presentMembers(scope)
  const excess = [...members.keys()].filter((ordinal) => !isWanted(scope.set, ordinal)).sort((a, b) => b - a)
  for (const ordinal of excess) await keepClaimOwners(scope, ordinal, members.get(ordinal)!)
  const firstUnavailable = [...members.keys()]
    .sort((a, b) => a - b)
    .find((ordinal) => isUnavailable(scope, members.get(ordinal)))
  return forEach(scope, excess, async (ordinal) => {
    const pod = members.get(ordinal)!
    if (isDeleted(pod)) return 'wait'
    // One at a time, and none while another is not well, unless it is the unwell one that goes.
    if (isOrdered(scope) && isUnavailable(scope, pod) && ordinal !== firstUnavailable) return 'wait'
    await deleteMember(scope, pod)
    return 'wait'
  })
}

/** Deletes members of earlier revisions, the highest first, as many as may be unavailable; they are made anew. */
export async function updateMembers(scope: SetScope): Promise<void> {
  const { set, updateRevision } = scope
  const members = presentMembers(scope)
  const partition = startOf(set) + (set.spec.updateStrategy?.rollingUpdate?.partition ?? 0)
  const descending = wantedOrdinals(set).toReversed()
  const isOutdated = (pod: Pod | undefined): pod is Pod =>
    pod !== undefined && !isDeleted(pod) && revisionOf(pod) !== updateRevision.metadata.name
  const outdated = descending.filter((ordinal) => ordinal >= partition).map((ordinal) => members.get(ordinal))
  let budget = maxUnavailable(scope) - descending.filter((ordinal) => isUnavailable(scope, members.get(ordinal))).length
  for (const pod of outdated.filter(isOutdated)) {
    // A pod that is not available is no loss; only sets in order must wait for it first.
    const isFree = !isOrdered(scope) && isUnavailable(scope, pod)
    if (!isFree && budget <= 0) continue
    if (!isFree) budget--
    await deleteMember(scope, pod)
  }
}

function maxUnavailable({ set }: SetScope): number {
  const { maxUnavailable: value = 1 } = set.spec.updateStrategy?.rollingUpdate ?? {}
  return Math.max(1, scaledCount(value, sizeOf(set), 'down'))
}
