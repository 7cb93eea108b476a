export { createReleases } from './releases.ts'
export { NEWEST_RELEASE_IMAGE, type ReleaseUse, unsupportedRelease } from './supported.ts'
export { parseReleaseVersion, type ReleaseVersion } from './version.ts'
