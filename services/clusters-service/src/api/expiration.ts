import { formatTime } from '@skep/base'
import type { Cluster } from '../model/cluster/cluster.ts'
import { badRequest } from '../model/problem.ts'
import { requestDeletion } from './delete-cluster.ts'
import type { ApiParts } from './parts.ts'

/** How often clusters are looked through for those whose time is over. */
const SWEEP_MS = 60_000

/** Checks when a cluster wants to end, and says when it will. */
export function checkExpiration(
  { clock, defaultExpirationMs, maximumExpirationMs }: ApiParts,
  cluster: Cluster,
): Pick<Cluster, 'expiration_timestamp'> {
  const now = clock.now()
  if (cluster.expiration_timestamp === undefined) {
    const lifetime = defaultExpirationMs ?? maximumExpirationMs
    return lifetime === undefined ? {} : { expiration_timestamp: formatTime(now + lifetime) }
  }
  const at = Date.parse(cluster.expiration_timestamp)
  if (at <= now) throw badRequest("Attribute 'expiration_timestamp' must lie in the future")
  if (maximumExpirationMs !== undefined && at > now + maximumExpirationMs) {
    throw badRequest(`Attribute 'expiration_timestamp' can't be later than ${formatTime(now + maximumExpirationMs)}`)
  }
  return { expiration_timestamp: cluster.expiration_timestamp }
}

/** Has clusters deleted whose time is over, until the signal aborts. */
export async function expireClusters(parts: ApiParts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await parts.clock.sleep(SWEEP_MS, signal)
      await expireNow(parts)
    } catch (error) {
      if (!signal.aborted) parts.log.error('Cannot look for expired clusters', { error })
    }
  }
}

/** Requests the deletion of every cluster whose time is over. */
export async function expireNow(parts: ApiParts): Promise<void> {
  const now = formatTime(parts.clock.now())
  const search = `expiration_timestamp <= '${now}' and state != 'uninstalling'`
  const { items } = await parts.clusters.find({ search, page: 1, size: 100 })
  for (const { id, cluster } of items) {
    parts.log.info('Deleting an expired cluster', { cluster: id, expiration: cluster.expiration_timestamp })
    await requestDeletion(parts, id, { deprovision: true, bestEffort: false })
  }
}
