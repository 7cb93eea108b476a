import { parseReleaseVersion, type ReleaseUse, type ReleaseVersion, unsupportedRelease } from '../releases/index.ts'

/** How many minor versions nodes may be behind. */
const MAX_SKEW = 3

/** Why nodes of a version cannot work with a control plane of another; undefined when they can. */
export function skewProblem(controlPlane: ReleaseVersion, nodes: ReleaseVersion): string | undefined {
  if (isNewer(nodes, controlPlane)) {
    return `NodePool version ${nodes.text} cannot be higher than the HostedCluster version ${controlPlane.text}`
  }
  const oldest = controlPlane.stream - MAX_SKEW
  if (nodes.stream >= oldest) return undefined
  return (
    `NodePool minor version ${nodes.major}.${nodes.minor} is less than ${minorText(oldest)}, ` +
    `which is the minimum NodePool version compatible with the ${controlPlane.major}.${controlPlane.minor} HostedCluster`
  )
}

/** Why a pool of a hosted cluster may not have a release; undefined when it may. */
export function releaseProblem(
  wanted: ReleaseVersion,
  hostedCluster: ReleaseVersion,
  use: ReleaseUse,
): string | undefined {
  const problem = unsupportedRelease(wanted, use)
  if (problem !== undefined || wanted.stream <= hostedCluster.stream) return problem
  const newest = hostedCluster.text.replace(/\.0$/, '')
  return `the latest version supported is: "${newest}". Attempting to use: "${wanted.text}"`
}

function isNewer(a: ReleaseVersion, b: ReleaseVersion): boolean {
  if (a.stream !== b.stream) return a.stream > b.stream
  if (a.patch !== b.patch) return a.patch > b.patch
  const [earlyA, earlyB] = [preReleaseOf(a), preReleaseOf(b)]
  // A release is newer than what came before it; among those, numbers count as such: rc.10 follows rc.9.
  if (earlyA === '' || earlyB === '') return earlyA === '' && earlyB !== ''
  return earlyA.localeCompare(earlyB, 'en', { numeric: true }) > 0
}

const preReleaseOf = ({ text }: ReleaseVersion): string => /-([^+]+)/.exec(text)?.[1] ?? ''

const FIRST_OF_MAJOR_5 = parseReleaseVersion('5.0.0')!.stream

const minorText = (stream: number): string =>
  stream >= FIRST_OF_MAJOR_5 ? `5.${stream - FIRST_OF_MAJOR_5}` : `4.${stream}`
