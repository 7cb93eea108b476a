import { type ConfigFile, ConfigFileError, checkFields, member, readItems, requireDistinct } from './config-file.ts'
import { releaseOf } from './region-versions.ts'

/** Where the releases of a channel group are told of, and which of them are offered. */
export interface ChannelGroupConfig {
  readonly channelGroupName: string
  /** Answers graphs of updates: `?channel=stable-4.20`. */
  readonly url: string
  readonly minVersion: string
  /** Open unless given. */
  readonly maxVersion?: string
}

/** Which versions clusters on Azure may have, as a file says it. */
export interface OcpVersionsConfig {
  readonly defaultVersion: { readonly channelGroupName: string; readonly version: string }
  readonly channelGroups: readonly ChannelGroupConfig[]
}

/** Reads a file of versions for clusters on Azure. */
export function readOcpVersions(file: ConfigFile): OcpVersionsConfig {
  const defaultVersion = member(file.content, 'defaultVersion')
  checkFields(file, 'defaultVersion', defaultVersion, { channelGroupName: 'string!', version: 'string!' })
  const path = 'channelGroups'
  const channelGroups = readItems<ChannelGroupConfig>(file, path, member(file.content, path), {
    channelGroupName: 'string!',
    url: 'string!',
    minVersion: 'string!',
    maxVersion: 'string',
  })
  requireDistinct(file, path, channelGroups, ({ channelGroupName }) => channelGroupName)
  for (const [index, group] of channelGroups.entries()) checkGroup(file, `${path}[${index}]`, group)
  // Its fields were checked above.
  const config = { defaultVersion: defaultVersion as OcpVersionsConfig['defaultVersion'], channelGroups }
  checkDefault(file, config)
  return config
}

function checkGroup(file: ConfigFile, path: string, { url, minVersion, maxVersion }: ChannelGroupConfig): void {
  const protocol = URL.canParse(url) ? new URL(url).protocol : ''
  if (protocol !== 'http:' && protocol !== 'https:') {
    throw new ConfigFileError(file, `${path}.url must be an http or https address, not ${JSON.stringify(url)}`)
  }
  if (!releaseOf(file, `${path}.minVersion`, minVersion))
    throw new ConfigFileError(file, `${path}.minVersion is missing`)
  releaseOf(file, `${path}.maxVersion`, maxVersion)
}

function checkDefault(file: ConfigFile, { defaultVersion, channelGroups }: OcpVersionsConfig): void {
  if (!releaseOf(file, 'defaultVersion.version', defaultVersion.version)) {
    throw new ConfigFileError(file, 'defaultVersion.version is missing')
  }
  if (!channelGroups.some(({ channelGroupName }) => channelGroupName === defaultVersion.channelGroupName)) {
    const name = JSON.stringify(defaultVersion.channelGroupName)
    throw new ConfigFileError(file, `defaultVersion.channelGroupName ${name} is not among channelGroups`)
  }
}
