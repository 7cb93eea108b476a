import { ClusterDeployment, ClusterVersion } from '@skep/api'
import { type Reconciler, withOwnStatus } from '@skep/controller'
import { HOUR_MS } from '../durations.ts'
import { ANNOTATIONS, LABELS } from '../labels.ts'
import type { Deployment } from './deployment/scope.ts'
import type { HiveParts } from './parts.ts'
import { isTrue } from './platforms.ts'
import { pollAfter } from './poll.ts'
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
    const clusterVersion = await readClusterVersion(parts, deployment)
    // What was installed, where the cluster itself says nothing.
    const version = clusterVersion?.status?.desired?.version ?? deployment.status?.installVersion
    if (version === undefined) {
      const since = Date.parse(deployment.status?.installedTimestamp ?? '') || ctx.clock.now()
      return { requeueAfterMs: pollAfter(since, ctx.clock.now(), RETRY_MS) }
    }
    const labels = labelsOf(version)
    const there = Object.entries(labels).every(([name, value]) => deployment.metadata.labels?.[name] === value)
    if (!there) {
      const body = { metadata: { labels } }
      parts.cache.keep(ClusterDeployment, await parts.client.patch(ClusterDeployment, key, { type: 'merge', body }))
    }
    if (isTrue(deployment.metadata.annotations, ANNOTATIONS.syncClusterVersionStatus)) {
      await copyStatus(parts, deployment, clusterVersion)
    }
    return { requeueAfterMs: POLL_MS }
  }

async function readClusterVersion(parts: HiveParts, deployment: Deployment): Promise<ClusterVersion | undefined> {
  const client = await parts.remotes.clientOf(deployment)
  // A cluster that is off, or that has no such kind, answers with an error; nothing is known then.
  return client?.get(ClusterVersion, { name: 'version' }).catch(() => undefined)
}

/** Shows the status of the version where an annotation asks for it. */
async function copyStatus(parts: HiveParts, deployment: Deployment, version: ClusterVersion | undefined) {
  if (!version?.status) return
  const after = withOwnStatus(deployment)
  after.status = { ...after.status, clusterVersionStatus: version.status }
  await parts.client.patchStatus(ClusterDeployment, deployment, after)
}

function labelsOf(version: string): Record<string, string> {
  const parsed = parseVersion(version)
  if (!parsed) return {}
  return {
    [LABELS.version]: version,
    [LABELS.versionMajor]: parsed.major,
    [LABELS.versionMajorMinor]: parsed.majorMinor,
    [LABELS.versionMajorMinorPatch]: parsed.patch,
  }
}
