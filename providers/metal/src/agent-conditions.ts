import type { Agent } from '@skep/api'
import { formatTime } from '@skep/base'

/** A condition of an Agent. */
export type AgentCondition = NonNullable<NonNullable<Agent['status']>['conditions']>[number]

/** A condition as it is stated; when it changed is worked out. */
export interface AgentStatement {
  readonly type: string
  readonly status: 'True' | 'False'
  readonly reason: string
  readonly message: string
}

/** Conditions with others stated: those that say the same as before stay as they are. */
export function stateAll(
  conditions: readonly AgentCondition[] | undefined,
  statements: readonly AgentStatement[],
  now: number,
): AgentCondition[] {
  const stated = statements.map((statement) => {
    const former = conditions?.find(({ type }) => type === statement.type)
    if (former && saysTheSame(former, statement)) return former
    const lastTransitionTime = former?.status === statement.status ? former.lastTransitionTime : formatTime(now)
    return { ...statement, lastHeartbeatTime: formatTime(now), ...(lastTransitionTime ? { lastTransitionTime } : {}) }
  })
  const types = new Set(statements.map(({ type }) => type))
  return [...stated, ...(conditions ?? []).filter(({ type }) => !types.has(type))]
}

const saysTheSame = (a: AgentCondition, b: AgentStatement): boolean =>
  a.status === b.status && a.reason === b.reason && a.message === b.message

/** The condition of a type, if there is one. */
export const findAgentCondition = ({ status }: Agent, type: string): AgentCondition | undefined =>
  status?.conditions?.find((condition) => condition.type === type)

const hasStatus = (agent: Agent, type: string, status: 'True' | 'False'): boolean =>
  findAgentCondition(agent, type)?.status === status

/** Whether a host can become part of a cluster: approved, well, in touch, and nobody's yet. */
export const isFree = (agent: Agent): boolean =>
  agent.spec?.approved === true &&
  hasStatus(agent, 'Validated', 'True') &&
  hasStatus(agent, 'Connected', 'True') &&
  hasStatus(agent, 'Bound', 'False')
