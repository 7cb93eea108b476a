import { ClusterApiMachineSet, MachineDeployment } from '@skep/api'
import { type Ctx, dropFinalizer, type Reconciler, type Result } from '@skep/controller'
import { pauseOf, setPaused } from '../conditions/next.ts'
import { FINALIZERS } from '../names.ts'
import { type Deployment, isDeleting, patchOwn, workingCopy, writeStatus } from '../objects.ts'
import type { ClusterApiParts } from '../parts.ts'
import { preparation } from './defaults.ts'
import { rollOut } from './roll-out.ts'
import { allSets, type DeploymentScope } from './scope.ts'
import { findSets, listSets, sortSets } from './sets.ts'
import { isComplete, summarizeDeployment } from './status.ts'

/** Replaces the machines of a deployment when its template changes, and keeps their number. */
export const machineDeploymentReconciler =
  (parts: ClusterApiParts): Reconciler =>
  async (ctx, key) => {
    const { lookups, copies, client } = parts
    const found = copies.deployments.get(key)
    const cluster = found && lookups.clusters.get({ namespace: key.namespace, name: found.spec.clusterName })
    if (!found || (!cluster && !isDeleting(found))) return {}
    const lacking = cluster && !isDeleting(found) && preparation(found, cluster)
    const before = lacking ? await patchOwn(client, copies.deployments, found, lacking) : found
    const deployment = workingCopy(before)
    const scope: DeploymentScope = { parts, cluster, deployment, sets: { current: undefined, old: [] } }
    const pause = pauseOf(cluster, deployment)
    setPaused(deployment, pause, ctx.clock.now())
    if (pause === undefined) return isDeleting(deployment) ? remove(ctx, scope, before) : keep(ctx, scope, before)
    await writeStatus(client, copies.deployments, before, deployment)
    return {}
  }

async function keep(ctx: Ctx, scope: DeploymentScope, before: Deployment): Promise<Result> {
  const { deployment, parts } = scope
  const now = ctx.clock.now()
  let result: Result = {}
  try {
    scope.sets = sortSets(ctx, await findSets(ctx, parts, deployment), deployment)
    result = await rollOut(ctx, scope)
    if (deployment.metadata.generation !== undefined)
      deployment.status.observedGeneration = deployment.metadata.generation
  } finally {
    summarizeDeployment(scope, now)
    await writeStatus(parts.client, parts.copies.deployments, before, deployment)
  }
  if (isComplete(scope)) await removeOldSets(scope)
  return result
}

/** Old sets that have no machines any more. */
async function removeOldSets({ parts, sets }: DeploymentScope): Promise<void> {
  for (const { metadata, spec, status } of sets.old) {
    const isSeen = (status?.observedGeneration ?? 0) >= (metadata.generation ?? 0)
    if (metadata.deletionTimestamp || spec.replicas !== 0 || status?.replicas !== 0 || !isSeen) continue
    const { uid, resourceVersion } = metadata
    await parts.client.delete(ClusterApiMachineSet, metadata, { preconditions: { uid, resourceVersion } })
  }
}

/** Deletes all sets; the finalizer goes when the server has none any more. */
async function remove(ctx: Ctx, scope: DeploymentScope, before: Deployment): Promise<Result> {
  const { deployment, parts } = scope
  const known = await findSets(ctx, parts, deployment)
  const sets = known.length > 0 ? known : await listSets(parts, deployment)
  if (sets.length === 0) {
    await dropFinalizer(parts.client, MachineDeployment, before, FINALIZERS.deployment)
    return {}
  }
  scope.sets = sortSets(ctx, sets, deployment)
  for (const { metadata } of allSets(scope.sets).filter((set) => !isDeleting(set))) {
    await parts.client.delete(ClusterApiMachineSet, metadata, { preconditions: { uid: metadata.uid } })
  }
  summarizeDeployment(scope, ctx.clock.now())
  await writeStatus(parts.client, parts.copies.deployments, before, deployment)
  return {}
}
