import type { Deployment, DeploymentCondition } from '@skep/api'
import { formatTime } from '@skep/base'
import type { ClusterView } from '../../../contracts.ts'
import type { ControllerContext } from '../../controller.ts'
import type { WorkloadIndexes } from '../indexes.ts'
import { type Finding, withCondition } from './conditions.ts'
import { type RolloutLimits, rolloutLimits } from './limits.ts'
import type { Sets } from './replica-sets.ts'

export const COMPONENT = 'deployment-controller'
const MAX_INT32 = 2 ** 31 - 1

/** Everything that one look at one deployment works with. */
export interface RolloutScope {
  readonly context: ControllerContext
  readonly indexes: WorkloadIndexes
  readonly cluster: ClusterView
  /** As it was read; its status is what was last reported. */
  readonly deployment: Deployment
  readonly limits: RolloutLimits
  /** Replaced as sets are made and changed. */
  sets: Sets
  /** Become part of the next report. */
  conditions: readonly DeploymentCondition[]
  collisionCount: number | undefined
}

export const createScope = (
  context: ControllerContext,
  indexes: WorkloadIndexes,
  cluster: ClusterView,
  deployment: Deployment,
): RolloutScope => ({
  context,
  indexes,
  cluster,
  deployment,
  limits: rolloutLimits(deployment),
  sets: { current: undefined, old: [] },
  conditions: deployment.status?.conditions ?? [],
  collisionCount: deployment.status?.collisionCount,
})

/** A deadline at the largest number is none. */
export const hasDeadline = ({ deployment: { spec } }: RolloutScope): boolean =>
  spec.progressDeadlineSeconds !== undefined && spec.progressDeadlineSeconds !== MAX_INT32

/** Adds a finding to what is reported. Without a deadline, nobody asks for progress. */
export function note(scope: RolloutScope, finding: Finding): void {
  if (finding.type === 'Progressing' && !hasDeadline(scope)) return
  scope.conditions = withCondition(scope.conditions, finding, formatTime(scope.context.clock.now()))
}

/** Tells the deployment's users what happens. */
export function tell(
  { context, cluster, deployment }: RolloutScope,
  what: { type?: 'Warning'; reason: string; message: string },
): void {
  context.events.record(cluster, deployment, { component: COMPONENT, ...what })
}
