import { ClusterApiMachine } from '@skep/api'
import { controllerReference, type Result } from '@skep/controller'
import { isFalse, isTrue, setCondition } from '../conditions/conditions.ts'
import { mirror } from '../conditions/merge.ts'
import { addressesOf, conditionsOf, failureOf, isProvisioned, providerIdOf } from '../contract.ts'
import { UNSERVED_RETRY_MS } from '../externals.ts'
import { isDeleting } from '../objects.ts'
import { takeOwnership } from '../ownership.ts'
import { type External, type FullReference, referenceOf, textAt } from '../references.ts'
import type { MachineScope, MachineStep } from './scope.ts'

/** Follows what the provider makes, and takes over its id, addresses, conditions and failures. */
export const followInfrastructure: MachineStep = async (ctx, scope) => {
  const { parts, machine } = scope
  const reference = referenceOf(machine.spec.infrastructureRef)
  if (!reference) return {}
  const found = await findInfrastructure(scope, reference)
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

/** One that was there once, or may be, is asked for: that it is gone must not be concluded from an old copy. */
function findInfrastructure({ parts, machine }: MachineScope, reference: FullReference): Promise<External | undefined> {
  const { externals } = parts
  const { namespace } = machine.metadata
  const matters = isDeleting(machine) || machine.status.infrastructureReady
  return matters ? externals.get(reference, namespace) : externals.peek(reference, namespace)
}

async function awaitInfrastructure(scope: MachineScope, reference: FullReference, now: number): Promise<Result> {
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

function reportReadiness({ machine }: MachineScope, infrastructure: External, now: number): void {
  const waiting = isDeleting(machine) ? 'Deleting' : 'WaitingForInfrastructure'
  const fallback = isProvisioned(infrastructure)
    ? isTrue('InfrastructureReady')
    : isFalse('InfrastructureReady', waiting, 'Info')
  setCondition(machine.status, mirror('InfrastructureReady', conditionsOf(infrastructure), fallback), now)
}

/** A machine that was provisioned once stays so, whatever its provider says later. */
function takeFacts({ machine, specPatch }: MachineScope, infrastructure: External): void {
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
