import { type FieldError, fieldError } from '@skep/schema'
import { printedSelector } from '../meta/label-selector.ts'
import { invalidStruct, validateNonNegative, validateOneOf, validateRequired } from '../meta/validation.ts'
import type { CronJob, CronJobSpec } from './cron-job.ts'
import { CronScheduleError, parseCronSchedule } from './cron-schedule.ts'
import type { JobSpec } from './job-spec.ts'
import { validateJobSpec } from './job-spec.validate.ts'

/** Jobs are named for their CronJob and the minute, and must stay within 63 characters. */
const MAX_NAME_BYTES = 52

/** Everything wrong with a CronJob. */
export const validateCronJob = ({ metadata, spec }: CronJob): FieldError[] => [
  ...(spec.schedule ? validateSchedule(spec.schedule) : []),
  ...validateNonNegative(spec.startingDeadlineSeconds, 'spec.startingDeadlineSeconds'),
  ...(spec.timeZone === undefined ? [] : validateTimeZone(spec.timeZone)),
  ...validateOneOf(spec.concurrencyPolicy, 'spec.concurrencyPolicy', ['Allow', 'Forbid', 'Replace']),
  ...validateTemplate(spec.jobTemplate.spec),
  ...validateHistory(spec),
  ...(Buffer.byteLength(metadata.name ?? '') > MAX_NAME_BYTES
    ? [fieldError.invalid('metadata.name', metadata.name, `must be no more than ${MAX_NAME_BYTES} characters`)]
    : []),
  ...validateRequired(spec.schedule, 'spec.schedule'),
]

const validateHistory = (spec: CronJobSpec): FieldError[] => [
  ...validateNonNegative(spec.successfulJobsHistoryLimit, 'spec.successfulJobsHistoryLimit'),
  ...validateNonNegative(spec.failedJobsHistoryLimit, 'spec.failedJobsHistoryLimit'),
]

function validateSchedule(schedule: string): FieldError[] {
  const path = 'spec.schedule'
  const errors: FieldError[] = []
  try {
    parseCronSchedule(schedule)
  } catch (error) {
    if (!(error instanceof CronScheduleError)) throw error
    errors.push(fieldError.invalid(path, schedule, error.message))
  }
  if (schedule.includes('TZ')) {
    const detail = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'
    errors.push(fieldError.invalid(path, schedule, detail))
  }
  return errors
}

function validateTimeZone(timeZone: string): FieldError[] {
  const path = 'spec.timeZone'
  if (timeZone === '') return [fieldError.invalid(path, timeZone, 'timeZone must be nil or non-empty string')]
  const isLocal = timeZone.toLowerCase() === 'local'
  if (isLocal) {
    const detail = 'timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones'
    return [fieldError.invalid(path, timeZone, detail)]
  }
  return isKnownTimeZone(timeZone) ? [] : [fieldError.invalid(path, timeZone, `unknown time zone ${timeZone}`)]
}

/** Names of time zones are paths: letters first, and no offsets such as +01:00. */
const TIME_ZONE = /^[A-Za-z][A-Za-z._0-9+-]{0,13}(\/[A-Za-z][A-Za-z._0-9+-]{0,13})*$/

function isKnownTimeZone(timeZone: string): boolean {
  if (!TIME_ZONE.test(timeZone)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

/** A Job that a CronJob makes gets its selector then. */
function validateTemplate(spec: JobSpec): FieldError[] {
  const path = 'spec.jobTemplate.spec'
  const errors = validateJobSpec(spec, path)
  if (spec.selector !== undefined) {
    errors.push(invalidStruct(`${path}.selector`, printedSelector(spec.selector), '`selector` will be auto-generated'))
  }
  if (spec.manualSelector) {
    errors.push(fieldError.notSupported(`${path}.manualSelector`, spec.manualSelector, ['nil', 'false']))
  }
  return errors
}
