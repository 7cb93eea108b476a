import { findCondition, isFalse, isTrue, setCondition } from '../conditions/conditions.js'
import { isInitialized } from '../contract.js'
import { UNSERVED_RETRY_MS } from '../externals.js'
import { clusterKey } from '../lookups.js'
import { LABELS } from '../names.js'
import { isDeleting } from '../objects.js'
import { isSetAt, referenceOf } from '../references.js'
import { followReference, mirrorOf, takeEndpoint } from './references.js'

const READY = 'ControlPlaneReady'
const INITIALIZED = 'ControlPlaneInitialized'
const WAITING = 'WaitingForControlPlane'
/** Follows the control plane of a cluster. What answered once counts as initialized from then on. */
export const followControlPlane = async (ctx, scope) => {
  const { cluster, parts } = scope
  const now = ctx.clock.now()
  const reference = referenceOf(cluster.spec?.controlPlaneRef)
  if (!reference) {
    if (!isDeleting(cluster)) followMachines(scope, now)
    return {}
  }
  const found = await followReference(scope, cluster.spec?.controlPlaneRef)
  scope.controlPlane = found
  if (found) {
    const isReady = isInitialized(found)
    setCondition(cluster.status, mirrorOf(scope, READY, found, { isReady, waiting: WAITING }), now)
    if (!isDeleting(found)) takeState(scope, now)
    return {}
  }
  if (isDeleting(cluster)) return {}
  if (cluster.status.controlPlaneReady) throw new Error(`${reference.kind} has been deleted after being initialized`)
  setCondition(cluster.status, isFalse(READY, WAITING, 'Info'), now)
  return (await parts.externals.kindOf(reference)) ? {} : { requeueAfterMs: UNSERVED_RETRY_MS }
}
function takeState(scope, now) {
  const { cluster, controlPlane } = scope
  const { status } = cluster
  if (!controlPlane) return
  const initialized = isInitialized(controlPlane)
  if (findCondition(status, INITIALIZED)?.status !== 'True') {
    const message = 'Waiting for control plane provider to indicate the control plane has been initialized'
    const waiting = isFalse(INITIALIZED, 'WaitingForControlPlaneProviderInitialized', 'Info', message)
    setCondition(status, initialized ? isTrue(INITIALIZED) : waiting, now)
  }
  status.controlPlaneReady = isSetAt(controlPlane, 'status', 'ready') || initialized
  if (initialized) takeEndpoint(scope, controlPlane)
}
/** Without an object for it, a control plane is its machines, and has answered when one of them became a node. */
function followMachines({ cluster, parts }, now) {
  const { namespace, name } = cluster.metadata
  if (findCondition(cluster.status, INITIALIZED)?.status === 'True') return
  const answered = parts.lookups.machines
    .find('cluster', clusterKey(namespace, name))
    .some(({ metadata, status }) => metadata.labels?.[LABELS.controlPlane] !== undefined && status?.nodeRef)
  const message = 'Waiting for the first control plane machine to have its status.nodeRef set'
  setCondition(
    cluster.status,
    answered ? isTrue(INITIALIZED) : isFalse(INITIALIZED, 'MissingNodeRef', 'Info', message),
    now,
  )
}
//# sourceMappingURL=control-plane.js.map
