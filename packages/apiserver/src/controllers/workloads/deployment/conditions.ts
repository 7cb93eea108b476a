import type { DeploymentCondition } from '@skep/api'

/** What a condition says, without its times. */
export interface Finding {
  readonly type: 'Available' | 'Progressing' | 'ReplicaFailure'
  readonly status: 'True' | 'False' | 'Unknown'
  readonly reason: string
  readonly message: string
}

type Conditions = readonly DeploymentCondition[]

export const findCondition = (conditions: Conditions, type: Finding['type']): DeploymentCondition | undefined =>
  conditions.find((condition) => condition.type === type)

export const withoutCondition = (conditions: Conditions, type: Finding['type']): DeploymentCondition[] =>
  conditions.filter((condition) => condition.type !== type)

/** The conditions with a finding among them; one that says the same already, for the same reason, keeps its times. */
export function withCondition(conditions: Conditions, finding: Finding, now: string): DeploymentCondition[] {
  const before = findCondition(conditions, finding.type)
  if (before?.status === finding.status && before.reason === finding.reason) return [...conditions]
  return [...withoutCondition(conditions, finding.type), dated(finding, before, now)]
}

/** The same, but the time of the update always moves on: what it tells is that something still happens. */
export const withProgress = (conditions: Conditions, finding: Finding, now: string): DeploymentCondition[] => [
  ...withoutCondition(conditions, finding.type),
  dated(finding, findCondition(conditions, finding.type), now),
]

function dated(finding: Finding, before: DeploymentCondition | undefined, now: string): DeploymentCondition {
  const lastTransitionTime = before?.status === finding.status ? (before.lastTransitionTime ?? now) : now
  return { ...finding, lastUpdateTime: now, lastTransitionTime }
}
