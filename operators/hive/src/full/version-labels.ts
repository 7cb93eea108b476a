import { ClusterDeployment, ClusterVersion } from '@skep/api'
import type { Stored } from '@skep/client'
import type { Reconciler } from '@skep/controller'
import { asJson, jsonEqual } from '@skep/schema'
import { HOUR_MS } from '../durations.ts'
import { ANNOTATIONS, LABELS } from '../labels.ts'
import type { Deployment } from './deployment/scope.ts'
import type { HiveParts } from './parts.ts'
import { isTrue } from './platforms.ts'
import { pollAfter } from './poll.ts'
import { settleVersion } from './simulated-version-operator.ts'
import { parseVersion } from './versions.ts'

/** Clusters are updated without any change here. */
const POLL_MS = 2 * HOUR_MS
const RETRY_MS = 60_000

/** Labels installed clusters with the version they are at. */
export const versionReconciler =
  (parts: HiveParts): Reconciler =>
  async (ctx, key) => {
    const deployment = await parts.cache.get(ClusterDeployment, key)
    if (!deployment?.spec.installed || deployment.metadata.deletionTimestamp !== undefined) return {}
    if (isTrue(deployment.metadata.annotations, ANNOTATIONS.reconcilePause)) return {}
    if (deployment.status?.conditions?.some(({ type, status }) => type === 'Unreachable' && status === 'True'))
      return {}
    const found = await readClusterVersion(parts, deployment)
    const { version: clusterVersion, dueInMs = POLL_MS } = found ? await settleVersion(parts, deployment, found) : {}
    // What was installed, where the cluster itself says nothing.
    const version = clusterVersion?.status?.desired?.version ?? deployment.status?.installVersion
    if (version === undefined) {
      const since = Date.parse(deployment.status?.installedTimestamp ?? '') || ctx.clock.now()
      return { requeueAfterMs: pollAfter(since, ctx.clock.now(), RETRY_MS) }
    }
    const labels = versionLabels(version)
    const there = Object.entries(labels).every(([name, value]) => deployment.metadata.labels?.[name] === value)
    const patch = { type: 'merge', body: { metadata: { labels } } } as const
    const labelled = there ? deployment : await parts.client.patch(ClusterDeployment, key, patch)
    if (!there) parts.cache.keep(ClusterDeployment, labelled)
    if (isTrue(deployment.metadata.annotations, ANNOTATIONS.syncClusterVersionStatus)) {
      await copyStatus(parts, labelled, clusterVersion)
    }
    return { requeueAfterMs: dueInMs }
  }

async function readClusterVersion(
  parts: HiveParts,
  deployment: Deployment,
): Promise<Stored<ClusterVersion> | undefined> {
  const client = await parts.remotes.clientOf(deployment)
  // A cluster that is off, or that has no such kind, answers with an error; nothing is known then.
  return client?.get(ClusterVersion, { name: 'version' }).catch(() => undefined)
}

/** Shows the status of the version where an annotation asks for it. */
async function copyStatus(parts: HiveParts, deployment: Deployment, version: ClusterVersion | undefined) {
  const clusterVersionStatus = version?.status
  const shown = deployment.status?.clusterVersionStatus
  if (!clusterVersionStatus || (shown && jsonEqual(asJson(shown), asJson(clusterVersionStatus)))) return
  // A patch cannot say that there is no time of completion yet, which must be said.
  const status = { ...deployment.status, clusterVersionStatus }
  parts.cache.keep(ClusterDeployment, await parts.client.updateStatus(ClusterDeployment, { ...deployment, status }))
}

/** The labels that say which version a cluster is at, or goes to. */
export function versionLabels(version: string): Record<string, string> {
  const parsed = parseVersion(version)
  if (!parsed) return {}
  return {
    [LABELS.version]: version,
    [LABELS.versionMajor]: parsed.major,
    [LABELS.versionMajorMinor]: parsed.majorMinor,
    [LABELS.versionMajorMinorPatch]: parsed.patch,
  }
}
