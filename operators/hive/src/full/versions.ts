const VERSION = /(\d+)\.(\d+)\.(\d+)(-[0-9A-Za-z.-]+)?/

/** What tags of releases add to a version: an architecture, or a channel. */
const ADDITIONS = [/-(x86_64|aarch64|arm64|ppc64le|s390x|multi)$/, /-candidate$/, /-fast$/, /-nightly$/]

/** The version that the tag of a release image names; undefined where it names none. */
export function versionOfRelease(releaseImage: string): string | undefined {
  const tag = /:([^/:@]+)$/.exec(releaseImage)?.[1] ?? ''
  const bare = ADDITIONS.reduce((text, addition) => text.replace(addition, ''), tag)
  return VERSION.exec(bare)?.[0]
}

/** A version in its parts; undefined when it is none. */
export function parseVersion(version: string): { major: string; majorMinor: string; patch: string } | undefined {
  const [, major, minor, patch] = VERSION.exec(version) ?? []
  if (major === undefined) return undefined
  return { major, majorMinor: `${major}.${minor}`, patch: `${major}.${minor}.${patch}` }
}
