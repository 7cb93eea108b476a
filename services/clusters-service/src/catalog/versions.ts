import type { CatalogVersion } from '../driver-seam.ts'
import { compareReleases, isUpgrade, parseRelease, type Release } from './release.ts'

/** Says which channel group an image set belongs to. */
const CHANNEL_GROUP_LABEL = 'api.openshift.com/channel-group'
/** Says which release an image set installs. */
export const VERSION_ANNOTATION = 'api.openshift.com/version'
/** Hides an image set from new orders when it is `false`. */
export const VISIBLE_LABEL = 'visible'

/** The channel group that the default version comes from. */
const DEFAULT_GROUP = 'stable'

/** The part of a ClusterImageSet that makes a version. */
export interface ImageSet {
  readonly metadata: {
    readonly name: string
    readonly labels?: Readonly<Record<string, string>>
    readonly annotations?: Readonly<Record<string, string>>
  }
  readonly spec: { readonly releaseImage: string }
}

interface Offer {
  readonly id: string
  readonly rawId: string
  readonly release: Release
  readonly group: string
  readonly enabled: boolean
  readonly image: string
}

/** The versions that can be ordered, and the names of image sets that say neither release nor channel group. */
export interface VersionList {
  readonly versions: readonly CatalogVersion[]
  readonly ignored: readonly string[]
}

/** Makes versions of the image sets of all shards; one that several shards have counts once. */
export function versionsOf(imageSets: Iterable<ImageSet>): VersionList {
  const offers = new Map<string, Offer>()
  const ignored: string[] = []
  for (const imageSet of imageSets) {
    const offer = offerOf(imageSet)
    if (offer === undefined) ignored.push(imageSet.metadata.name)
    else if (!offers.has(offer.id)) offers.set(offer.id, offer)
  }
  const ordered = [...offers.values()].sort((a, b) => compareReleases(a.release, b.release) || (a.id < b.id ? -1 : 1))
  const preferred = ordered.findLast(({ enabled, group }) => enabled && group === DEFAULT_GROUP)
  return { versions: ordered.map((offer) => versionOf(offer, ordered, offer === preferred)), ignored }
}

function offerOf({ metadata, spec }: ImageSet): Offer | undefined {
  const group = metadata.labels?.[CHANNEL_GROUP_LABEL]
  const rawId = metadata.annotations?.[VERSION_ANNOTATION]
  const release = rawId === undefined ? undefined : parseRelease(rawId)
  if (group === undefined || rawId === undefined || release === undefined) return undefined
  const enabled = metadata.labels?.[VISIBLE_LABEL] !== 'false'
  return { id: metadata.name, rawId, release, group, enabled, image: spec.releaseImage }
}

function versionOf(offer: Offer, all: readonly Offer[], preferred: boolean): CatalogVersion {
  const upgrades = all.filter(
    ({ group, enabled, release }) => enabled && group === offer.group && isUpgrade(offer.release, release),
  )
  return {
    id: offer.id,
    raw_id: offer.rawId,
    channel_group: offer.group,
    available_channels: [`${offer.group}-${offer.release.major}.${offer.release.minor}`],
    enabled: offer.enabled,
    default: preferred,
    rosa_enabled: true,
    hosted_control_plane_enabled: true,
    hosted_control_plane_default: preferred,
    gcp_marketplace_enabled: false,
    wif_enabled: false,
    release_image: offer.image,
    available_upgrades: upgrades.map(({ rawId }) => rawId),
  }
}
