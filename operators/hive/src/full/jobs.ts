import { Job } from '@skep/api'
import { formatTime, hasReason } from '@skep/base'
import type { Client, ObjectRef, Stored } from '@skep/client'
import type { Ctx } from '@skep/controller'
import { withOwnStatus } from '@skep/controller'
import type { JsonObject, OwnerReference } from '@skep/schema'
import { LABELS } from '../labels.ts'
import type { HiveParts } from './parts.ts'

type JobParts = Pick<HiveParts, 'client' | 'manager'>
type JobTimes = Pick<Ctx, 'clock' | 'sightings'>

/** Says that the infrastructure, and not the Job controller of the cluster, does the work of a Job. */
const MANAGED_BY = 'hive.openshift.io/infrastructure'

/** Since when a Job runs, by the clock of this operator: the server's may be another one. */
const STARTED_AT = 'skep.dev/started-at'

/** A Job to make. */
export interface JobRequest {
  readonly namespace: string
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly annotations?: Readonly<Record<string, string>>
  readonly owner: OwnerReference
  readonly deadlineMs: number
  /** How long it stays when it has ended; as long as its owner unless given. */
  readonly keptMs?: number
  readonly podSpec: JsonObject
}

/** How a Job ended. */
export type JobOutcome = 'Complete' | 'Failed' | 'DeadlineExceeded'

/** Selects the Jobs of Hive, of all types. */
export const HIVE_JOBS = LABELS.jobType

/** The Job as it was a moment ago; one that is not known here is asked for. */
export const findJob = async (parts: JobParts, ref: ObjectRef): Promise<Stored<Job> | undefined> =>
  knownJob(parts, ref) ?? parts.client.get(Job, ref)

/** The Job, made now if it was not there. */
export const ensureJob = async (ctx: Ctx, parts: JobParts, request: JobRequest): Promise<Stored<Job>> =>
  knownJob(parts, request) ?? createJob(ctx, parts.client, request)

function knownJob({ manager }: JobParts, ref: ObjectRef): Stored<Job> | undefined {
  const known = manager.informersOf().of(Job, { labelSelector: HIVE_JOBS }).get(ref)
  return known && withOwnStatus(known)
}

/** Makes a Job; one that is there stays. */
export async function createJob({ clock }: Ctx, client: Client, request: JobRequest): Promise<Stored<Job>> {
  const { namespace, name, labels, owner, deadlineMs, keptMs, podSpec } = request
  const annotations = { ...request.annotations, [STARTED_AT]: formatTime(clock.now()) }
  const job = {
    metadata: { namespace, name, labels, annotations, ownerReferences: [owner] },
    spec: {
      managedBy: MANAGED_BY,
      backoffLimit: 0,
      activeDeadlineSeconds: deadlineMs / 1_000,
      ...(keptMs === undefined ? {} : { ttlSecondsAfterFinished: keptMs / 1_000 }),
      template: { metadata: { labels }, spec: podSpec },
    },
  }
  try {
    // The pod is one that this operator wrote.
    return await client.create(Job, job as unknown as Job)
  } catch (error) {
    const made = hasReason(error, 'AlreadyExists') ? await client.get(Job, { namespace, name }) : undefined
    if (!made) throw error
    return made
  }
}

/** When a Job was started, in milliseconds. */
export const startedAtOf = ({ sightings }: JobTimes, job: Stored<Job>): number =>
  Date.parse(job.metadata.annotations?.[STARTED_AT] ?? '') || sightings.createdAt(job)

/** How a Job ended; undefined while it has not. */
export function outcomeOf({ status }: Job): JobOutcome | undefined {
  for (const { type, status: holds, reason } of status?.conditions ?? []) {
    if (holds !== 'True') continue
    if (type === 'Complete') return 'Complete'
    if (type === 'Failed') return reason === 'DeadlineExceeded' ? 'DeadlineExceeded' : 'Failed'
  }
  return undefined
}

/** Writes into a Job how it ended; one of which that was said before stays as it is, since no server lets it change. */
export async function finishJob(ctx: JobTimes, client: Client, job: Stored<Job>, outcome: JobOutcome): Promise<void> {
  if (outcomeOf(job) !== undefined) return
  const before = withOwnStatus(job)
  const time = formatTime(ctx.clock.now())
  const startTime = job.status?.startTime ?? formatTime(startedAtOf(ctx, job))
  job.status = {
    ...job.status,
    startTime,
    ...(outcome === 'Complete' ? completeStatus(time) : failedStatus(outcome, time)),
  }
  await client.patchStatus(Job, before, job)
}

const condition = (type: string, time: string, reason?: string) => ({
  type,
  status: 'True' as const,
  lastProbeTime: time,
  lastTransitionTime: time,
  ...(reason === undefined ? {} : { reason }),
})

const completeStatus = (time: string) => ({
  succeeded: 1,
  completionTime: time,
  conditions: [
    condition('SuccessCriteriaMet', time, 'CompletionsReached'),
    condition('Complete', time, 'CompletionsReached'),
  ],
})

function failedStatus(outcome: JobOutcome, time: string) {
  const reason = outcome === 'DeadlineExceeded' ? 'DeadlineExceeded' : 'BackoffLimitExceeded'
  return { failed: 1, conditions: [condition('FailureTarget', time, reason), condition('Failed', time, reason)] }
}
