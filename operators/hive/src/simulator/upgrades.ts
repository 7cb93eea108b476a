import { ClusterDeployment, SyncSet } from '@skep/api'
import type { Client, Stored } from '@skep/client'
import type { Reconciler } from '@skep/controller'
import { isObject } from '@skep/schema'
import type { Behaviours } from '@skep/sim'
import { isTrue } from '../full/platforms.ts'
import { versionLabels } from '../full/version-labels.ts'
import { ANNOTATIONS } from '../labels.ts'
import { upgradeDurationMs } from '../upgrades/duration.ts'
import { upgradeProgress } from '../upgrades/version-progress.ts'

/** What upgrades are simulated with. */
export interface UpgradeParts {
  readonly client: Client
  readonly behaviours: Behaviours
}

/**
 * Plays upgrades: where a SyncSet asks the version operator of a cluster for a release, its ClusterDeployment says that the
 * cluster goes there. SyncSets are not brought into clusters otherwise.
 */
export const upgradeReconciler =
  ({ client, behaviours }: UpgradeParts): Reconciler =>
  async (ctx, key) => {
    const set = await client.get(SyncSet, key, { signal: ctx.signal })
    const wanted = set && wantedVersion(set)
    if (!wanted) return {}
    let nextMs = Number.POSITIVE_INFINITY
    for (const { name } of set.spec.clusterDeploymentRefs ?? []) {
      const deployment = await client.get(ClusterDeployment, { namespace: key.namespace ?? '', name })
      if (!deployment?.spec.installed) continue
      const dueInMs = await play({ client, behaviours }, deployment, wanted, ctx.clock.now())
      nextMs = Math.min(nextMs, dueInMs ?? Number.POSITIVE_INFINITY)
    }
    return Number.isFinite(nextMs) ? { requeueAfterMs: nextMs } : {}
  }

async function play(
  { client, behaviours }: UpgradeParts,
  deployment: Stored<ClusterDeployment>,
  wanted: string,
  now: number,
): Promise<number | undefined> {
  const { metadata } = deployment
  const durationMs = upgradeDurationMs(behaviours, deployment)
  const progress = upgradeProgress(deployment.status?.clusterVersionStatus, { wanted, durationMs, now })
  const labels = versionLabels(wanted)
  const isLabelled = Object.entries(labels).every(([name, value]) => metadata.labels?.[name] === value)
  const patch = { type: 'merge', body: { metadata: { labels } } } as const
  const labelled = isLabelled ? deployment : await client.patch(ClusterDeployment, metadata, patch)
  if (!isTrue(metadata.annotations, ANNOTATIONS.syncClusterVersionStatus)) return undefined
  // A patch cannot say that there is no time of completion yet, which must be said.
  const status = { ...labelled.status, clusterVersionStatus: progress.status }
  await client.updateStatus(ClusterDeployment, { ...labelled, status })
  return progress.dueInMs
}

/** The release that a SyncSet asks for; undefined where it asks for something else. */
export function wantedVersion({ spec }: Pick<SyncSet, 'spec'>): string | undefined {
  const patch = spec.patches?.findLast(({ kind, name }) => kind === 'ClusterVersion' && name === 'version')?.patch
  const parsed = patch === undefined ? undefined : parseJson(patch)
  const update = member(member(parsed, 'spec'), 'desiredUpdate')
  const version = member(update, 'version')
  return typeof version === 'string' && version !== '' ? version : undefined
}

const member = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)

/** Nobody checks patches before they are applied. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
