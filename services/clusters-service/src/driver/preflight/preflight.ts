import type { DriverParts } from '../../driver-seam.ts'
import type { ClusterRecord } from '../../records/cluster-record.ts'
import { wasBuilt } from '../observe/observe.ts'
import { type Observed, observationOf } from '../observe/observed.ts'
import { beganCheck, describeFindings, endedCheck, NETWORK_CHECK } from './network-check.ts'
import { missingRoles, usesOperatorRoles } from './roles.ts'

/** What looking at a cluster before it is built takes. */
export type PreflightParts = Pick<DriverParts, 'clusters' | 'children' | 'clock'>

/** How soon a check that has begun is through. */
const CHECK_MS = 1_000
/** The code of checks that failed. */
const CHECK_FAILED = 'OCM4001'

/** What keeps a cluster from being built that nothing has been built of; undefined when nothing does. */
export async function holdBack(parts: PreflightParts, record: ClusterRecord): Promise<Observed | undefined> {
  const { cluster } = record
  if (wasBuilt(record) || cluster.state === 'installing') return undefined
  const waiting = missingRoles(cluster)
  if (waiting !== undefined) return { observation: observationOf({ state: 'waiting', description: waiting }) }
  if (usesOperatorRoles(cluster) && !cluster.status?.oidc_ready) {
    await parts.clusters.observe(record.id, { status: { oidc_ready: true } })
  }
  const subnets = cluster.aws?.subnet_ids ?? []
  return subnets.length === 0 ? undefined : checkNetwork(parts, record.id, subnets)
}

async function checkNetwork(
  { children, clock }: PreflightParts,
  clusterId: string,
  subnets: readonly string[],
): Promise<Observed | undefined> {
  const now = clock.now()
  const put = (check: ReturnType<typeof beganCheck>) => children.put(clusterId, 'inflight_checks', NETWORK_CHECK, check)
  const known = (await children.list(clusterId, 'inflight_checks')).find(({ id }) => id === NETWORK_CHECK)?.document
  if (!known) {
    await put(beganCheck(now))
    const observation = observationOf({ state: 'validating', description: 'Checking the network of the subnets' })
    return { observation, recheckAfterMs: CHECK_MS }
  }
  const check = known['state'] === 'running' ? endedCheck(known, subnets, now) : known
  if (check !== known) await put(check)
  if (check['state'] !== 'failed') return undefined
  const message = describeFindings(check)
  return {
    observation: observationOf({ state: 'error', description: message, error: { code: CHECK_FAILED, message } }),
  }
}
