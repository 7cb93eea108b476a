import { type FieldError, fieldError } from '@skep/schema'
import { validateEach } from '../meta/validation.ts'
import { isSame } from '../rules/equal.ts'
import { invalidUnquoted } from '../rules/errors.ts'
import { validateCounts } from '../rules/status.ts'
import { firstCommonIndex, IndexesError, parseIndexes } from './indexes.ts'
import type { Job, JobStatus } from './job.ts'
import { hasCondition, isFinished, type JobConditionType } from './job-state.ts'

const CONDITIONS = 'status.conditions'

/** A Job before and after a write of its status. Rules hold for what the write changes: the rest may be out of date. */
interface Change {
  job: Job
  now: JobStatus
  before: JobStatus
}

const differs = ({ now, before }: Change, ...names: (keyof JobStatus)[]): boolean =>
  names.some((name) => !isSame(now[name], before[name]))
const turned = ({ now, before }: Change, type: JobConditionType): boolean =>
  hasCondition(now, type) !== hasCondition(before, type)
const ended = ({ now, before }: Change): boolean => isFinished(now) !== isFinished(before)

/** Everything wrong with a new status of a Job. */
export function validateJobStatus(job: Job, stored: Job): FieldError[] {
  const change: Change = { job, now: job.status ?? {}, before: stored.status ?? {} }
  return [
    ...validateCounts(change.now, 'status', ['active', 'succeeded', 'failed', 'ready', 'terminating']),
    ...validateUncounted(change.now),
    ...validateConditions(change),
    ...validateTimes(change),
    ...validateEnd(change),
    ...validateIndexes(change),
    ...validateProgress(change),
  ]
}

function validateUncounted({ uncountedTerminatedPods = {} }: JobStatus): FieldError[] {
  const { succeeded = [], failed = [] } = uncountedTerminatedPods
  const seen = new Set<string>()
  const validateUid = (uid: string, path: string): FieldError[] => {
    if (uid === '') return [fieldError.invalid(path, uid, 'must not be empty')]
    if (seen.has(uid)) return [fieldError.duplicate(path, uid)]
    seen.add(uid)
    return []
  }
  const path = 'status.uncountedTerminatedPods'
  return [
    ...validateEach(succeeded, `${path}.succeeded`, validateUid),
    ...validateEach(failed, `${path}.failed`, validateUid),
  ]
}

function validateConditions(change: Change): FieldError[] {
  const { now } = change
  const is = (type: JobConditionType) => hasCondition(now, type)
  const errors: string[] = []
  if ((turned(change, 'Complete') || turned(change, 'Failed')) && is('Complete') && is('Failed')) {
    errors.push('cannot set Complete=True and Failed=true conditions')
  }
  if ((turned(change, 'Complete') || turned(change, 'FailureTarget')) && is('Complete') && is('FailureTarget')) {
    errors.push('cannot set Complete=True and FailureTarget=true conditions')
  }
  if ((turned(change, 'Failed') || differs(change, 'failedIndexes')) && is('Failed') && !is('FailureTarget')) {
    errors.push('cannot set Failed=True condition without the FailureTarget=true condition')
  }
  const succeedsNow = turned(change, 'Complete') || turned(change, 'SuccessCriteriaMet')
  if (succeedsNow && is('Complete') && !is('SuccessCriteriaMet')) {
    errors.push('cannot set Complete=True condition without the SuccessCriteriaMet=true condition')
  }
  for (const end of ['Failed', 'FailureTarget'] as const) {
    if (is('SuccessCriteriaMet') && is(end))
      errors.push(`cannot set SuccessCriteriaMet=True and ${end}=true conditions`)
  }
  return errors.map((detail) => invalidUnquoted(CONDITIONS, detail))
}

function validateTimes(change: Change): FieldError[] {
  const { startTime, completionTime } = change.now
  const path = 'status.completionTime'
  const isComplete = hasCondition(change.now, 'Complete')
  const errors: FieldError[] = []
  if (turned(change, 'Complete') || differs(change, 'completionTime')) {
    if (completionTime !== undefined && !isComplete) {
      const detail = 'cannot set completionTime when there is no Complete=True condition'
      errors.push(fieldError.invalid(path, completionTime, detail))
    }
    if (completionTime === undefined && isComplete) {
      errors.push(fieldError.required(path, 'completionTime is required for Complete jobs'))
    }
  }
  const isBackwards = startTime !== undefined && completionTime !== undefined && completionTime < startTime
  if (differs(change, 'startTime', 'completionTime') && isBackwards) {
    errors.push(fieldError.invalid(path, completionTime, 'must be equal to or after `startTime`'))
  }
  return errors
}

