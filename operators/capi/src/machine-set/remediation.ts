import { ClusterApiMachine } from '@skep/api'
import type { Ctx } from '@skep/controller'
import { findCondition, hasStatus, isFalse, isTrue, removeCondition, setCondition } from '../conditions/conditions.ts'
import { scaled } from '../counts.ts'
import { ANNOTATIONS } from '../names.ts'
import { createdAt, isDeleting, type Machine, replicasOf, workingCopy, writeStatus } from '../objects.ts'
import { preflightProblems } from './preflight.ts'
import type { SetScope } from './scope.ts'

const TYPE = 'OwnerRemediated'

/** Whether a health check asks the owner of a machine to replace it. */
const isToBeReplaced = ({ status }: Machine): boolean =>
  hasStatus(status, 'HealthCheckSucceeded', 'False') && hasStatus(status, TYPE, 'False')

/** Whether a machine that was asked to be replaced got well by itself. */
const gotWell = ({ status }: Machine): boolean =>
  hasStatus(status, 'HealthCheckSucceeded', 'True') && hasStatus(status, TYPE, 'False')

/** Whether this set is deleting a machine because it was not well. */
const isBeingReplaced = (machine: Machine): boolean =>
  isDeleting(machine) && findCondition(machine.status, TYPE)?.status === 'True'

/** Deletes machines that a health check asks to be replaced, so that the set makes others. Returns whether it changed any. */
export async function replaceUnhealthy(ctx: Ctx, scope: SetScope): Promise<boolean> {
  const alive = scope.machines.filter((machine) => !isDeleting(machine))
  const well = alive.filter(gotWell)
  for (const machine of well) await change(scope, machine, (status) => removeCondition(status, TYPE))
  const asked = isOutdated(scope) ? [] : alive.filter(isToBeReplaced).sort(compareUrgency)
  const room = Math.max(0, maxInFlight(scope) - scope.machines.filter(isBeingReplaced).length)
  const allowed = asked.slice(0, room)
  const problems = allowed.length > 0 ? await preflightProblems(scope) : []
  for (const machine of allowed) {
    if (problems.length > 0) await defer(ctx, scope, machine, problems)
    else await replace(ctx, scope, machine)
  }
  return well.length > 0 || (allowed.length > 0 && problems.length === 0)
}

/** Machines of an old set go with their set, by the rollout. */
const isOutdated = ({ set, deployment }: SetScope): boolean =>
  deployment !== undefined &&
  deployment.metadata.annotations?.[ANNOTATIONS.revision] !== set.metadata.annotations?.[ANNOTATIONS.revision]

function maxInFlight({ deployment }: SetScope): number {
  const limit = deployment?.spec.strategy?.remediation?.maxInFlight
  return deployment && limit !== undefined ? scaled(limit, replicasOf(deployment), 'up') : Number.POSITIVE_INFINITY
}

/** Those that people chose first, then the newest: they are the least likely to have work to do. */
const compareUrgency = (a: Machine, b: Machine): number => {
  const [isChosenA, isChosenB] = [a, b].map(
    ({ metadata }) => metadata.annotations?.[ANNOTATIONS.remediateMachine] !== undefined,
  )
  if (isChosenA !== isChosenB) return isChosenA ? -1 : 1
  return createdAt(b) - createdAt(a) || (a.metadata.name < b.metadata.name ? -1 : 1)
}

type Status = NonNullable<Machine['status']>

async function change({ parts }: SetScope, machine: Machine, work: (status: Status) => void): Promise<void> {
  const working = workingCopy(machine)
  work(working.status)
  await writeStatus(parts.client, parts.copies.machines, machine, working)
}

const defer = (ctx: Ctx, scope: SetScope, machine: Machine, problems: readonly string[]): Promise<void> =>
  change(scope, machine, (status) =>
    setCondition(status, isFalse(TYPE, 'WaitingForRemediation', 'Warning', problems.join('; ')), ctx.clock.now()),
  )

/** The condition comes first: once the machine is going, nobody would state it any more. */
async function replace(ctx: Ctx, scope: SetScope, machine: Machine): Promise<void> {
  await change(scope, machine, (status) => setCondition(status, isTrue(TYPE), ctx.clock.now()))
  const { uid } = machine.metadata
  await scope.parts.client.delete(ClusterApiMachine, machine.metadata, { preconditions: { uid } })
}
