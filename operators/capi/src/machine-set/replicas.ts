import { ClusterApiMachine } from '@skep/api'
import type { Ctx, Result } from '@skep/controller'
import { isFalse, setCondition } from '../conditions/conditions.ts'
import { ANNOTATIONS } from '../names.ts'
import { isDeleting, type Machine, replicasOf } from '../objects.ts'
import { groupOf } from '../references.ts'
import { createMachines, equip, findTemplates } from './creation.ts'
import { chooseDeleted } from './deletion-order.ts'
import { listMachines } from './machines.ts'
import { preflightProblems } from './preflight.ts'
import type { SetScope } from './scope.ts'

/** When to look again whether machines may be made. */
const PREFLIGHT_RETRY_MS = 15_000

/** Makes machines, or deletes some, until there are as many as there shall be. */
export async function keepReplicas(ctx: Ctx, scope: SetScope): Promise<Result> {
  const wanted = replicasOf(scope.set)
  if (scope.machines.length === wanted) return {}
  scope.machines = await listMachines(scope)
  const missing = wanted - scope.machines.length
  if (missing > 0) return addMachines(ctx, scope, missing)
  const policy = scope.set.spec.deletePolicy ?? 'Random'
  // Ages of machines are told by the server, and compared with each other only.
  const now = (ctx.clock.outside ?? ctx.clock).now()
  const excess = chooseDeleted(scope.machines, -missing, policy, now)
  for (const machine of excess) await removeMachine(ctx, scope, machine)
  return {}
}

async function addMachines(ctx: Ctx, scope: SetScope, count: number): Promise<Result> {
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

async function removeMachine(ctx: Ctx, { parts, set }: SetScope, machine: Machine): Promise<void> {
  if (isDeleting(machine)) return
  const { name, uid } = machine.metadata
  if (!(await parts.client.delete(ClusterApiMachine, machine.metadata, { preconditions: { uid } }))) return
  ctx.events.record(set, { type: 'Normal', reason: 'SuccessfulDelete', message: `Deleted Machine "${name}"` })
}

/** Makes up for what a run that was broken off did not make: what a machine of its set names, and is not there. */
export async function completeMachines(ctx: Ctx, scope: SetScope): Promise<void> {
  const unfinished = scope.machines.filter((machine) => !isDeleting(machine) && !machine.status?.infrastructureReady)
  const bare: Machine[] = []
  for (const machine of unfinished) if (await lacksInfrastructure(scope, machine)) bare.push(machine)
  if (bare.length === 0) return
  const templates = await findTemplates(ctx, scope)
  for (const machine of bare) await equip(ctx, scope, templates, machine)
}

/** Whether what a machine of this set would have is not there; what somebody chose otherwise is their business. */
async function lacksInfrastructure({ parts, set }: SetScope, { metadata, spec }: Machine): Promise<boolean> {
  const { apiVersion = '', kind = '', name } = spec.infrastructureRef
  const template = set.spec.template?.spec?.infrastructureRef
  const isOurs = template?.kind === `${kind}Template` && groupOf(template.apiVersion ?? '') === groupOf(apiVersion)
  if (!isOurs || name !== metadata.name) return false
  return (await parts.externals.get({ apiVersion, kind, name }, metadata.namespace)) === undefined
}
