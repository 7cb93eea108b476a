import type { ConditionUpdate } from '@skep/controller'
import { parseReleaseVersion, unsupportedRelease } from '../../releases/index.ts'
import { ANNOTATIONS } from '../keys.ts'
import { pullSecretProblem } from '../lookups.ts'
import { conditionOf, hasAnnotation, type Scope } from '../scope.ts'
import { isAtRelease, wantedImage } from '../status/upgrade.ts'

const type = 'ValidReleaseImage'
const VALID: ConditionUpdate = { type, status: 'True', reason: 'AsExpected', message: 'Release image is valid' }

const invalid = (reason: string, message: string): ConditionUpdate => ({ type, status: 'False', reason, message })

/** Whether the release can be used. Once it was found to be good, it stays so until the spec changes. */
export async function validReleaseImage(scope: Scope): Promise<ConditionUpdate> {
  const noSecret = await pullSecretProblem(scope)
  if (noSecret !== undefined) return invalid('SecretNotFound', noSecret)
  const { metadata } = scope.hostedCluster
  const former = conditionOf(scope, type)
  const isKnown = former?.status === 'True' && former.observedGeneration === metadata.generation
  const problem = isKnown ? undefined : releaseProblem(scope)
  if (problem !== undefined) return invalid('InvalidImage', problem)
  if (scope.release) return VALID
  return invalid(
    'PayloadArchNotFound',
    `failed to determine the architectures of ${scope.hostedCluster.spec.release.image}`,
  )
}

function releaseProblem(scope: Scope): string | undefined {
  const { hostedCluster, status, parts } = scope
  if (hasAnnotation(hostedCluster, ANNOTATIONS.skipReleaseImageValidation)) return undefined
  const { release } = scope
  if (!release) {
    return `failed to lookup release image: no version is known of ${hostedCluster.spec.release.image}`
  }
  const wanted = parts.releases.resolve(wantedImage(scope)) ?? release
  const { platform, networking } = hostedCluster.spec
  const isMoving = status.version !== undefined && !isAtRelease(scope, wanted)
  const current = isMoving ? parts.releases.resolve(status.version!.desired.image) : undefined
  return unsupportedRelease(parseReleaseVersion(release.version)!, {
    platformType: platform.type,
    networkType: networking.networkType,
    ...(current ? { current: parseReleaseVersion(current.version)! } : {}),
  })
}
