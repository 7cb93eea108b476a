import type { HostedCluster } from '@skep/api'
import type { Release, Releases } from '../../contracts.ts'
import { parseReleaseVersion, type ReleaseVersion } from '../../releases/index.ts'
import { ANNOTATIONS } from '../annotations.ts'
import { known, type PoolScope, type PoolStep, refuse, state } from '../scope.ts'
import { releaseProblem, skewProblem } from '../versions.ts'

/** Says whether the release of the pool can be had, and by its hosted cluster. */
export const checkReleaseImage: PoolStep = (ctx, scope) => {
  const type = 'ValidReleaseImage'
  const { image } = scope.pool.spec.release
  const found = pullSecretProblem(scope) ?? findRelease(scope)
  if (typeof found === 'string') {
    const message = `Failed to get release image: ${found}`
    return refuse(ctx, scope, { type, status: 'False', reason: 'ValidationFailed', message })
  }
  scope.release = found
  state(ctx, scope, { type, status: 'True', reason: 'AsExpected', message: `Using release image: ${image}` })
}

/** Says whether nodes of the release work with the control plane. They are made in any case. */
export const stateVersionSkew: PoolStep = (ctx, scope) => {
  const type = 'SupportedVersionSkew'
  const unknown = { type, status: 'Unknown', reason: 'ValidationFailed' } as const
  const { version } = scope.hostedCluster.status ?? {}
  if (!version) {
    const message = 'HostedCluster version is not available yet, waiting for version information'
    return void state(ctx, scope, { ...unknown, message })
  }
  const text = controlPlaneVersion(version)
  const controlPlane = parseReleaseVersion(text)
  const nodes = parseReleaseVersion(known(scope.release, 'release').version)
  if (!controlPlane || !nodes) {
    const message = controlPlane
      ? `Failed to parse NodePool version (${scope.release?.version})`
      : `Failed to parse control plane version (${text})`
    return void state(ctx, scope, { ...unknown, message })
  }
  const message = skewProblem(controlPlane, nodes)
  if (message !== undefined) {
    return void state(ctx, scope, { type, status: 'False', reason: 'UnsupportedSkew', message })
  }
  state(ctx, scope, { type, status: 'True', reason: 'AsExpected', message: 'Release image version is valid' })
}

type VersionStatus = NonNullable<NonNullable<HostedCluster['status']>['version']>

const controlPlaneVersion = ({ history = [], desired }: VersionStatus): string =>
  (history.find(({ state: entry }) => entry === 'Completed') ?? history[0])?.version ?? desired?.version ?? ''

function pullSecretProblem({ parts, hostedCluster }: PoolScope): string | undefined {
  const { namespace = '' } = hostedCluster.metadata
  const { name } = hostedCluster.spec.pullSecret
  const secret = parts.reads.secrets.get({ namespace, name })
  if (!secret) return `cannot get pull secret ${namespace}/${name}: secrets "${name}" not found`
  const hasKey = secret.data?.['.dockerconfigjson'] !== undefined
  return hasKey ? undefined : `pull secret ${namespace}/${name} missing ".dockerconfigjson" key`
}

/** The release, or why the pool may not have it. */
function findRelease({ parts, pool, status, hostedCluster }: PoolScope): Release | string {
  const release = parts.releases.resolve(pool.spec.release.image)
  if (!release) return unresolved(pool.spec.release.image)
  if (hostedCluster.metadata.annotations?.[ANNOTATIONS.skipReleaseImageValidation] !== undefined) return release
  const wanted = parseReleaseVersion(release.version)
  if (!wanted) return `the version of the release image is not one of OpenShift: ${release.version}`
  const limit = hostedClusterVersion(hostedCluster, parts.releases)
  if (typeof limit === 'string') return limit
  const current = parseReleaseVersion(status.version ?? '')
  const problem = releaseProblem(wanted, limit, {
    platformType: hostedCluster.spec.platform.type,
    networkType: hostedCluster.spec.networking.networkType ?? '',
    ...(current ? { current } : {}),
  })
  return problem ?? release
}

/** What the hosted cluster last was; what it is to be while it was never anything. */
function hostedClusterVersion({ spec, status }: HostedCluster, releases: Releases): ReleaseVersion | string {
  const completed = (status?.version?.history ?? []).find(({ completionTime }) => completionTime)
  const text = completed?.version ?? releases.resolve(spec.release.image)?.version
  if (text === undefined) return unresolved(spec.release.image)
  return parseReleaseVersion(text) ?? `the version of the hosted cluster is not one of OpenShift: ${text}`
}

const unresolved = (image: string): string =>
  `failed to look up release image metadata: no version is known of ${image}`
