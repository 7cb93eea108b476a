import { type ClusterDeployment, ClusterProvision, Job } from '@skep/api'
import type { Client, Stored } from '@skep/client'
import { type Ctx, controllerReference, withOwnStatus } from '@skep/controller'
import { HOUR_MS } from '../../durations.ts'
import { LABELS } from '../../labels.ts'
import { provisionNames } from '../../naming.ts'
import { ensureJob, findJob } from '../jobs.ts'
import type { HiveParts } from '../parts.ts'
import { installerPodSpec } from './pod-spec.ts'
import { type Provision, writeProvisionStatus } from './stages.ts'

/** How long one attempt may take. */
export const INSTALL_DEADLINE_MS = 3 * HOUR_MS

/** The job of an attempt: made for a new one, undefined when somebody took it away from a running one. */
export async function installJobOf(
  ctx: Ctx,
  parts: HiveParts,
  provision: Provision,
  deployment: Stored<ClusterDeployment>,
): Promise<Stored<Job> | undefined> {
  const { client } = parts
  const { namespace = '', name: provisionName } = provision.metadata
  const name = provisionNames.job(provisionName)
  if (provision.status?.jobRef) return findJob(parts, { namespace, name })
  const job = await ensureJob(ctx, parts, {
    namespace,
    name,
    labels: {
      [LABELS.clusterDeploymentName]: deployment.metadata.name,
      [LABELS.clusterProvisionName]: provisionName,
      [LABELS.jobType]: 'provision',
      [LABELS.install]: 'true',
    },
    owner: controllerReference(ClusterProvision, provision),
    deadlineMs: INSTALL_DEADLINE_MS,
    podSpec: provision.spec.podSpec ?? installerPodSpec(deployment),
  })
  const created = { reason: 'JobCreated', message: 'Install job has been created' }
  await writeProvisionStatus(ctx, client, provision, {
    jobRef: { name },
    condition: { type: 'ClusterProvisionJobCreated', status: 'True', ...created },
  })
  return job
}

/** Deletes the job of a successful attempt, with its pod. */
export async function removeInstallJob(client: Client, provision: Provision): Promise<void> {
  const { namespace } = provision.metadata
  const name = provision.status?.jobRef?.name
  if (!name) return
  await client.delete(Job, { namespace, name }, { propagationPolicy: 'Background' })
  const before = withOwnStatus(provision)
  delete provision.status?.jobRef
  await client.patchStatus(ClusterProvision, before, provision, { ifUnchanged: true })
}
