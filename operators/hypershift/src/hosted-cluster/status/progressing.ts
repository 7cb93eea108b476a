import type { ConditionUpdate } from '@skep/controller'
import { conditionOf, type Scope } from '../scope.ts'
import { isAtRelease, refusedUpgrade } from './upgrade.ts'

/** Conditions without which nothing goes on. */
const REQUIRED = ['SupportedHostedCluster', 'ValidConfiguration', 'ValidReleaseImage', 'ReconciliationActive'] as const

/** Whether the cluster moves to another release than the one that it is at or already moves to. */
export function progressing(scope: Scope): ConditionUpdate {
  const type = 'Progressing'
  const { release } = scope
  const blocked = blockedBecause(scope)
  if (blocked !== undefined) return { type, status: 'False', reason: 'Blocked', message: blocked }
  if (!release || isAtRelease(scope, release)) {
    return { type, status: 'False', reason: 'AsExpected', message: 'HostedCluster is at expected version' }
  }
  const message = 'HostedCluster is deploying, upgrading, or reconfiguring'
  return { type, status: 'True', reason: 'Progressing', message }
}

function blockedBecause(scope: Scope): string | undefined {
  const { release } = scope
  for (const type of REQUIRED) {
    const condition = conditionOf(scope, type)
    if (condition?.status === 'False') return `${type} condition is false: ${condition.message}`
  }
  if (!release) return `no version is known of release image ${scope.hostedCluster.spec.release.image}`
  const refused = refusedUpgrade(scope, release)
  return refused === undefined ? undefined : `ClusterVersionUpgradeable condition is false: ${refused}`
}
