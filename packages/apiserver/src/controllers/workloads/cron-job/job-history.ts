import type { Job } from '@skep/api'
import { deleteIfThere } from '../../delete-if-there.ts'
import { JOBS } from '../../resources.ts'
import { textOf } from '../pods/pod-control.ts'
import { type CronScope, tell } from './scope.ts'

const endOf = ({ status }: Job): 'Complete' | 'Failed' | undefined => {
  const end = status?.conditions?.find(
    ({ type, status: value }) => (type === 'Complete' || type === 'Failed') && value === 'True',
  )
  return end?.type as 'Complete' | 'Failed' | undefined
}

/** Brings the list of running Jobs up to date, and notes when one last succeeded. */
export function followJobs(scope: CronScope): void {
  const { jobs, status } = scope
  const byUid = new Map(jobs.map((job) => [job.metadata.uid, job]))
  const before = status.active ?? []
  const active = before.filter(({ uid, name }) => {
    const job = byUid.get(uid)
    const end = job && endOf(job)
    if (!job) tell(scope, { reason: 'MissingJob', message: `Active job went missing: ${name}` })
    if (end) tell(scope, { reason: 'SawCompletedJob', message: `Saw completed job: ${name}, condition: ${end}` })
    return job !== undefined && end === undefined
  })
  setActive(scope, active)
  const ends = jobs.filter((job) => endOf(job) === 'Complete').map((job) => job.status?.completionTime ?? '')
  const last = [status.lastSuccessfulTime ?? '', ...ends].sort().at(-1)
  if (last) status.lastSuccessfulTime = last
}

function setActive({ status }: CronScope, active: NonNullable<CronScope['status']['active']>): void {
  if (active.length > 0) status.active = active
  else delete status.active
}

/** Removes the oldest Jobs beyond the numbers that are to be kept. */
export async function forgetOldJobs(scope: CronScope): Promise<void> {
  const { successfulJobsHistoryLimit, failedJobsHistoryLimit } = scope.cronJob.spec
  await keepNewest(scope, 'Complete', successfulJobsHistoryLimit)
  await keepNewest(scope, 'Failed', failedJobsHistoryLimit)
}

async function keepNewest(scope: CronScope, end: 'Complete' | 'Failed', limit: number | undefined): Promise<void> {
  if (limit === undefined) return
  const ended = scope.jobs.filter((job) => endOf(job) === end).sort((a, b) => (ageOf(a) < ageOf(b) ? -1 : 1))
  for (const { metadata } of ended.slice(0, Math.max(0, ended.length - limit))) {
    await deleteJob(scope, metadata.name ?? '')
  }
}

const ageOf = ({ metadata, status }: Job): string => `${status?.startTime ?? '~'} ${metadata.name}`

/** Removes a Job with its pods, and from the list of those that run. */
export async function deleteJob(scope: CronScope, name: string): Promise<void> {
  const { cluster, cronJob, status } = scope
  try {
    const place = { namespace: cronJob.metadata.namespace ?? '', name }
    const isGone = await deleteIfThere(cluster, JOBS, place, { propagationPolicy: 'Background' })
    if (isGone) tell(scope, { reason: 'SuccessfulDelete', message: `Deleted job ${name}` })
  } catch (error) {
    tell(scope, { type: 'Warning', reason: 'FailedDelete', message: `Deleted job: ${textOf(error)}` })
    throw error
  }
  setActive(
    scope,
    (status.active ?? []).filter((each) => each.name !== name),
  )
}
