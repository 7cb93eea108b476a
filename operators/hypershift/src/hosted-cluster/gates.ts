import { HostedControlPlane } from '@skep/api'
import { isMistake, Mistake } from '@skep/controller'
import { platformOf } from './infrastructure/platforms.ts'
import { ANNOTATIONS } from './keys.ts'
import { pullSecretProblem } from './lookups.ts'
import { conditionOf, hasAnnotation, patchHostedCluster, type Scope, state } from './scope.ts'
import { refusedUpgrade } from './status/upgrade.ts'

/** Remembers for good that the cluster has been available. */
export async function markAvailable(scope: Scope): Promise<void> {
  if (conditionOf(scope, 'Available')?.status !== 'True') return
  if (hasAnnotation(scope.hostedCluster, ANNOTATIONS.hasBeenAvailable)) return
  await patchHostedCluster(scope, { metadata: { annotations: { [ANNOTATIONS.hasBeenAvailable]: 'true' } } })
}

/** Pauses the control plane as long as the hosted cluster is. */
export async function pauseControlPlane({ parts, hostedCluster, controlPlane }: Scope): Promise<void> {
  const { pausedUntil } = hostedCluster.spec
  if (!controlPlane || controlPlane.spec.pausedUntil === pausedUntil) return
  const body = { spec: { pausedUntil } }
  await parts.client.patch(HostedControlPlane, controlPlane.metadata, { type: 'merge', body })
}

/**
 * Why nothing is made for now; undefined when it is. Throws when that may change by itself, so that it is tried again.
 * Without a pull secret, what does not need it is still done.
 */
export function stopReason(scope: Scope): string | undefined {
  const falseCondition = (type: string) => {
    const condition = conditionOf(scope, type)
    return condition?.status === 'False' ? condition : undefined
  }
  const invalid = falseCondition('ValidConfiguration')
  if (invalid) throw new Mistake(`configuration is invalid: ${invalid.message}`)
  const unsupported = falseCondition('SupportedHostedCluster')
  if (unsupported) return unsupported.message
  const badRelease = falseCondition('ValidReleaseImage')
  if (badRelease && badRelease.reason !== 'SecretNotFound') return badRelease.message
  return scope.release && refusedUpgrade(scope, scope.release)
}

/** Why images could not be pulled, as an error. */
export async function pullSecretError(scope: Scope): Promise<Error | undefined> {
  const problem = await pullSecretProblem(scope)
  return problem === undefined ? undefined : new Mistake(`failed to get pull secret: ${problem}`)
}

/** Gives the control plane what it needs to use its platform, and says whether that was to be had. */
export async function ensureCredentials(scope: Scope): Promise<void> {
  const type = 'PlatformCredentialsFound'
  try {
    await platformOf(scope.hostedCluster).ensureCredentials(scope)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    state(scope, { type, status: 'False', reason: 'PlatformCredentialsNotFound', message })
    const why = `failed to reconcile platform credentials: ${message}`
    throw isMistake(cause) ? new Mistake(why, { cause }) : new Error(why, { cause })
  }
  const message = 'Required platform credentials are found'
  state(scope, { type, status: 'True', reason: 'AsExpected', message })
}
