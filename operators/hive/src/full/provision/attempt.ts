import type { Job } from '@skep/api'
import type { Stored } from '@skep/client'
import type { Ctx, Result } from '@skep/controller'
import { findHiveCondition } from '../../conditions.ts'
import { MINUTE_MS } from '../../durations.ts'
import type { InstallAttempt, InstallProgress } from '../installer/infrastructure.ts'
import { finishJob } from '../jobs.ts'
import type { HiveParts } from '../parts.ts'
import { INSTALL_DEADLINE_MS } from './install-job.ts'
import { openCluster } from './open-cluster.ts'
import { fail, moveTo, writeProvisionStatus } from './stages.ts'

/** After this long, a pod that does not run is worth telling. */
const POD_CHECK_MS = MINUTE_MS

/** Does what the progress of the installer asks for. */
export async function followAttempt(
  ctx: Ctx,
  parts: HiveParts,
  attempt: InstallAttempt,
  job: Stored<Job>,
): Promise<Result> {
  const progress = parts.infrastructure.installer.observe(attempt)
  const left = attempt.startedAt + INSTALL_DEADLINE_MS - ctx.clock.now()
  if (progress.state === 'failed') return endFailed(ctx, parts, attempt, job, progress)
  if (progress.state !== 'complete' && left <= 0) return endOverdue(ctx, parts, attempt, job, progress)
  if (progress.state === 'initializing') {
    await tellPodPhase(ctx, parts, attempt, progress)
    return { requeueAfterMs: Math.min(progress.again, left) }
  }
  if (!(await startProvisioning(ctx, parts, attempt, progress))) return {}
  if (progress.state === 'provisioning') return { requeueAfterMs: Math.min(progress.again, left) }
  return endComplete(ctx, parts, attempt, job, progress)
}

/** Whether the attempt is in stage provisioning; goes there as soon as the cluster knows its own ids. */
async function startProvisioning(
  ctx: Ctx,
  parts: HiveParts,
  attempt: InstallAttempt,
  { log }: InstallProgress,
): Promise<boolean> {
  const { deployment, provision } = attempt
  const { infraID, stage } = provision.spec
  if (stage === 'provisioning') return true
  if (!infraID) await openCluster(parts, attempt, log)
  // Only what the order knows of can be removed if all goes wrong from here.
  else if (deployment.spec.clusterMetadata?.infraID === infraID) {
    const message = 'Install job has completed its initialization. Provisioning started.'
    await moveTo(ctx, parts.client, provision, 'provisioning', { reason: 'InitializationComplete', message })
  }
  return false
}

const POD_STATEMENTS = {
  Pending: { status: 'True', reason: 'PodInPendingPhase', message: 'pod is in pending phase' },
  Missing: { status: 'True', reason: 'InstallPodMissing', message: 'install pod is missing' },
  Running: { status: 'False', reason: 'PodInRunningPhase', message: 'pod is in running phase' },
} as const

async function tellPodPhase(
  ctx: Ctx,
  parts: HiveParts,
  { provision, startedAt }: InstallAttempt,
  progress: Extract<InstallProgress, { state: 'initializing' }>,
): Promise<void> {
  const stuck = progress.pod !== undefined && ctx.clock.now() - startedAt > POD_CHECK_MS
  const told = findHiveCondition(provision.status?.conditions, 'InstallPodStuck')?.status === 'True'
  if (stuck === told) return
  const condition = POD_STATEMENTS[(stuck && progress.pod) || 'Running']
  await writeProvisionStatus(ctx, parts.client, provision, { condition: { type: 'InstallPodStuck', ...condition } })
}

async function endFailed(
  ctx: Ctx,
  parts: HiveParts,
  { provision }: InstallAttempt,
  job: Stored<Job>,
  { log, why }: Extract<InstallProgress, { state: 'failed' }>,
): Promise<Result> {
  await finishJob(ctx, parts.client, job, 'Failed')
  return fail(ctx, parts.client, provision, why ?? (await parts.classifyFailure(log)), log)
}

async function endOverdue(
  ctx: Ctx,
  parts: HiveParts,
  { provision }: InstallAttempt,
  job: Stored<Job>,
  { log }: InstallProgress,
): Promise<Result> {
  await finishJob(ctx, parts.client, job, 'DeadlineExceeded')
  const found = await parts.classifyFailure(log)
  const message = 'Install job failed due to deadline being exceeded for the attempt'
  const why = found.reason === 'UnknownError' ? { reason: 'AttemptDeadlineExceeded', message } : found
  return fail(ctx, parts.client, provision, why, log)
}

async function endComplete(
  ctx: Ctx,
  parts: HiveParts,
  { provision }: InstallAttempt,
  job: Stored<Job>,
  { log }: InstallProgress,
): Promise<Result> {
  await finishJob(ctx, parts.client, job, 'Complete')
  const why = { reason: 'InstallComplete', message: 'Install job has completed successfully' }
  await moveTo(ctx, parts.client, provision, 'complete', why, log)
  return {}
}
