import type { HostedCluster } from '@skep/api'
import { parseReleaseVersion, type ReleaseVersion } from './version.ts'

/** What a release is wanted for. */
export interface ReleaseUse {
  readonly platformType: HostedCluster['spec']['platform']['type']
  readonly networkType: string
  /** The release that the cluster has or is moving to, when it is another one. */
  readonly current?: ReleaseVersion
}

const LOWEST_STREAM = 8
/** The last that had OpenShiftSDN for new clusters, and the last without OVNKubernetes. */
const LAST_SDN_STREAM = 10
const OLDEST = '4.14'
const NEWEST = '5.1'

const streamOf = (minor: string): number => parseReleaseVersion(`${minor}.0`)!.stream

/** The newest release that control planes are made of, for those who name none. It has no host: any registry may have it. */
export const NEWEST_RELEASE_IMAGE = `ocp-release:${NEWEST}.0-multi`

/** Why a release cannot be used; undefined when it can. */
export function unsupportedRelease(
  version: ReleaseVersion,
  { platformType, networkType, current }: ReleaseUse,
): string | undefined {
  const { stream, text } = version
  if (version.major < 5 && (version.major < 4 || stream < LOWEST_STREAM)) {
    return `releases before 4.8 are not supported. Attempting to use: "${text}"`
  }
  const refused = current
    ? refusedMove(current, version, networkType)
    : refusedStart(version, networkType, platformType)
  if (refused) return refused
  if (stream > streamOf(NEWEST)) return `the latest version supported is: "${NEWEST}". Attempting to use: "${text}"`
  if (stream >= streamOf(OLDEST)) return undefined
  return `the minimum version supported for platform ${platformType} is: "${OLDEST}". Attempting to use: "${text}"`
}

function refusedMove(current: ReleaseVersion, version: ReleaseVersion, networkType: string): string | undefined {
  const move = `from "${current.text}" to "${version.text}"`
  if (current.stream > version.stream) return `y-stream downgrade ${move} is not supported`
  if (networkType !== 'OpenShiftSDN' || current.stream === version.stream) return undefined
  return `y-stream upgrade ${move} is not for OpenShiftSDN`
}

function refusedStart({ stream, text }: ReleaseVersion, networkType: string, platformType: string): string | undefined {
  if (networkType === 'OpenShiftSDN' && stream > LAST_SDN_STREAM && platformType !== 'PowerVS') {
    return `cannot use OpenShiftSDN with OCP version "${text}" > 4.10`
  }
  if (networkType !== 'OVNKubernetes' || stream > LAST_SDN_STREAM) return undefined
  return `cannot use OVNKubernetes with OCP version "${text}" < 4.11`
}
