import { ClusterApiMachine } from '@skep/api'
import { isFalse, setCondition } from '../conditions/conditions.js'
import { ANNOTATIONS } from '../names.js'
import { isDeleting, replicasOf } from '../objects.js'
import { groupOf } from '../references.js'
import { createMachines, equip, findTemplates } from './creation.js'
import { chooseDeleted } from './deletion-order.js'
import { listMachines } from './machines.js'
import { preflightProblems } from './preflight.js'

/** When to look again whether machines may be made. */
const PREFLIGHT_RETRY_MS = 15_000
/** Makes machines, or deletes some, until there are as many as there shall be. */
export async function keepReplicas(ctx, scope) {
  const wanted = replicasOf(scope.set)
  if (scope.machines.length === wanted) return {}
  scope.machines = await listMachines(scope)
  const missing = wanted - scope.machines.length
  if (missing > 0) return addMachines(ctx, scope, missing)
  const policy = scope.set.spec.deletePolicy ?? 'Random'
  const excess = chooseDeleted(scope.machines, -missing, policy, ctx.clock.now())
  for (const machine of excess) await removeMachine(ctx, scope, machine)
  return {}
}
async function addMachines(ctx, scope, count) {
  const { set } = scope
  if (set.metadata.annotations?.[ANNOTATIONS.disableMachineCreate] === 'true') return {}
  const problems = await preflightProblems(scope)
  if (problems.length > 0) {
    const message = problems.join('; ')
    setCondition(set.status, isFalse('MachinesCreated', 'PreflightCheckFailed', 'Error', message), ctx.clock.now())
    return { requeueAfterMs: PREFLIGHT_RETRY_MS }
  }
  scope.machines = [...scope.machines, ...(await createMachines(ctx, scope, count))]
  return {}
}
async function removeMachine(ctx, { parts, set }, machine) {
  if (isDeleting(machine)) return
  const { name, uid } = machine.metadata
  if (!(await parts.client.delete(ClusterApiMachine, machine.metadata, { preconditions: { uid } }))) return
  ctx.events.record(set, { type: 'Normal', reason: 'SuccessfulDelete', message: `Deleted Machine "${name}"` })
}
/** Makes up for what a run that was broken off did not make: what a machine of its set names, and is not there. */
export async function completeMachines(ctx, scope) {
  const unfinished = scope.machines.filter((machine) => !isDeleting(machine) && !machine.status?.infrastructureReady)
  const bare = []
  for (const machine of unfinished) if (await lacksInfrastructure(scope, machine)) bare.push(machine)
  if (bare.length === 0) return
  const templates = await findTemplates(ctx, scope)
  for (const machine of bare) await equip(ctx, scope, templates, machine)
}
/** Whether what a machine of this set would have is not there; what somebody chose otherwise is their business. */
async function lacksInfrastructure({ parts, set }, { metadata, spec }) {
  const { apiVersion = '', kind = '', name } = spec.infrastructureRef
  const template = set.spec.template?.spec?.infrastructureRef
  const isOurs = template?.kind === `${kind}Template` && groupOf(template.apiVersion ?? '') === groupOf(apiVersion)
  if (!isOurs || name !== metadata.name) return false
  return (await parts.externals.get({ apiVersion, kind, name }, metadata.namespace)) === undefined
}
//# sourceMappingURL=replicas.js.map
