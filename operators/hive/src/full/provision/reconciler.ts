import { ClusterDeployment, ClusterProvision } from '@skep/api'
import { type Ctx, type Reconciler, type Result, withOwnStatus } from '@skep/controller'
import { DAY_MS } from '../../durations.ts'
import { startedAtOf } from '../jobs.ts'
import type { HiveParts } from '../parts.ts'
import { followAttempt } from './attempt.ts'
import { installJobOf, removeInstallJob } from './install-job.ts'
import { fail, type Provision } from './stages.ts'

const SUCCESSFUL_JOB_KEPT_MS = DAY_MS

/** Runs attempts: a job for each, and from what the installer says of it the stages. */
export const provisionReconciler =
  (parts: HiveParts): Reconciler =>
  async (ctx, key) => {
    const found = await parts.cache.get(ClusterProvision, key)
    if (!found || found.metadata.deletionTimestamp !== undefined) return {}
    const provision = withOwnStatus(found)
    switch (provision.spec.stage) {
      case 'initializing':
      case 'provisioning':
        return runAttempt(ctx, parts, provision)
      case 'complete':
        return keepJobForAWhile(ctx, parts, provision)
      default:
        return {}
    }
  }

async function keepJobForAWhile(ctx: Ctx, parts: HiveParts, provision: Provision): Promise<Result> {
  if (!provision.status?.jobRef) return {}
  const left = ctx.sightings.createdAt(provision) + SUCCESSFUL_JOB_KEPT_MS - ctx.clock.now()
  if (left > 0) return { requeueAfterMs: left }
  await removeInstallJob(parts.client, provision)
  return {}
}

async function runAttempt(ctx: Ctx, parts: HiveParts, provision: Provision): Promise<Result> {
  const { namespace } = provision.metadata
  const name = provision.spec.clusterDeploymentRef.name
  const deployment = await parts.cache.get(ClusterDeployment, { namespace, name })
  // An attempt without an order, or for one that shall go, is about to be deleted.
  if (!deployment || deployment.metadata.deletionTimestamp !== undefined) return {}
  // What to install is written into the order together with the name of its attempt, which brings us back.
  if (deployment.status?.provisionRef?.name !== provision.metadata.name) return {}
  if (provision.spec.stage === 'provisioning' && !provision.status?.jobRef) {
    return fail(ctx, parts.client, provision, { reason: 'NoJobReference', message: 'install job reference is not set' })
  }
  const job = await installJobOf(ctx, parts, provision, deployment)
  if (job === undefined) {
    return fail(ctx, parts.client, provision, { reason: 'JobNotFound', message: 'install job not found' })
  }
  return followAttempt(ctx, parts, { deployment, provision, startedAt: startedAtOf(ctx, job) }, job)
}
