import { ClusterDeployment, ClusterSync, ClusterSyncLease, type SyncStatus } from '@skep/api'
import { createRandom, formatMicroTime, formatTime, hasReason, parseGoDuration } from '@skep/base'
import type { Client, Stored } from '@skep/client'
import { controllerReference } from '@skep/controller'
import type { OwnerReference } from '@skep/schema'
import type { HiveConditionUpdate } from '../conditions.ts'
import { HOUR_MS } from '../durations.ts'
import type { HiveSettings } from '../full/config/settings.ts'

/** How often everything is applied again, so that what people changed in a cluster does not stay. */
const REAPPLY_MS = 2 * HOUR_MS
/** The part of it that chance may add, so that not all clusters are applied at once. */
const JITTER = 0.1

/** The ClusterSync of a deployment, made now if it was not there. */
export async function ensureClusterSync(
  client: Client,
  deployment: Stored<ClusterDeployment>,
): Promise<Stored<ClusterSync>> {
  const { namespace, name } = deployment.metadata
  const there = await client.get(ClusterSync, { namespace, name })
  if (there) return there
  const ownerReferences = [plainReference(controllerReference(ClusterDeployment, deployment))]
  return client.create(ClusterSync, { metadata: { namespace, name, ownerReferences }, spec: {} })
}

/** A reference that keeps nothing from having a controller of its own. */
const plainReference = ({ controller: _controller, ...reference }: OwnerReference): OwnerReference => reference

/** When everything of a cluster is next to be applied. The same lease gives the same time, also after a restart. */
export function renewalOf(settings: HiveSettings, { metadata, spec }: Stored<ClusterSyncLease>): number {
  const interval = parseGoDuration(settings.current().syncSetReapplyInterval ?? '') || REAPPLY_MS
  const chance = createRandom(`${metadata.uid}/${spec.renewTime}`).next()
  return Date.parse(spec.renewTime) + interval * (1 + JITTER * chance)
}

/** Notes that everything has been applied now. */
export async function renewLease(
  client: Client,
  sync: Stored<ClusterSync>,
  lease: Stored<ClusterSyncLease> | undefined,
  now: number,
): Promise<Stored<ClusterSyncLease>> {
  const { namespace, name } = sync.metadata
  const spec = { renewTime: formatMicroTime(now) }
  if (lease) return client.patch(ClusterSyncLease, lease.metadata, { type: 'merge', body: { spec } })
  const ownerReferences = [plainReference(controllerReference(ClusterSync, sync))]
  try {
    return await client.create(ClusterSyncLease, { metadata: { namespace, name, ownerReferences }, spec })
  } catch (error) {
    if (!hasReason(error, 'AlreadyExists')) throw error
    return client.patch(ClusterSyncLease, { namespace, name }, { type: 'merge', body: { spec } })
  }
}

/** What is said of all sets together. */
export function failedCondition({ syncSets, selectorSyncSets }: SyncStatuses): HiveConditionUpdate {
  const failing = [namesOf('SyncSet', failingOf(syncSets)), namesOf('SelectorSyncSet', failingOf(selectorSyncSets))]
  const count = failingOf(syncSets).length + failingOf(selectorSyncSets).length
  if (count === 0) {
    const message = 'All SyncSets and SelectorSyncSets have been applied to the cluster'
    return { type: 'Failed', status: 'False', reason: 'Success', message }
  }
  const message = `${failing.filter((text) => text !== '').join(' and ')} ${count === 1 ? 'is' : 'are'} failing`
  return { type: 'Failed', status: 'True', reason: 'Failure', message }
}

/** How the sets of either kind fare. */
export interface SyncStatuses {
  readonly syncSets: readonly SyncStatus[]
  readonly selectorSyncSets: readonly SyncStatus[]
}

const failingOf = (statuses: readonly SyncStatus[]): string[] =>
  statuses.filter(({ result }) => result !== 'Success').map(({ name }) => name)

const namesOf = (kind: string, names: readonly string[]): string =>
  names.length === 0 ? '' : `${kind}${names.length > 1 ? 's' : ''} ${names.join(', ')}`

/** When all sets of an installed cluster had worked for the first time; undefined until they have. */
export function firstSuccessOf(
  { status }: Stored<ClusterDeployment>,
  { syncSets, selectorSyncSets }: SyncStatuses,
  now: number,
): string | undefined {
  if (status?.installedTimestamp === undefined) return undefined
  const times = [...syncSets, ...selectorSyncSets].map(({ firstSuccessTime }) => firstSuccessTime)
  if (times.length === 0) return formatTime(now)
  return times.every((time) => time !== undefined) ? times.sort().at(-1) : undefined
}
