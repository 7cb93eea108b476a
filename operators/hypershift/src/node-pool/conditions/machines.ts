import type { ClusterApiCondition, ClusterApiMachine } from '@skep/api'
import type { Stored } from '@skep/client'
import { ownerOf } from '../autoscaler/pool-size.ts'
import type { PoolStatement } from '../pool-conditions.ts'
import { type PoolScope, type PoolStep, state } from '../scope.ts'
import { aggregateProblems, type MachineProblem } from './aggregate.ts'

type Machine = Stored<ClusterApiMachine>
type Statement = Omit<PoolStatement, 'type'>

/** Says whether all machines are there, and if not, what each lacks. */
export const stateMachinesReady: PoolStep = (ctx, scope) =>
  void state(ctx, scope, { type: 'AllMachinesReady', ...statementOf(scope, 'ready', readyProblem) })

/** Says whether all nodes are well, and if not, what each lacks. */
export const stateNodesHealthy: PoolStep = (ctx, scope) =>
  void state(ctx, scope, { type: 'AllNodesHealthy', ...statementOf(scope, 'healthy', nodeProblem) })

/** Summaries such as `1 of 2 completed` tell nobody anything. */
const STEP_COUNT = /\d+ of \d+ completed/

function statementOf(
  scope: PoolScope,
  what: string,
  problemOf: (machine: Machine) => MachineProblem | undefined,
): Statement {
  const { machines } = scope
  if (machines.length === 0) return noMachines(scope)
  const problems = machines.flatMap((machine) => problemOf(machine) ?? [])
  if (problems.length === 0) return { status: 'True', reason: 'AsExpected', message: 'All is well' }
  return { status: 'False', ...aggregateProblems(problems, machines.length, what) }
}

function noMachines({ parts, pool }: PoolScope): Statement {
  const { replicas = 0, autoScaling } = pool.spec
  // Before there is anything to scale, nobody knows how many there shall be.
  const wanted = autoScaling ? ownerOf(parts.reads, pool)?.spec.replicas : replicas
  return wanted === 0
    ? { status: 'False', reason: 'AsExpected', message: 'NodePool set to no replicas' }
    : { status: 'False', reason: 'NotFound', message: 'No Machines are created' }
}

/** What the provider says of a machine is told rather than what is concluded from it. */
function readyProblem(machine: Machine): MachineProblem | undefined {
  const ready = conditionOf(machine, 'Ready')
  if (!ready) return problem(machine, 'WaitingForInfrastructure')
  if (ready.status === 'True') return undefined
  const infrastructure = conditionOf(machine, 'InfrastructureReady')
  const isTelling = infrastructure && infrastructure.status !== 'True' && !STEP_COUNT.test(infrastructure.message ?? '')
  const { reason = '', message = '' } = isTelling ? infrastructure : ready
  return problem(machine, reason, STEP_COUNT.test(message) ? '' : message)
}

function nodeProblem(machine: Machine): MachineProblem | undefined {
  const healthy = conditionOf(machine, 'NodeHealthy')
  if (!healthy) return problem(machine, 'WaitingForNodeRef')
  return healthy.status === 'True' ? undefined : problem(machine, healthy.reason ?? '', healthy.message)
}

const problem = ({ metadata }: Machine, reason: string, message = ''): MachineProblem => ({
  machine: metadata.name,
  reason,
  message,
})

/** A condition of a machine. */
export const conditionOf = ({ status }: ClusterApiMachine, type: string): ClusterApiCondition | undefined =>
  status?.conditions?.find((condition) => condition.type === type)
