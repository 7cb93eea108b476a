import { type CronJob, type CronSchedule, type Job, parseCronSchedule } from '@skep/api'
import { hasReason } from '@skep/base'
import {
  type ControllerContext,
  type ControllerDefinition,
  isResource,
  type ObjectKey,
  type Outcome,
  ownKey,
  serviceAccount,
} from '../../controller.ts'
import type { ObjectEvent } from '../../object-event.ts'
import { CRON_JOBS, JOBS } from '../../resources.ts'
import { controlledBy, type WorkloadIndexes } from '../indexes.ts'
import { controllerOf, isControlledByKind } from '../ownership.ts'
import { isNamespaceTerminating, textOf } from '../pods/pod-control.ts'
import { isDeleted } from '../pods/pod-state.ts'
import { writeStatus } from '../status-writer.ts'
import { deleteJob, followJobs, forgetOldJobs } from './job-history.ts'
import { jobName, newJob } from './new-job.ts'
import { missedTimes, nextTime } from './schedule.ts'
import { CRON_JOB, type CronScope, tell } from './scope.ts'
import { type WallClock, wallClock } from './wall-clock.ts'

const MANY = 100

/** Starts Jobs when their time comes. */
export function cronJobController(context: ControllerContext, indexes: WorkloadIndexes): ControllerDefinition {
  return {
    name: 'cronjob',
    identity: serviceAccount('cronjob-controller'),
    watches: [CRON_JOBS, JOBS],
    keysOf: (event) => {
      if (isResource(event, JOBS)) return keysOfJob(event)
      return event.type === 'put' ? [ownKey(event)] : []
    },
    reconcile: async ({ namespace, name }, cluster) => {
      const cronJob = cluster.objects.get(CRON_JOBS, namespace, name) as CronJob | undefined
      if (!cronJob) return undefined
      const jobs = indexes.jobs.find(cluster.id, controlledBy(cronJob.metadata.uid ?? ''))
      const scope: CronScope = { context, cluster, cronJob, jobs, status: { ...cronJob.status } }
      followJobs(scope)
      try {
        return isDeleted(cronJob) ? undefined : await keepSchedule(scope)
      } finally {
        await forgetOldJobs(scope)
        await writeStatus(cluster, CRON_JOBS, cronJob, scope.status)
      }
    },
  }
}

function keysOfJob({ clusterId, namespace, object }: ObjectEvent): ObjectKey[] {
  const owner = controllerOf(object)
  return owner && isControlledByKind(owner, CRON_JOB) ? [{ clusterId, namespace, name: owner.name }] : []
}

interface Plan {
  readonly schedule: CronSchedule
  readonly clock: WallClock
}

/** Starts the Job whose time has come, if any, and comes back at the next time. */
async function keepSchedule(scope: CronScope): Promise<Outcome | undefined> {
  const plan = planOf(scope)
  if (!plan || scope.cronJob.spec.suspend) return undefined
  const due = dueTime(scope, plan)
  if (due !== undefined) await start(scope, due)
  const now = scope.context.clock.now()
  const next = nextTime(plan.schedule, plan.clock, now)
  return next === undefined ? undefined : { requeueAfterMs: next - now }
}

function planOf(scope: CronScope): Plan | undefined {
  const { schedule, timeZone } = scope.cronJob.spec
  try {
    return { schedule: parseCronSchedule(schedule), clock: wallClock(timeZone) }
  } catch (error) {
    const isZone = error instanceof RangeError
    const reason = isZone ? 'UnknownTimeZone' : 'UnparseableSchedule'
    const what = isZone ? `invalid timeZone: "${timeZone}": ` : `unparseable schedule: "${schedule}" : `
    tell(scope, { type: 'Warning', reason, message: `${what}${textOf(error)}` })
    return undefined
  }
}

/** The latest time that was to be kept and is not too late for. */
function dueTime(scope: CronScope, { schedule, clock }: Plan): number | undefined {
  const { metadata, spec } = scope.cronJob
  const now = scope.context.clock.now()
  const last = Date.parse(scope.status.lastScheduleTime ?? metadata.creationTimestamp ?? '')
  const deadlineMs = spec.startingDeadlineSeconds === undefined ? undefined : spec.startingDeadlineSeconds * 1000
  const missed = missedTimes(schedule, clock, Math.max(last, deadlineMs === undefined ? last : now - deadlineMs), now)
  if (!missed) return undefined
  if (missed.count > MANY) {
    const message = 'too many missed start times. Set or decrease .spec.startingDeadlineSeconds or check clock skew'
    tell(scope, { type: 'Warning', reason: 'TooManyMissedTimes', message })
  }
  return missed.latest
}

async function start(scope: CronScope, time: number): Promise<void> {
  const { cronJob, status } = scope
  const active = status.active ?? []
  if (active.some(({ name }) => name === jobName(cronJob, time))) return
  if (cronJob.spec.concurrencyPolicy === 'Forbid' && active.length > 0) {
    const message = 'Not starting job because prior execution is running and concurrency policy is Forbid'
    tell(scope, { reason: 'JobAlreadyActive', message })
    return
  }
  if (cronJob.spec.concurrencyPolicy === 'Replace') {
    for (const { name = '' } of active) await deleteJob(scope, name)
  }
  const job = await create(scope, newJob(cronJob, time))
  if (!job) return
  const { apiVersion, kind, metadata } = job
  const { namespace = '', name = '', uid = '', resourceVersion = '' } = metadata
  status.active = [...(status.active ?? []), { apiVersion, kind, namespace, name, uid, resourceVersion }]
  status.lastScheduleTime = new Date(time).toISOString().replace('.000Z', 'Z')
}

/** Undefined when the Job is there and not ours, or there can be none. */
async function create(scope: CronScope, wanted: Job): Promise<Job | undefined> {
  const { cluster, cronJob } = scope
  const { namespace = '', name = '' } = wanted.metadata
  try {
    const job = (await cluster.objects.create(JOBS, namespace, wanted)) as Job
    tell(scope, { reason: 'SuccessfulCreate', message: `Created job ${name}` })
    return job
  } catch (error) {
    if (isNamespaceTerminating(error)) return undefined
    if (hasReason(error, 'AlreadyExists')) {
      const found = cluster.objects.get(JOBS, namespace, name) as Job | undefined
      return found && controllerOf(found)?.uid === cronJob.metadata.uid ? found : undefined
    }
    tell(scope, { type: 'Warning', reason: 'FailedCreate', message: `Error creating job: ${textOf(error)}` })
    throw error
  }
}
