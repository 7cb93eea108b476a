import { formatTime } from '@skep/base'
import { isFalse, isTrue, setCondition } from '../conditions/conditions.js'
import { HOOKS } from '../names.js'
import { isDeleting } from '../objects.js'
import { referenceOf } from '../references.js'
import { deleteNode, mayTouchNode } from './deletion-node.js'
import { drain } from './drain.js'
import { awaitVolumes } from './volumes.js'
/** Notes since when a deletion waits for something, unless that was noted before. Gives that time. */
export function waitingSince({ machine }, what, now) {
  const deletion = (machine.status.deletion ??= {})
  return (deletion[what] ??= formatTime(now))
}
const hooksOf = ({ machine }, prefix) =>
  Object.keys(machine.metadata.annotations ?? {})
    .filter((key) => key.startsWith(prefix))
    .sort()
/** Others may hold a deletion up by an annotation; taking it off brings the machine back to work. */
const awaitHooks =
  (prefix, { type, since, reason, word }) =>
  (ctx, scope) => {
    const now = ctx.clock.now()
    const hooks = hooksOf(scope, prefix)
    if (hooks.length === 0) {
      setCondition(scope.machine.status, isTrue(type), now)
      return undefined
    }
    waitingSince(scope, since, now)
    setCondition(scope.machine.status, isFalse(type, 'WaitingExternalHook', 'Info'), now)
    scope.progress = { reason, message: `Waiting for ${word} hooks to succeed (hooks: ${hooks.join(',')})` }
    return {}
  }
const awaitPreDrainHooks = awaitHooks(HOOKS.preDrain, {
  type: 'PreDrainDeleteHookSucceeded',
  since: 'waitForPreDrainHookStartTime',
  reason: 'WaitingForPreDrainHook',
  word: 'pre-drain',
})
const awaitPreTerminateHooks = awaitHooks(HOOKS.preTerminate, {
  type: 'PreTerminateDeleteHookSucceeded',
  since: 'waitForPreTerminateHookStartTime',
  reason: 'WaitingForPreTerminateHook',
  word: 'pre-terminate',
})
const removeInfrastructure = async (ctx, scope) => {
  const { machine, infrastructure } = scope
  if (!infrastructure) {
    setCondition(machine.status, isFalse('InfrastructureReady', 'Deleted', 'Info'), ctx.clock.now())
    return undefined
  }
  await removeExternal(scope, machine.spec.infrastructureRef, infrastructure)
  scope.progress = { reason: 'WaitingForInfrastructureDeletion', message: waitingFor(infrastructure) }
  return {}
}
const removeBootstrap = async (ctx, scope) => {
  const { machine, bootstrap } = scope
  if (!machine.spec.bootstrap.configRef) return undefined
  if (!bootstrap) {
    setCondition(machine.status, isFalse('BootstrapReady', 'Deleted', 'Info'), ctx.clock.now())
    return undefined
  }
  await removeExternal(scope, machine.spec.bootstrap.configRef, bootstrap)
  scope.progress = { reason: 'WaitingForBootstrapDeletion', message: waitingFor(bootstrap) }
  return {}
}
const waitingFor = ({ kind }) => `Waiting for ${kind} to be deleted`
/** Asks for an object of a provider to go, unless somebody did. */
async function removeExternal({ parts }, ref, object) {
  const reference = referenceOf(ref)
  const kind = reference && (await parts.externals.kindOf(reference))
  if (!kind || isDeleting(object)) return
  const { uid } = object.metadata
  await parts.client.delete(kind, object.metadata, { preconditions: { uid } })
}
/** What happens to the node before the machine goes, where there is one that matters. */
const nodeSteps = [awaitPreDrainHooks, drain, awaitVolumes]
/** What happens to the machine. */
const machineSteps = [awaitPreTerminateHooks, removeInfrastructure, removeBootstrap]
/** Takes a machine down in order: its pods, its volumes, the machine, its node, and then the object. */
export const removeMachine = async (ctx, scope) => {
  if (!isDeleting(scope.machine)) return {}
  scope.progress = { reason: 'Deleting', message: 'Deletion started' }
  const hasNode = await mayTouchNode(scope)
  // The node goes only when its machine has: a kubelet that still ran would register it again.
  const steps = hasNode ? [...nodeSteps, ...machineSteps, deleteNode] : machineSteps
  for (const step of steps) {
    ctx.signal.throwIfAborted()
    const result = await step(ctx, scope)
    if (result) return result
  }
  scope.released = true
  return {}
}
//# sourceMappingURL=deletion.js.map
