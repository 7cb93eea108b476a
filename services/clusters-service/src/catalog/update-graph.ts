import { isObject } from '@skep/schema'
import type { ChannelGroupConfig } from './ocp-versions-config.ts'
import { isWithin } from './region-versions.ts'
import { parseRelease } from './release.ts'

/** A release that a graph of updates tells of, and the releases that a cluster can go to from there. */
export interface GraphRelease {
  readonly version: string
  readonly image: string
  readonly upgrades: ReadonlySet<string>
}

/** Asks for a document by its address. */
export type FetchJson = (url: string, signal: AbortSignal) => Promise<unknown>

/** More minor releases of one group than there ever were. */
const MAX_MINORS = 12

/** Asks over HTTP, for at most ten seconds. */
export const fetchJson: FetchJson = async (url, signal) => {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(10_000)])
  const response = await fetch(url, { headers: { accept: 'application/json' }, signal: limit })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  return response.json()
}

/**
 * The releases of a channel group: those of the channel of each minor release, from the first on, until there is one that
 * tells of nothing new.
 */
export async function readGroup(
  group: ChannelGroupConfig,
  fetchGraph: FetchJson,
  signal: AbortSignal,
): Promise<Map<string, GraphRelease>> {
  const limits = { min: group.minVersion, ...(group.maxVersion ? { max: group.maxVersion } : {}) }
  // Checked when the file was read.
  const { major, minor } = parseRelease(group.minVersion)!
  const lastMinor = parseRelease(group.maxVersion ?? '')?.minor ?? minor + MAX_MINORS
  const releases = new Map<string, GraphRelease>()
  for (let next = minor; next <= lastMinor; next++) {
    const url = new URL(group.url)
    url.searchParams.set('channel', `${group.channelGroupName}-${major}.${next}`)
    const told = releasesOf(await fetchGraph(url.href, signal)).filter(({ version }) => isWithin(version, limits))
    const before = releases.size
    for (const release of told) releases.set(release.version, merged(release, releases.get(release.version)))
    if (releases.size === before) break
  }
  return releases
}

const merged = (release: GraphRelease, known: GraphRelease | undefined): GraphRelease =>
  known ? { ...release, upgrades: new Set([...known.upgrades, ...release.upgrades]) } : release

/** The releases of a graph: `nodes` with versions and images, `edges` between them by their places. */
function releasesOf(graph: unknown): GraphRelease[] {
  const nodes = listOf(graph, 'nodes').map((node) => ({
    version: textOf(node, 'version'),
    image: textOf(node, 'payload'),
  }))
  const upgrades = nodes.map(() => new Set<string>())
  for (const edge of listOf(graph, 'edges')) {
    const [from, to] = Array.isArray(edge) ? edge : []
    const target = nodes[Number(to)]?.version
    if (target) upgrades[Number(from)]?.add(target)
  }
  return nodes.flatMap(({ version, image }, index) => (version ? [{ version, image, upgrades: upgrades[index]! }] : []))
}

const listOf = (value: unknown, name: string): unknown[] => {
  const list = isObject(value) ? value[name] : undefined
  return Array.isArray(list) ? list : []
}

const textOf = (value: unknown, name: string): string => {
  const text = isObject(value) ? value[name] : undefined
  return typeof text === 'string' ? text : ''
}
