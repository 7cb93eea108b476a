import { ClusterApiMachine } from '@skep/api'
import { controllerReference } from '@skep/controller'
import { isFalse, isTrue, setCondition } from '../conditions/conditions.js'
import { mirror } from '../conditions/merge.js'
import { conditionsOf, isDataSecretCreated } from '../contract.js'
import { UNSERVED_RETRY_MS } from '../externals.js'
import { isDeleting } from '../objects.js'
import { takeOwnership } from '../ownership.js'
import { referenceOf, textAt } from '../references.js'
/** Follows what makes the data to boot with, and takes over the name of the Secret with it. */
export const followBootstrap = async (ctx, scope) => {
  const { parts, machine } = scope
  const reference = referenceOf(machine.spec.bootstrap.configRef)
  if (!reference) {
    if (machine.spec.bootstrap.dataSecretName) markBooting(scope, ctx.clock.now())
    return {}
  }
  const found = await parts.externals.get(reference, machine.metadata.namespace)
  if (!found) {
    if (isDeleting(machine)) return {}
    setCondition(machine.status, isFalse('BootstrapReady', 'WaitingForDataSecret', 'Info'), ctx.clock.now())
    return (await parts.externals.kindOf(reference)) ? {} : { requeueAfterMs: UNSERVED_RETRY_MS }
  }
  scope.bootstrap = await takeOwnership(parts, reference, found, {
    owner: controllerReference(ClusterApiMachine, machine),
    clusterName: machine.spec.clusterName,
  })
  takeData(scope, ctx.clock.now())
  return {}
}
function takeData(scope, now) {
  const { machine, bootstrap } = scope
  if (machine.spec.bootstrap.dataSecretName) markBooting(scope, now)
  if (!bootstrap || machine.spec.bootstrap.dataSecretName) return
  const created = isDataSecretCreated(bootstrap)
  const waiting = isDeleting(machine) ? 'Deleting' : 'WaitingForDataSecret'
  const fallback = created ? isTrue('BootstrapReady') : isFalse('BootstrapReady', waiting, 'Info')
  setCondition(machine.status, mirror('BootstrapReady', conditionsOf(bootstrap), fallback), now)
  const dataSecretName = textAt(bootstrap, 'status', 'dataSecretName')
  if (!created || !dataSecretName || isDeleting(bootstrap)) return
  scope.specPatch.bootstrap = { dataSecretName }
  machine.status.bootstrapReady = true
}
function markBooting({ machine }, now) {
  machine.status.bootstrapReady = true
  setCondition(machine.status, isTrue('BootstrapReady'), now)
}
//# sourceMappingURL=bootstrap.js.map
