import type { JobStatus } from './job.ts'

/** The conditions that a Job can have. */
export type JobConditionType = 'Complete' | 'Failed' | 'Suspended' | 'FailureTarget' | 'SuccessCriteriaMet'

/** Whether a condition holds. */
export const hasCondition = ({ conditions = [] }: JobStatus, type: JobConditionType): boolean =>
  conditions.some((condition) => condition.type === type && condition.status === 'True')

/** Whether a Job has ended, well or not. */
export const isFinished = (status: JobStatus): boolean =>
  hasCondition(status, 'Complete') || hasCondition(status, 'Failed')
