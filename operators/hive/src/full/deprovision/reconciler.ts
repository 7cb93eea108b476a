import { ClusterDeployment, ClusterDeprovision, Job } from '@skep/api'
import type { Stored } from '@skep/client'
import {
  type Ctx,
  controllerReference,
  isControlledBy,
  type Reconciler,
  type Result,
  withOwnStatus,
} from '@skep/controller'
import { findHiveCondition, type HiveConditionUpdate, setHiveCondition } from '../../conditions.ts'
import { HOUR_MS, MINUTE_MS } from '../../durations.ts'
import { LABELS } from '../../labels.ts'
import { deploymentNames } from '../../naming.ts'
import { createJob, ensureJob, finishJob, type JobOutcome, type JobRequest, outcomeOf, startedAtOf } from '../jobs.ts'
import type { HiveParts } from '../parts.ts'
import { credentialsOf } from '../platforms.ts'
import { pollAfter } from '../poll.ts'

const DEADLINE_MS = HOUR_MS
const RETRY_MS = MINUTE_MS
const MAX_RETRY_MS = HOUR_MS
/** Counts how often a removal was tried, on the job of each try. */
const ATTEMPT = 'hive.openshift.io/attempt'

type Deprovision = Stored<ClusterDeprovision>

/** What one run works on. */
interface Removal {
  readonly parts: HiveParts
  readonly deprovision: Deprovision
  readonly deployment: Stored<ClusterDeployment>
}

/** Removes clusters for deployments that were deleted. */
export const deprovisionReconciler =
  (parts: HiveParts): Reconciler =>
  async (ctx, key) => {
    const found = await parts.cache.get(ClusterDeprovision, key)
    if (!found || found.status?.completed || found.metadata.deletionTimestamp) return {}
    const deprovision = withOwnStatus(found)
    const deployment = await parts.cache.get(ClusterDeployment, key)
    // Only who owns a cluster and wants it gone may have it removed.
    if (!deployment?.metadata.deletionTimestamp || !isControlledBy(deprovision, deployment)) return {}
    if (parts.settings.current().deprovisionsDisabled) return tellDisabled(ctx, deployment)
    const removal = { parts, deprovision, deployment }
    const problem = await credentialsProblem(removal)
    await tell(ctx, removal, {
      type: 'AuthenticationFailure',
      status: problem === undefined ? 'False' : 'True',
      reason: problem === undefined ? 'AuthenticationSucceeded' : 'AuthenticationFailed',
      message: problem ?? 'Platform credentials passed authentication check',
    })
    return problem === undefined ? remove(ctx, removal) : tellCredentials(ctx, removal, problem)
  }

/** The HiveConfig is watched, so nobody has to come back for it. */
function tellDisabled(ctx: Ctx, deployment: Stored<ClusterDeployment>): Result {
  const message = 'Waiting for deprovisionsDisabled to be taken out of the HiveConfig'
  ctx.events.record(deployment, { type: 'Warning', reason: 'DeprovisionsDisabled', message })
  return {}
}

function tellCredentials(ctx: Ctx, { deployment, deprovision }: Removal, problem: string): Result {
  const message = `${problem}: mend the secret, or set spec.preserveOnDelete to leave the cloud resources behind`
  ctx.events.record(deployment, { type: 'Warning', reason: 'DeprovisionBlocked', message })
  const told = findHiveCondition(deprovision.status?.conditions, 'AuthenticationFailure')
  return { requeueAfterMs: pollAfter(Date.parse(told?.lastTransitionTime ?? ''), ctx.clock.now(), RETRY_MS) }
}

async function credentialsProblem({ parts, deployment }: Removal): Promise<string | undefined> {
  const { platform } = deployment.spec
  const name = credentialsOf(platform)
  const { namespace } = deployment.metadata
  const secret = name === undefined ? undefined : await parts.secrets.get({ namespace, name })
  return parts.infrastructure.checkCredentials(platform, secret)
}

async function tell(ctx: Ctx, { parts, deprovision }: Removal, update: HiveConditionUpdate, completed?: true) {
  const before = withOwnStatus(deprovision)
  const status = (deprovision.status ??= {})
  status.conditions ??= []
  setHiveCondition(status.conditions, update, ctx.clock.now())
  if (completed) status.completed = true
  await parts.client.patchStatus(ClusterDeprovision, before, deprovision, { ifUnchanged: true })
}

