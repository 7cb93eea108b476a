import { type ConfigFile, ConfigFileError, checkFields, member, readItems, requireDistinct } from './config-file.ts'
import { compareReleases, parseRelease, type Release } from './release.ts'

/** The releases that a region takes, from the first to the last one; open where it says nothing. */
export interface VersionLimits {
  readonly min?: string
  readonly max?: string
}

/** Which releases regions take, by cloud and region; those that are not named take all. */
export type RegionVersions = (cloudProvider: string, region: string) => VersionLimits | undefined

interface ProviderConfig {
  readonly name: string
  readonly regions?: unknown
}

interface RegionConfig {
  readonly name: string
  readonly version_constraints?: { readonly min_version?: string; readonly max_version?: string }
}

/** Reads a file of region constraints: `cloud_providers[].regions[].version_constraints`. */
export function readRegionVersions(file: ConfigFile | undefined): RegionVersions {
  if (file === undefined) return () => undefined
  const limits = new Map<string, VersionLimits>()
  const path = 'cloud_providers'
  const providers = readItems<ProviderConfig>(file, path, member(file.content, path), { name: 'string!' })
  requireDistinct(file, path, providers, ({ name }) => name)
  for (const [index, provider] of providers.entries()) {
    const regionsPath = `${path}[${index}].regions`
    const regions = readItems<RegionConfig>(file, regionsPath, provider.regions ?? [], { name: 'string!' })
    requireDistinct(file, regionsPath, regions, ({ name }) => name)
    for (const [at, region] of regions.entries()) {
      limits.set(`${provider.name}/${region.name}`, limitsOf(file, `${regionsPath}[${at}].version_constraints`, region))
    }
  }
  return (cloudProvider, region) => limits.get(`${cloudProvider}/${region}`)
}

function limitsOf(
  file: ConfigFile,
  path: string,
  { version_constraints: constraints = {} }: RegionConfig,
): VersionLimits {
  checkFields(file, path, constraints, { min_version: 'string', max_version: 'string' })
  const { min_version: min, max_version: max } = constraints
  const first = releaseOf(file, `${path}.min_version`, min)
  const last = releaseOf(file, `${path}.max_version`, max)
  if (first && last && compareReleases(first, last) > 0) {
    throw new ConfigFileError(file, `${path}.min_version ${min} is above max_version ${max}`)
  }
  return { ...(min ? { min } : {}), ...(max ? { max } : {}) }
}

/** The release in a field of a file; undefined where the field leaves it open. */
export function releaseOf(file: ConfigFile, path: string, text: string | undefined): Release | undefined {
  if (text === undefined || text === '') return undefined
  const release = parseRelease(text)
  if (!release) throw new ConfigFileError(file, `${path} must be a version such as 4.17.0, not ${JSON.stringify(text)}`)
  return release
}

/** Whether a release lies between limits; one that cannot be read lies nowhere. */
export function isWithin(version: string, { min, max }: VersionLimits): boolean {
  const release = parseRelease(version)
  if (!release) return false
  const [first, last] = [parseRelease(min ?? ''), parseRelease(max ?? '')]
  return (!first || compareReleases(release, first) >= 0) && (!last || compareReleases(release, last) <= 0)
}

/** The limits in words: `from 4.11.0 to 4.18.0`. */
export const describeLimits = ({ min, max }: VersionLimits): string =>
  [min && `from ${min}`, max && `to ${max}`].filter(Boolean).join(' ')
