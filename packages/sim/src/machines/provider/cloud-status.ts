import type { ClusterApiCondition } from '@skep/api'
import { type ClusterApiStatement, stateCondition } from './conditions.ts'
import type { MachineAddress, MachineProgress } from './contracts.ts'

/** What the statuses of all clouds' machines have in common. */
export interface CloudMachineStatus {
  ready?: boolean | undefined
  addresses?: MachineAddress[] | undefined
  failureReason?: string | undefined
  failureMessage?: string | undefined
  conditions?: ClusterApiCondition[] | undefined
}

/** How a cloud calls things. */
export interface CloudWords {
  /** Type of the condition that says whether the machine is there. */
  readonly condition: string
  /** Its reason while the machine is being made. */
  readonly creating: string
}

/** A status that says how far a machine is: in the cloud's own condition, and in Ready. */
export function cloudMachineStatus<S extends CloudMachineStatus>(
  { failureReason: _reason, failureMessage: _message, ...before }: S,
  progress: MachineProgress,
  words: CloudWords,
  now: number,
) {
  const statement = statementOf(progress, words)
  const conditions = stateCondition(before.conditions, statement, now)
  return {
    ...before,
    ...failureOf(progress),
    ready: progress.step === 'Running',
    ...(progress.step === 'Running' ? { addresses: [...progress.plan.addresses] } : {}),
    conditions: stateCondition(conditions, { ...statement, type: 'Ready' }, now),
  }
}

/** A status that says that the cloud's part of a cluster is there. */
export const readyClusterStatus = <S extends { conditions?: ClusterApiCondition[] | undefined }>(
  before: S | undefined,
  now: number,
) => ({
  ...before,
  ready: true,
  conditions: stateCondition(before?.conditions, { type: 'Ready', status: 'True' }, now),
})

function statementOf(progress: MachineProgress, { condition, creating }: CloudWords): ClusterApiStatement {
  const type = condition
  if (progress.step === 'Running') return { type, status: 'True' }
  const problem = progress.step === 'Creating' ? progress.problem : undefined
  if (problem) return { type, status: 'False', severity: 'Error', reason: problem.reason, message: problem.message }
  return { type, status: 'False', severity: 'Info', reason: progress.step === 'Creating' ? creating : progress.step }
}

/** What a machine says when something is wrong with it for good. */
export function failureOf(progress: MachineProgress): { failureReason?: string; failureMessage?: string } {
  const problem = progress.step === 'Creating' ? progress.problem : undefined
  return problem?.final ? { failureReason: 'CreateError', failureMessage: problem.message } : {}
}