/** Runs the job that removes everything; after a failure another one, later every time. */
async function remove(ctx: Ctx, removal: Removal): Promise<Result> {
  const { parts, deprovision, deployment } = removal
  const job = await ensureJob(ctx, parts, uninstallJobOf(removal, 0))
  const outcome = outcomeOf(job)
  if (outcome === 'Failed' || outcome === 'DeadlineExceeded') return tryAgain(ctx, removal, job)
  const startedAt = startedAtOf(ctx, job)
  const progress = await parts.infrastructure.uninstaller.observe(deprovision, deployment, startedAt)
  const left = startedAt + DEADLINE_MS - ctx.clock.now()
  if (progress.state === 'complete') return complete(ctx, removal, job)
  if (progress.state === 'failed') return failed(ctx, removal, job, 'Failed', progress.blocked)
  if (left <= 0) return failed(ctx, removal, job, 'DeadlineExceeded', [])
  return { requeueAfterMs: Math.min(progress.again, left) }
}

const uninstallJobOf = ({ deprovision, deployment }: Removal, attempt: number): JobRequest => ({
  namespace: deployment.metadata.namespace ?? '',
  name: deploymentNames.uninstallJob(deployment.metadata.name),
  labels: { [LABELS.clusterDeploymentName]: deployment.metadata.name, [LABELS.jobType]: 'deprovision' },
  annotations: { [ATTEMPT]: String(attempt) },
  owner: controllerReference(ClusterDeprovision, deprovision),
  deadlineMs: DEADLINE_MS,
  podSpec: {
    restartPolicy: 'Never',
    containers: [
      { name: 'deprovision', image: deployment.status?.installerImage ?? 'installer', args: ['destroy', 'cluster'] },
    ],
  },
})

async function complete(ctx: Ctx, removal: Removal, job: Stored<Job>): Promise<Result> {
  await finishJob(ctx, removal.parts.client, job, 'Complete')
  const why = { reason: 'DeprovisionCompleted', message: 'Deprovision has completed successfully' }
  await tell(ctx, removal, { type: 'DeprovisionFailed', status: 'False', ...why }, true)
  return {}
}

async function failed(
  ctx: Ctx,
  removal: Removal,
  job: Stored<Job>,
  outcome: JobOutcome,
  blocked: readonly string[],
): Promise<Result> {
  await finishJob(ctx, removal.parts.client, job, outcome)
  const reason = outcome === 'DeadlineExceeded' ? 'AttemptDeadlineExceeded' : 'UnknownError'
  const message = blocked.length === 0 ? 'Deprovision failed' : `Deprovision is blocked by: ${blocked.join(', ')}`
  await tell(ctx, removal, { type: 'DeprovisionFailed', status: 'True', reason, message })
  const advice = `${message}. Set spec.preserveOnDelete to leave them behind.`
  ctx.events.record(removal.deployment, { type: 'Warning', reason: 'DeprovisionFailed', message: advice })
  return { requeueAfterMs: retryDelay(job) }
}

const attemptOf = ({ metadata }: Stored<Job>): number => Number(metadata.annotations?.[ATTEMPT] ?? 0)

const retryDelay = (job: Stored<Job>): number => Math.min(RETRY_MS * 2 ** attemptOf(job), MAX_RETRY_MS)

async function tryAgain(ctx: Ctx, removal: Removal, job: Stored<Job>): Promise<Result> {
  const ended = job.status?.conditions?.find(({ type }) => type === 'Failed')?.lastTransitionTime
  const left = Date.parse(ended ?? '') + retryDelay(job) - ctx.clock.now()
  if (left > 0) return { requeueAfterMs: left }
  const { client } = removal.parts
  // What is known of it may be old: only the one that failed may go.
  const preconditions = { uid: job.metadata.uid }
  await client.delete(Job, job.metadata, { propagationPolicy: 'Background', preconditions })
  const again = await createJob(ctx, client, uninstallJobOf(removal, attemptOf(job) + 1))
  ctx.log.info('Deprovisioning again', { attempt: attemptOf(again) })
  return { requeueAfterMs: 0 }
}
