import type { ClusterDeployment, ProbedCondition } from '@skep/api'
import { ageOf, ifFalse, ifTrue, textOf } from './conditions.ts'
import { provisionError } from './error-codes.ts'
import { type Observed, observationOf } from './observed.ts'

/** How long Hive may fail to authenticate to the cloud before it counts as an error. */
const AUTHENTICATION_LIMIT_MS = 10 * 60_000

type Conditions = readonly ProbedCondition[]

/** How a cluster does that is not installed yet. */
export function observeInstalling({ status }: ClusterDeployment, now: number): Observed {
  const conditions = status?.conditions ?? []
  const dnsReady = ifTrue(conditions, 'DNSNotReady') === undefined
  const stopped = observeStopped(conditions, dnsReady)
  if (stopped) return stopped
  const refused = ifTrue(conditions, 'AuthenticationFailure')
  const refusedMs = refused ? ageOf(refused, now) : 0
  if (refused && refusedMs >= AUTHENTICATION_LIMIT_MS) {
    const error = provisionError(refused.reason, textOf(refused))
    const description = `Hive cannot authenticate to the cloud: ${error.message}`
    return { observation: observationOf({ state: 'error', description, error, dnsReady }) }
  }
  const failure = ifTrue(conditions, 'ProvisionFailed') ?? missingImage(conditions)
  const error = failure && provisionError(failure.reason, failure.message)
  const description = failure
    ? `Installation is taking longer than expected: ${textOf(failure)}`
    : obstacleOf(conditions)
  const observation = observationOf({ state: 'installing', description, error, dnsReady })
  return refused ? { observation, recheckAfterMs: AUTHENTICATION_LIMIT_MS - refusedMs } : { observation }
}

/** A provision that Hive will not try again; the reason of its last failure says more than that it stopped. */
function observeStopped(conditions: Conditions, dnsReady: boolean): Observed | undefined {
  const stopped = ifTrue(conditions, 'ProvisionStopped')
  if (!stopped) return undefined
  const failure = ifTrue(conditions, 'ProvisionFailed') ?? stopped
  const error = provisionError(failure.reason, failure.message)
  const description = `Provisioning stopped (${stopped.reason ?? 'ProvisionStopped'}): ${textOf(failure)}`
  return { observation: observationOf({ state: 'error', description, error, dnsReady }) }
}

/** The version is not there (any more): worth a code of its own, although Hive keeps waiting for it. */
function missingImage(conditions: Conditions): ProbedCondition | undefined {
  const unmet = ifFalse(conditions, 'RequirementsMet')
  return unmet?.reason === 'ClusterImageSetNotFound' ? unmet : undefined
}

/** What keeps an installation from going on, in the order in which Hive meets it; else how far it is. */
function obstacleOf(conditions: Conditions): string | undefined {
  const obstacle =
    ifTrue(conditions, 'AuthenticationFailure') ??
    ifFalse(conditions, 'RequirementsMet') ??
    ifTrue(conditions, 'DNSNotReady') ??
    ifTrue(conditions, 'InstallImagesNotResolved') ??
    ifTrue(conditions, 'InstallLaunchError')
  if (obstacle) return `Installation waits: ${textOf(obstacle)}`
  return ifFalse(conditions, 'Provisioned')?.message
}
