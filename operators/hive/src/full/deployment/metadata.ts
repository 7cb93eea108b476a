import { ClusterDeployment } from '@skep/api'
import { parseGoDuration } from '@skep/base'
import { hasFinalizer } from '@skep/controller'
import { initializeHiveConditions } from '../../conditions.ts'
import { ANNOTATIONS, FINALIZERS, LABELS } from '../../labels.ts'
import { platformLabel, regionLabel } from '../platforms.ts'
import { DEPLOYMENT_CONDITIONS } from './conditions.ts'
import { type Deployment, type DeploymentStep, orderedAt } from './scope.ts'

/** Says of everything that it is not known yet. */
export const initializeConditions: DeploymentStep = (ctx, { status }) => {
  initializeHiveConditions(status.conditions, DEPLOYMENT_CONDITIONS, ctx.clock.now())
  return undefined
}

/** Labels for people who look for clusters, and the finalizer before there is anything to clean up. */
export const ensureMetadata: DeploymentStep = async (_ctx, scope) => {
  const { metadata } = scope.deployment
  const labels = missingLabels(scope.deployment)
  if (labels === undefined && hasFinalizer(scope.deployment, FINALIZERS.deprovision)) return undefined
  const finalizers = [...new Set([...(metadata.finalizers ?? []), FINALIZERS.deprovision])]
  const { resourceVersion } = metadata
  const body = { metadata: { resourceVersion, labels: labels ?? {}, finalizers } }
  const stored = await scope.parts.client.patch(ClusterDeployment, metadata, { type: 'merge', body })
  Object.assign(metadata, stored.metadata)
  return undefined
}

function missingLabels({ metadata, spec }: Deployment): Record<string, string> | undefined {
  const region = regionLabel(spec.platform)
  const wanted = {
    [LABELS.clusterPlatform]: platformLabel(spec.platform),
    ...(region === undefined ? {} : { [LABELS.clusterRegion]: region }),
  }
  const there = Object.entries(wanted).every(([name, value]) => metadata.labels?.[name] === value)
  return there ? undefined : wanted
}

/** Deletes a cluster that was made to last for a while only. */
export const deleteWhenOld: DeploymentStep = async (ctx, scope) => {
  const { metadata } = scope.deployment
  const after = metadata.annotations?.[ANNOTATIONS.deleteAfter]
  const age = after === undefined ? undefined : parseGoDuration(after)
  if (age === undefined) return undefined
  const left = orderedAt(ctx, scope) + age - ctx.clock.now()
  if (left > 0) {
    scope.comeBackMs = left
    return undefined
  }
  ctx.log.info('Deleting cluster that has come of age', { deleteAfter: after })
  await scope.parts.client.delete(ClusterDeployment, metadata, { preconditions: { uid: metadata.uid } })
  return {}
}