/** A Job that has ended has nothing left to do. */
function validateEnd(change: Change): FieldError[] {
  const { job, now } = change
  if (!isFinished(now)) return []
  const errors: FieldError[] = []
  const changes = (name: keyof JobStatus) => ended(change) || differs(change, name)
  if (changes('active') && (now.active ?? 0) > 0) {
    errors.push(fieldError.invalid('status.active', now.active, 'active>0 is invalid for finished job'))
  }
  const neverRan = job.spec.suspend === true && job.spec.completions === 0
  if (changes('startTime') && now.startTime === undefined && !neverRan) {
    errors.push(fieldError.required('status.startTime', 'startTime is required for finished job'))
  }
  const { succeeded = [], failed = [] } = now.uncountedTerminatedPods ?? {}
  if (changes('uncountedTerminatedPods') && succeeded.length + failed.length > 0) {
    const path = 'status.uncountedTerminatedPods'
    errors.push(fieldError.invalid(path, now.uncountedTerminatedPods, 'must be empty for finished job'))
  }
  if (changes('terminating') && (now.terminating ?? 0) > 0) {
    errors.push(fieldError.invalid('status.terminating', now.terminating, 'terminating>0 is invalid for finished job'))
  }
  return errors
}

function validateIndexes(change: Change): FieldError[] {
  const { spec } = change.job
  const { completedIndexes = '', failedIndexes } = change.now
  const path = { completed: 'status.completedIndexes', failed: 'status.failedIndexes' }
  const completions = spec.completions ?? Number.POSITIVE_INFINITY
  const errors: FieldError[] = []
  if (differs(change, 'completedIndexes')) {
    errors.push(...validateFormat(completedIndexes, completions, path.completed))
    if (completedIndexes !== '' && spec.completionMode !== 'Indexed') {
      const detail = 'cannot set non-empty completedIndexes when non-indexed completion mode'
      errors.push(fieldError.invalid(path.completed, completedIndexes, detail))
    }
  }
  if (failedIndexes === undefined || !differs(change, 'completedIndexes', 'failedIndexes')) return errors
  if (spec.backoffLimitPerIndex === undefined) {
    const detail = 'cannot set non-null failedIndexes when backoffLimitPerIndex is null'
    return [...errors, fieldError.invalid(path.failed, failedIndexes, detail)]
  }
  const ofFormat = validateFormat(failedIndexes, completions, path.failed)
  return [...errors, ...(ofFormat.length + errors.length > 0 ? ofFormat : validateNoOverlap(change, completions))]
}

function validateFormat(indexes: string, completions: number, path: string): FieldError[] {
  try {
    parseIndexes(indexes, completions)
    return []
  } catch (error) {
    if (!(error instanceof IndexesError)) throw error
    return [fieldError.invalid(path, indexes, `error parsing ${path.slice('status.'.length)}: ${error.message}`)]
  }
}

function validateNoOverlap({ now }: Change, completions: number): FieldError[] {
  const { completedIndexes = '', failedIndexes = '' } = now
  const common = firstCommonIndex(parseIndexes(completedIndexes, completions), parseIndexes(failedIndexes, completions))
  if (common === undefined) return []
  const detail = `failedIndexes and completedIndexes overlap at index: ${common}`
  return [fieldError.invalid('status.failedIndexes', failedIndexes, detail)]
}

/** What has happened to a Job does not un-happen. */
function validateProgress(change: Change): FieldError[] {
  const { job, now, before } = change
  const errors: FieldError[] = []
  if (differs(change, 'ready', 'active') && (now.ready ?? 0) > (now.active ?? 0)) {
    errors.push(fieldError.invalid('status.ready', now.ready, 'cannot set more ready pods than active'))
  }
  for (const type of ['Failed', 'Complete', 'FailureTarget'] as const) {
    if (hasCondition(before, type) && !hasCondition(now, type)) {
      errors.push(invalidUnquoted(CONDITIONS, `cannot disable the terminal ${type}=True condition`))
    }
  }
  const isScalable = job.spec.completionMode === 'Indexed' && job.spec.completions === job.spec.parallelism
  for (const name of isScalable ? (['failed'] as const) : (['failed', 'succeeded'] as const)) {
    if ((now[name] ?? 0) < (before[name] ?? 0)) {
      errors.push(fieldError.invalid(`status.${name}`, now[name] ?? 0, `cannot decrease the ${name} counter`))
    }
  }
  return [...errors, ...validateKeptTimes(change)]
}

function validateKeptTimes(change: Change): FieldError[] {
  const { job, now, before } = change
  const errors: FieldError[] = []
  if (now.completionTime !== undefined && before.completionTime !== undefined && differs(change, 'completionTime')) {
    errors.push(fieldError.invalid('status.completionTime', now.completionTime, 'field is immutable'))
  }
  const isResuming = hasCondition(before, 'Suspended') && !hasCondition(now, 'Suspended')
  if (before.startTime !== undefined && differs(change, 'startTime') && !isResuming && !job.spec.suspend) {
    const detail = 'field is immutable for unsuspended job once set'
    errors.push(fieldError.invalid('status.startTime', now.startTime, detail))
  }
  if (hasCondition(before, 'SuccessCriteriaMet') && !hasCondition(now, 'SuccessCriteriaMet')) {
    errors.push(invalidUnquoted(CONDITIONS, 'cannot disable the SuccessCriteriaMet=True condition'))
  }
  return errors
}
