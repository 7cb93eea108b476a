import type { ClusterDeployment, ProbedCondition } from '@skep/api'
import type { ClusterObservation, PowerState } from '../../records/cluster-record.ts'
import { ageOf, conditionOf, ifFalse, ifTrue, textOf } from './conditions.ts'
import { type Observed, observationOf } from './observed.ts'

/** How long a cluster may be out of reach before nobody can say any more how it does. */
export const UNREACHABLE_LIMIT_MS = 30 * 60_000

/** How an installed cluster does: what it is doing, and where it answers. */
export function observeInstalled(deployment: ClusterDeployment, desired: PowerState, now: number): Observed {
  const conditions = deployment.status?.conditions ?? []
  const power = observePower(conditions, desired)
  const unreachable = power.state === 'ready' ? ifTrue(conditions, 'Unreachable') : undefined
  const unreachableMs = unreachable ? ageOf(unreachable, now) : 0
  const lost = unreachable !== undefined && unreachableMs >= UNREACHABLE_LIMIT_MS
  const description = unreachable ? `The cluster cannot be reached: ${textOf(unreachable)}` : power.description
  const observation = {
    ...observationOf({ state: lost ? 'unknown' : power.state, description, dnsReady: true }),
    ...whereItAnswers(deployment),
    healthState: healthOf(power.state, unreachable),
  }
  if (!unreachable || lost) return { observation }
  return { observation, recheckAfterMs: UNREACHABLE_LIMIT_MS - unreachableMs }
}

interface PowerView {
  readonly state: 'ready' | 'powering_down' | 'hibernating' | 'resuming'
  readonly description?: string
}

function observePower(conditions: readonly ProbedCondition[], desired: PowerState): PowerView {
  const hibernating = conditionOf(conditions, 'Hibernating')
  if (hibernating?.reason === 'Unsupported') return { state: 'ready' }
  const asleep = hibernating?.status === 'True'
  if (desired === 'Hibernating') {
    if (asleep) return { state: 'hibernating' }
    return { state: 'powering_down', ...(hibernating?.message ? { description: textOf(hibernating) } : {}) }
  }
  const notReady = ifFalse(conditions, 'Ready')
  if (!asleep && !notReady) return { state: 'ready' }
  return { state: 'resuming', ...(notReady?.message ? { description: textOf(notReady) } : {}) }
}

/** Hive's label for the version that a cluster runs, once it has asked the cluster. */
const VERSION_LABEL = 'hive.openshift.io/version'

/** The version that Hive says a cluster runs, or moves to; undefined before it has asked. */
export const runningVersion = ({ metadata }: Pick<ClusterDeployment, 'metadata'>): string | undefined =>
  metadata.labels?.[VERSION_LABEL]

function whereItAnswers(deployment: ClusterDeployment): ClusterObservation {
  const { spec, status } = deployment
  const running = runningVersion(deployment)
  return {
    ...(status?.apiURL ? { apiUrl: status.apiURL } : {}),
    ...(status?.webConsoleURL ? { consoleUrl: status.webConsoleURL } : {}),
    ...(spec.clusterMetadata?.infraID ? { infraId: spec.clusterMetadata.infraID } : {}),
    ...(spec.clusterMetadata?.clusterID ? { externalId: spec.clusterMetadata.clusterID } : {}),
    ...(running ? { openshiftVersion: running } : {}),
  }
}

function healthOf(
  state: PowerView['state'],
  unreachable: ProbedCondition | undefined,
): ClusterObservation['healthState'] {
  if (state !== 'ready') return 'unknown'
  return unreachable ? 'unhealthy' : 'healthy'
}
