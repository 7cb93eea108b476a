import { ClusterApiMachine } from '@skep/api'
import { controllerReference } from '@skep/controller'
import { isFalse, isTrue, setCondition } from '../conditions/conditions.js'
import { mirror } from '../conditions/merge.js'
import { addressesOf, conditionsOf, failureOf, isProvisioned, providerIdOf } from '../contract.js'
import { UNSERVED_RETRY_MS } from '../externals.js'
import { isDeleting } from '../objects.js'
import { takeOwnership } from '../ownership.js'
import { referenceOf, textAt } from '../references.js'
/** Follows what the provider makes, and takes over its id, addresses, conditions and failures. */
export const followInfrastructure = async (ctx, scope) => {
  const { parts, machine } = scope
  const reference = referenceOf(machine.spec.infrastructureRef)
  if (!reference) return {}
  const found = await parts.externals.get(reference, machine.metadata.namespace)
  if (!found) return isDeleting(machine) ? {} : awaitInfrastructure(scope, reference, ctx.clock.now())
  scope.infrastructure = await takeOwnership(parts, reference, found, {
    owner: controllerReference(ClusterApiMachine, machine),
    clusterName: machine.spec.clusterName,
  })
  Object.assign(machine.status, failureOf(scope.infrastructure))
  reportReadiness(scope, scope.infrastructure, ctx.clock.now())
  takeFacts(scope, scope.infrastructure)
  return {}
}
async function awaitInfrastructure(scope, reference, now) {
  const { parts, machine } = scope
  const { status, metadata } = machine
  if (!status.infrastructureReady) {
    setCondition(status, isFalse('InfrastructureReady', 'WaitingForInfrastructure', 'Info'), now)
    return (await parts.externals.kindOf(reference)) ? {} : { requeueAfterMs: UNSERVED_RETRY_MS }
  }
  const message = `Machine infrastructure resource ${reference.kind} ${metadata.namespace}/${reference.name} has been deleted after provisioning was completed`
  Object.assign(status, { failureReason: 'InvalidConfiguration', failureMessage: message })
  setCondition(status, isFalse('InfrastructureReady', 'Deleted', 'Error', message), now)
  return {}
}
function reportReadiness({ machine }, infrastructure, now) {
  const waiting = isDeleting(machine) ? 'Deleting' : 'WaitingForInfrastructure'
  const fallback = isProvisioned(infrastructure)
    ? isTrue('InfrastructureReady')
    : isFalse('InfrastructureReady', waiting, 'Info')
  setCondition(machine.status, mirror('InfrastructureReady', conditionsOf(infrastructure), fallback), now)
}
/** A machine that was provisioned once stays so, whatever its provider says later. */
function takeFacts({ machine, specPatch }, infrastructure) {
  const { status, spec } = machine
  if (isDeleting(infrastructure) || !(isProvisioned(infrastructure) || status.infrastructureReady)) return
  const providerID = providerIdOf(infrastructure)
  if (providerID === undefined) return
  const addresses = addressesOf(infrastructure)
  if (addresses) status.addresses = addresses
  const failureDomain = textAt(infrastructure, 'spec', 'failureDomain')
  if (failureDomain !== undefined && failureDomain !== spec.failureDomain) specPatch.failureDomain = failureDomain
  if (providerID !== spec.providerID) specPatch.providerID = providerID
  status.infrastructureReady = true
}
//# sourceMappingURL=infrastructure.js.map
