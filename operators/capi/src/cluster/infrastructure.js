import { isFalse, isTrue, setCondition } from '../conditions/conditions.js'
import { isProvisioned } from '../contract.js'
import { UNSERVED_RETRY_MS } from '../externals.js'
import { isDeleting } from '../objects.js'
import { referenceOf, valueAt } from '../references.js'
import { followReference, mirrorOf, takeEndpoint } from './references.js'

const TYPE = 'InfrastructureReady'
const WAITING = 'WaitingForInfrastructure'
/** Follows the provider's part of a cluster. What was made once stays made, whatever is said later. */
export const followInfrastructure = async (ctx, scope) => {
  const { cluster, parts } = scope
  const { status } = cluster
  const now = ctx.clock.now()
  const reference = referenceOf(cluster.spec?.infrastructureRef)
  if (!reference) {
    if (isDeleting(cluster)) return {}
    status.infrastructureReady = true
    setCondition(status, isTrue(TYPE), now)
    return {}
  }
  const found = await followReference(scope, cluster.spec?.infrastructureRef)
  scope.infrastructure = found
  if (!found) {
    if (isDeleting(cluster)) return {}
    if (status.infrastructureReady) throw new Error(`${reference.kind} has been deleted after being provisioned`)
    setCondition(status, isFalse(TYPE, WAITING, 'Info'), now)
    return (await parts.externals.kindOf(reference)) ? {} : { requeueAfterMs: UNSERVED_RETRY_MS }
  }
  const isReady = isProvisioned(found)
  setCondition(status, mirrorOf(scope, TYPE, found, { isReady, waiting: WAITING }), now)
  if (isDeleting(found) || !(isReady || status.infrastructureReady)) return {}
  takeEndpoint(scope, found)
  takeFailureDomains(scope)
  if (!status.infrastructureReady) {
    const message = `Cluster ${cluster.metadata.name} InfrastructureReady is now True`
    ctx.events.record(cluster, { type: 'Normal', reason: 'InfrastructureReady', message })
  }
  status.infrastructureReady = true
  return {}
}
function takeFailureDomains({ cluster, infrastructure }) {
  const domains = infrastructure && valueAt(infrastructure, 'status', 'failureDomains')
  if (typeof domains !== 'object' || domains === null || Array.isArray(domains)) return
  // The server checks that they are what the status of a cluster has.
  cluster.status.failureDomains = structuredClone(domains)
}
//# sourceMappingURL=infrastructure.js.map
