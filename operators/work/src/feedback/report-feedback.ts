import type { ManifestCondition } from '@skep/api'
import { type ConditionUpdate, removeCondition, setCondition } from '@skep/controller'
import { asJson, type Condition, goErrors, jsonEqual } from '@skep/schema'
import { configOf } from '../manifests/manifest-config.ts'
import { messageOf } from '../message-of.ts'
import type { ManifestConfig, SpokeObject, WorkStatus } from '../types.ts'
import { aggregateConditions } from './aggregate.ts'
import { type ConditionReader, isMadeByRule } from './condition-rules.ts'
import type { Feedback, FeedbackReader } from './feedback.ts'

/** What is known of an object now: itself, that it is not there, or why nobody knows. */
export type Observed =
  | { readonly object: SpokeObject }
  | { readonly missing: true }
  | { readonly failure: unknown }
  | { readonly unidentified: true }

/** What reports are made with. */
export interface Reporting {
  readonly readFeedback: FeedbackReader
  readonly readConditions: ConditionReader
  readonly configs: readonly ManifestConfig[]
  readonly generation: number | undefined
  readonly now: number
}

/** States in the status of a work, in place, how its objects are; `observed` has one entry for each told manifest. */
export function reportFeedback(status: WorkStatus, observed: readonly Observed[], reporting: Reporting): void {
  const manifests = status.resourceStatus?.manifests ?? []
  if (manifests.length === 0) return
  for (const [index, told] of manifests.entries()) reportObject(told, observed[index]!, reporting)
  const conditions = (status.conditions ??= [])
  for (const update of aggregateConditions(manifests))
    setCondition(conditions, current(update, reporting), reporting.now)
  dropFormerRules(conditions, reporting)
}

function reportObject(told: ManifestCondition, observed: Observed, reporting: Reporting): void {
  const { conditions, resourceMeta } = told
  setCondition(conditions, availability(observed), reporting.now)
  if (!('object' in observed)) return
  const { feedbackRules, conditionRules } = configOf(resourceMeta, reporting.configs)
  const feedback = reporting.readFeedback(observed.object, feedbackRules)
  const values = feedback.values.length === 0 ? undefined : [...feedback.values]
  // Whoever waits for values sees by the time of transition that they are new.
  const changed = !jsonEqual(asJson(values ?? []), asJson(told.statusFeedback?.values ?? []))
  if (changed) removeCondition(conditions, 'StatusFeedbackSynced')
  setCondition(conditions, feedbackSynced(feedback, feedbackRules.length > 0), reporting.now)
  if (values) told.statusFeedback = { values }
  else delete told.statusFeedback
  for (const update of reporting.readConditions(observed.object, conditionRules)) {
    setCondition(conditions, current(update, reporting), reporting.now)
  }
  dropFormerRules(conditions, reporting)
}

const current = (update: ConditionUpdate, { generation }: Reporting): ConditionUpdate =>
  generation === undefined ? update : { ...update, observedGeneration: generation }

/** What rules made that the work no longer has: they would have said it of the present generation. */
function dropFormerRules(conditions: Condition[], { generation }: Reporting): void {
  for (const condition of [...conditions]) {
    if (isMadeByRule(condition) && condition.observedGeneration !== generation)
      removeCondition(conditions, condition.type)
  }
}

function availability(observed: Observed): ConditionUpdate {
  const say = (status: Condition['status'], reason: string, message: string) => ({
    type: 'Available',
    status,
    reason,
    message,
  })
  if ('object' in observed) return say('True', 'ResourceAvailable', 'Resource is available')
  if ('missing' in observed) return say('False', 'ResourceNotAvailable', 'Resource is not available')
  if ('unidentified' in observed) return say('Unknown', 'IncompleteResourceMeta', 'Resource meta is incomplete')
  return say('Unknown', 'FetchingResourceFailed', `Failed to fetch resource: ${messageOf(observed.failure)}`)
}

function feedbackSynced({ errors }: Feedback, hasRules: boolean): ConditionUpdate {
  const type = 'StatusFeedbackSynced'
  if (!hasRules) return { type, status: 'True', reason: 'NoStatusFeedbackSynced' }
  if (errors.length === 0) return { type, status: 'True', reason: 'StatusFeedbackSynced' }
  const message = `Sync status feedback failed with error ${goErrors(errors)}`
  return { type, status: 'False', reason: 'StatusFeedbackSyncFailed', message }
}
