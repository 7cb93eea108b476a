import type { Release } from '../../contracts.ts'
import { parseReleaseVersion } from '../../releases/index.ts'
import { ANNOTATIONS } from '../keys.ts'
import { conditionOf, type Scope } from '../scope.ts'

/** Image of the release that the control plane shall have. */
export const wantedImage = ({ hostedCluster: { spec } }: Scope): string =>
  spec.controlPlaneRelease?.image ?? spec.release.image

/** Whether an image is that release, by whichever name. */
const isImageOf = (image: string, { image: byTag, digestImage }: Release): boolean =>
  image === byTag || image === digestImage

/** Whether the cluster is on its way to, or at, the release of the spec. */
export const isAtRelease = ({ status }: Scope, release: Release): boolean =>
  status.version !== undefined && isImageOf(status.version.desired.image, release)

/** Why the cluster may not go to the release of the spec; undefined when it may, or is there. */
export function refusedUpgrade(scope: Scope, release: Release): string | undefined {
  const { status, hostedCluster } = scope
  const wanted = scope.parts.releases.resolve(wantedImage(scope)) ?? release
  if (status.version === undefined || isAtRelease(scope, wanted)) return undefined
  const upgradeable = conditionOf(scope, 'ClusterVersionUpgradeable')
  if (upgradeable?.status !== 'False') return undefined
  const forced = hostedCluster.metadata.annotations?.[ANNOTATIONS.forceUpgradeTo]
  if (forced !== undefined) {
    if (forced === wantedImage(scope)) return undefined
    return 'force upgrade annotation is present but does not match desired release image'
  }
  if (hostedCluster.spec.controlPlaneRelease) return undefined
  const current = parseReleaseVersion(status.version.desired.version)
  const { type, status: value, reason, message } = upgradeable
  if (!current) {
    return `cluster is ${type}=${value} (${reason}: ${message}), and failed to parse the current target ${status.version.desired.version} as a Semantic Version`
  }
  return parseReleaseVersion(wanted.version)?.stream === current.stream
    ? undefined
    : 'cluster version is not upgradeable'
}
