import { ClusterImageSet } from '@skep/api'
import { hasReason, type Logger } from '@skep/base'
import type { Client, Draft } from '@skep/client'
import type { ImageSetConfig } from '@skep/sim'

const PREFIX = 'openshift-v'
const CHANNEL_SUFFIXES = ['-candidate', '-fast', '-nightly']
/** Where release images are said to be unless told otherwise. */
export const DEFAULT_RELEASE_REGISTRY = 'registry.example.com'
const REPOSITORY = 'openshift-release-dev/ocp-release'

/** The channel group that a release belongs to, by its name. */
export function channelGroupOf(name: string): string {
  if (name.includes('-ec.') || name.includes('-candidate')) return 'candidate'
  if (name.includes('-fc.') || name.includes('-fast')) return 'fast'
  return name.includes('-nightly') ? 'nightly' : 'stable'
}

/** The version of a release, by its name. */
export function versionOf(name: string): string {
  let version = name.startsWith(PREFIX) ? name.slice(PREFIX.length) : name
  for (const suffix of CHANNEL_SUFFIXES) if (version.endsWith(suffix)) version = version.slice(0, -suffix.length)
  return version
}

/** Makes the releases that clusters may be installed with. One that is there is left alone. */
export async function seedImageSets(
  { client, log }: { readonly client: Client; readonly log: Logger },
  imageSets: readonly ImageSetConfig[],
  registry: string,
): Promise<void> {
  for (const imageSet of imageSets) {
    try {
      await client.create(ClusterImageSet, imageSetDraft(imageSet, registry))
    } catch (error) {
      if (!hasReason(error, 'AlreadyExists')) throw error
      log.info('Leaving a ClusterImageSet alone', { reason: 'it is there already', ClusterImageSet: imageSet.name })
    }
  }
}

const imageSetDraft = ({ name, visible }: ImageSetConfig, registry: string): Draft<ClusterImageSet> => ({
  metadata: {
    name,
    labels: { 'api.openshift.com/channel-group': channelGroupOf(name), ...(visible ? {} : { visible: 'false' }) },
    annotations: { 'api.openshift.com/version': versionOf(name) },
  },
  spec: { releaseImage: `${registry}/${REPOSITORY}:${name}` },
})
