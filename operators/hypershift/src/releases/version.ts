/** A version of OpenShift, taken apart. */
export interface ReleaseVersion {
  /** As it was written, such as `4.19.3` or `4.20.0-rc.1`. */
  readonly text: string
  readonly major: number
  readonly minor: number
  readonly patch: number
  /**
   * The minor as if there had never been a major 5, so that versions can be compared and subtracted: 5.0 is what 4.23
   * would be, and 5.x counts on from there.
   */
  readonly stream: number
}

/** The stream of 5.0. */
const FIRST_OF_MAJOR_5 = 23

const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/

/** Takes a version apart; undefined when it is none. */
export function parseReleaseVersion(text: string): ReleaseVersion | undefined {
  const match = VERSION.exec(text)
  if (!match) return undefined
  const [major, minor, patch] = match.slice(1, 4).map(Number) as [number, number, number]
  return { text, major, minor, patch, stream: major >= 5 ? FIRST_OF_MAJOR_5 + minor : minor }
}

/** How many minors Kubernetes is ahead: 4.14 has 1.27. */
const KUBERNETES_AHEAD = 13

/** The version of Kubernetes in a release, such as `v1.32.3` for 4.19.3. */
export const kubernetesVersionOf = ({ stream, patch }: ReleaseVersion): string =>
  `v1.${stream + KUBERNETES_AHEAD}.${patch}`

/** The channels that have a release. */
export const channelsOf = ({ major, minor }: ReleaseVersion): string[] =>
  ['candidate', ...(minor % 2 === 0 ? ['eus'] : []), 'fast', 'stable'].map((name) => `${name}-${major}.${minor}`)
