import type { ClusterVersionStatus, OperatorCondition } from '@skep/api'
import { formatTime } from '@skep/base'
import type { VersionFacts } from './progress.ts'

/** What conditions of a version follow from. */
export interface ConditionFacts extends VersionFacts {
  /** Whether everything of the release has been applied at least once. */
  readonly applied: boolean
  readonly history: NonNullable<ClusterVersionStatus['history']>
}

interface Statement {
  readonly status: 'True' | 'False'
  readonly reason?: string
  readonly message?: string
}

/** What the version operator says, in the order in which it says it. */
export function versionConditions(current: readonly OperatorCondition[], facts: ConditionFacts): OperatorCondition[] {
  const statements: Record<string, Statement | undefined> = {
    RetrievedUpdates: retrievedUpdates(facts),
    Upgradeable: { status: 'True', reason: 'AsExpected' },
    ReleaseAccepted: releaseAccepted(facts),
    Available: available(facts),
    Failing: failing(current, facts),
    Progressing: progressing(facts),
  }
  return Object.entries(statements).flatMap(([type, statement]) =>
    statement ? [conditionOf(type, statement, current, facts.now)] : [],
  )
}

function conditionOf(
  type: string,
  { status, reason, message }: Statement,
  current: readonly OperatorCondition[],
  now: number,
): OperatorCondition {
  const former = current.find((condition) => condition.type === type)
  const lastTransitionTime = former?.status === status ? former.lastTransitionTime : formatTime(now)
  return { type, status, ...(reason ? { reason } : {}), ...(message ? { message } : {}), lastTransitionTime }
}

const retrievedUpdates = ({ channel }: ConditionFacts): Statement =>
  channel
    ? { status: 'True' }
    : { status: 'False', reason: 'NoChannel', message: 'The update channel has not been configured.' }

const releaseAccepted = ({ release: { version, digestImage, payloadArch } }: ConditionFacts): Statement => ({
  status: 'True',
  reason: 'PayloadLoaded',
  message: `Payload loaded version="${version}" image="${digestImage}" architecture="${payloadArch}"`,
})

/** A cluster that was complete once stays available while it goes on to another release. */
function available({ history }: ConditionFacts): Statement {
  const complete = history.find(({ state }) => state === 'Completed')
  return complete ? { status: 'True', message: `Done applying ${complete.version}` } : { status: 'False' }
}

/** Nobody can say so before everything was tried once. */
function failing(current: readonly OperatorCondition[], { failure, applied }: ConditionFacts): Statement | undefined {
  if (failure) return { status: 'True', reason: failure.reason, message: failure.message }
  const known = current.some(({ type }) => type === 'Failing')
  return applied || known ? { status: 'False' } : undefined
}

function progressing({ release: { version }, history, applied, failure }: ConditionFacts): Statement {
  if (history[0]?.state === 'Completed') return { status: 'False', message: `Cluster version is ${version}` }
  if (failure) {
    const message = `Unable to apply ${version}: ${failure.message}`
    return { status: 'True', reason: failure.reason, message }
  }
  if (!applied) return { status: 'True', message: `Working towards ${version}` }
  const message = `Working towards ${version}: some cluster operators are not available, they need nodes to run on`
  return { status: 'True', reason: 'ClusterOperatorsNotAvailable', message }
}
