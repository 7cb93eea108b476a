import { LruMap } from '@skep/base'
import type { Release, Releases } from '../contracts.ts'
import { digestOfTag, tagOfDigest } from './digest.ts'
import { channelsOf, kubernetesVersionOf, parseReleaseVersion } from './version.ts'

/** How many images are remembered; clusters have few different ones. */
const REMEMBERED = 1_024

const ARCHITECTURES: Readonly<Record<string, string>> = {
  multi: 'Multi',
  x86_64: 'AMD64',
  amd64: 'AMD64',
  aarch64: 'ARM64',
  arm64: 'ARM64',
  ppc64le: 'PPC64LE',
  s390x: 'S390X',
}
const ARCHITECTURE = new RegExp(`-(${Object.keys(ARCHITECTURES).join('|')})$`)

/** What can be told of an image by its name. */
interface ImageName {
  /** Without tag or digest. */
  readonly repository: string
  readonly tag?: string
  readonly digest?: string
}

/**
 * Knows releases by their tags alone: `HOST/REPOSITORY:4.19.3-multi` is 4.19.3 for all architectures. Digests are those
 * that it gives for tags.
 */
export function createReleases(): Releases {
  const known = new LruMap<Release>(REMEMBERED)
  const longTags = new Map<string, string>()
  const tagOf = ({ tag, digest = '' }: ImageName) => tag ?? tagOfDigest(digest) ?? longTags.get(digest)
  return {
    resolve: (image) => {
      const found = known.get(image)
      if (found) return found
      const name = parseImageName(image)
      const tag = tagOf(name)
      const release = tag === undefined ? undefined : releaseOf(image, name.repository, tag)
      if (!release) return undefined
      known.set(image, release)
      if (tag) rememberLongTag(longTags, tag)
      return release
    },
  }
}

function rememberLongTag(longTags: Map<string, string>, tag: string): void {
  const digest = digestOfTag(tag)
  if (tagOfDigest(digest) === undefined) longTags.set(digest, tag)
}

/** Takes an image reference apart. A colon before the last slash is that of a port. */
function parseImageName(image: string): ImageName {
  const at = image.indexOf('@')
  const digest = at === -1 ? undefined : image.slice(at + 1)
  const named = at === -1 ? image : image.slice(0, at)
  const colon = named.indexOf(':', named.lastIndexOf('/') + 1)
  const repository = colon === -1 ? named : named.slice(0, colon)
  return {
    repository,
    ...(colon === -1 ? {} : { tag: named.slice(colon + 1) }),
    ...(digest === undefined ? {} : { digest }),
  }
}

function releaseOf(image: string, repository: string, tag: string): Release | undefined {
  const architecture = ARCHITECTURE.exec(tag)?.[1]
  const version = parseReleaseVersion(architecture === undefined ? tag : tag.slice(0, -architecture.length - 1))
  if (!version) return undefined
  return {
    image,
    digestImage: `${repository}@${digestOfTag(tag)}`,
    version: version.text,
    kubernetesVersion: kubernetesVersionOf(version),
    payloadArch: architecture === undefined ? 'AMD64' : ARCHITECTURES[architecture]!,
    channels: channelsOf(version),
    componentImage: (component) => `${repository}:${version.text}-${component}`,
  }
}
