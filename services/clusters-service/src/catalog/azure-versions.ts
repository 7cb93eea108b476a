import type { Clock, Logger } from '@skep/base'
import type { CatalogVersion } from '../driver-seam.ts'
import type { ConfigFile } from './config-file.ts'
import { type OcpVersionsConfig, readOcpVersions } from './ocp-versions-config.ts'
import { compareReleases, parseRelease } from './release.ts'
import { type FetchJson, fetchJson, type GraphRelease, readGroup } from './update-graph.ts'

/** How often graphs are asked for anew. */
const REFRESH_MS = 60 * 60_000
/** How soon to ask again for a graph that did not come. */
const RETRY_MS = 60_000

/** The versions that clusters on Azure may have. */
export interface AzureVersions {
  list(): readonly CatalogVersion[]
  /** Asks for the releases again and again until the signal aborts. */
  follow(signal: AbortSignal): Promise<void>
}

/** What following the releases takes. */
export interface AzureVersionsOptions {
  readonly file: ConfigFile
  readonly clock: Clock
  readonly log: Logger
  /** Over HTTP unless given. */
  readonly fetchGraph?: FetchJson
}

/** The versions that a file tells of. The default one is there from the start, the others once their graphs have come. */
export function createAzureVersions({ file, clock, log, fetchGraph = fetchJson }: AzureVersionsOptions): AzureVersions {
  const config = readOcpVersions(file)
  const groups = new Map<string, ReadonlyMap<string, GraphRelease>>()
  let versions = versionsOf(config, groups)
  const refresh = async (signal: AbortSignal): Promise<boolean> => {
    let complete = true
    for (const group of config.channelGroups) {
      try {
        groups.set(group.channelGroupName, await readGroup(group, fetchGraph, signal))
      } catch (error) {
        if (signal.aborted) throw error
        complete = false
        const { channelGroupName, url } = group
        const reason = reasonOf(error)
        log.error('Cannot read the releases of a channel group', { file: file.path, channelGroupName, url, reason })
      }
    }
    versions = versionsOf(config, groups)
    return complete
  }
  return {
    list: () => versions,
    follow: async (signal) => {
      while (!signal.aborted) {
        try {
          await clock.sleep((await refresh(signal)) ? REFRESH_MS : RETRY_MS, signal)
        } catch (error) {
          if (!signal.aborted) throw error
        }
      }
    },
  }
}

/** What failed, and why: what went wrong on the network is only in the cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}

function versionsOf(
  { defaultVersion, channelGroups }: OcpVersionsConfig,
  groups: ReadonlyMap<string, ReadonlyMap<string, GraphRelease>>,
): CatalogVersion[] {
  const found = channelGroups.flatMap(({ channelGroupName: group }) => {
    const releases = new Map(groups.get(group))
    const isHere = group === defaultVersion.channelGroupName
    const { version } = defaultVersion
    if (isHere && !releases.has(version)) releases.set(version, { version, image: '', upgrades: new Set() })
    return [...releases.values()].map((release) => versionOf(group, release, isHere && release.version === version))
  })
  return found.sort(byRelease)
}

const byRelease = (a: CatalogVersion, b: CatalogVersion): number =>
  compareTexts(a.raw_id, b.raw_id) || (a.id < b.id ? -1 : 1)

function versionOf(group: string, { version, image, upgrades }: GraphRelease, preferred: boolean): CatalogVersion {
  const release = parseRelease(version)
  return {
    id: `openshift-v${version}${group === 'stable' ? '' : `-${group}`}`,
    raw_id: version,
    channel_group: group,
    available_channels: release ? [`${group}-${release.major}.${release.minor}`] : [],
    enabled: true,
    default: preferred,
    rosa_enabled: false,
    hosted_control_plane_enabled: true,
    hosted_control_plane_default: preferred,
    gcp_marketplace_enabled: false,
    wif_enabled: false,
    release_image: image,
    available_upgrades: [...upgrades].sort(compareTexts),
  }
}

/** Releases in order, and what cannot be read at the end. */
function compareTexts(a: string, b: string): number {
  const [first, second] = [parseRelease(a), parseRelease(b)]
  if (first && second) return compareReleases(first, second)
  return first ? -1 : second ? 1 : 0
}
