import type { ManifestCondition } from '@skep/api'
import { type ConditionUpdate, setCondition } from '@skep/controller'
import type { Condition } from '@skep/schema'
import { manifestKey } from '../manifests/resource-meta.ts'
import { messageOf } from '../message-of.ts'
import type { WorkStatus } from '../types.ts'
import type { ManifestResult } from './apply-manifests.ts'
import { IgnoreFieldError } from './ignored-fields.ts'

/** States in the status of a work, in place, what became of its manifests. */
export function reportApplied(
  status: WorkStatus,
  results: readonly ManifestResult[],
  generation: number | undefined,
  now: number,
): void {
  const observed = observedBy(generation)
  const former = new Map(
    (status.resourceStatus?.manifests ?? []).map((told) => [manifestKey(told.resourceMeta), told] as const),
  )
  const manifests = results.map((result): ManifestCondition => {
    const told = former.get(manifestKey(result.resourceMeta))
    const conditions: Condition[] = [...(told?.conditions ?? [])]
    setCondition(conditions, { ...manifestApplied(result), ...observed }, now)
    return { ...told, resourceMeta: result.resourceMeta, conditions }
  })
  status.resourceStatus = { manifests }
  const update = { ...workApplied(results), ...observed }
  if (results.length > 0) setCondition((status.conditions ??= []), update, now)
}

/** States in the status of a work, in place, why nothing of it could be applied. */
export function reportNotApplied(
  status: WorkStatus,
  error: unknown,
  generation: number | undefined,
  now: number,
): void {
  const update = { ...NOT_APPLIED, message: `${NOT_APPLIED.message}: ${messageOf(error)}`, ...observedBy(generation) }
  setCondition((status.conditions ??= []), update, now)
}

const observedBy = (generation: number | undefined) =>
  generation === undefined ? {} : { observedGeneration: generation }

function manifestApplied({ error }: ManifestResult): ConditionUpdate {
  if (error === undefined) {
    const message = 'Apply manifest complete'
    return { type: 'Applied', status: 'True', reason: 'AppliedManifestComplete', message }
  }
  const ignoring = error instanceof IgnoreFieldError
  return {
    type: 'Applied',
    status: 'False',
    reason: ignoring ? 'AppliedManifestSSAIgnoreFieldError' : 'AppliedManifestFailed',
    message: `Failed to ${ignoring ? 'process ignoreFields' : 'apply manifest'}: ${messageOf(error)}`,
  }
}

const NOT_APPLIED = {
  type: 'Applied',
  status: 'False',
  reason: 'AppliedManifestWorkFailed',
  message: 'Failed to apply manifest work',
} as const

const workApplied = (results: readonly ManifestResult[]): ConditionUpdate =>
  results.every(({ error }) => error === undefined)
    ? {
        type: 'Applied',
        status: 'True',
        reason: 'AppliedManifestWorkComplete',
        message: 'Apply manifest work complete',
      }
    : NOT_APPLIED
