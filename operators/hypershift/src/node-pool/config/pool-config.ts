import type { ConfigMap, HostedCluster, NodePool } from '@skep/api'
import { goErrors, goJson } from '@skep/schema'
import type { Release } from '../../contracts.ts'
import { parseReleaseVersion } from '../../releases/index.ts'
import { hash8 } from '../hash.ts'
import { INDEX, type PoolReads } from '../reads.ts'
import { MACHINE_CONFIG_KINDS, readDocuments } from './documents.ts'
import { readTuning } from './tuning.ts'

/** Everything about the nodes of a pool that makes other nodes of them when it changes. */
export interface PoolConfig {
  /** Documents for the nodes, as JSON, each followed by a line of dashes. */
  readonly text: string
  /** Of all of it: part of names. */
  readonly hash: string
  /** Of what is neither the release nor the configuration of the whole cluster. */
  readonly hashWithoutVersion: string
}

/** What a configuration is made of. */
export interface ConfigSource {
  readonly pool: NodePool
  readonly hostedCluster: HostedCluster
  /** Namespace of the control plane. */
  readonly controlPlane: string
  readonly release: Release
}

/** ConfigMaps that the control plane makes for all nodes: keys that may log in, and whether cryptography is restricted. */
const CORE_CONFIGS = 2
/** The first version whose nodes follow the TLS profile of the API server. */
const TLS_PROFILE_STREAM = 23

/** Puts the configuration of a pool together, or says what is wrong with it. */
export function gatherConfig(reads: PoolReads, source: ConfigSource): PoolConfig | { readonly problem: string } {
  const core = reads.configMaps.find(INDEX.coreConfig, source.controlPlane)
  const expected = CORE_CONFIGS + ((source.hostedCluster.spec.imageContentSources?.length ?? 0) > 0 ? 1 : 0)
  if (core.length !== expected) {
    return { problem: `expected ${expected} core ignition configs, found ${core.length}` }
  }
  const problems: string[] = []
  const named = namedConfigMaps(reads, source.pool, problems)
  const texts = [...core, ...named].flatMap((configMap) => documentsOf(configMap, problems))
  if (problems.length > 0) return { problem: goErrors(problems) }
  return hashed([...texts, ...readTuning(reads, source).texts].sort().join('\n---\n'), source)
}

function namedConfigMaps(reads: PoolReads, { metadata, spec }: NodePool, problems: string[]): ConfigMap[] {
  return (spec.config ?? []).flatMap(({ name = '' }) => {
    const found = reads.configMaps.get({ namespace: metadata.namespace ?? '', name })
    if (!found) problems.push(`configmaps "${name}" not found`)
    return found ?? []
  })
}

function documentsOf({ metadata, data }: ConfigMap, problems: string[]): readonly string[] {
  const documents = readDocuments(data?.['config'] ?? '', MACHINE_CONFIG_KINDS)
  for (const problem of documents.problems) {
    problems.push(`configmap "${metadata.name}" yaml document failed validation: ${problem}`)
  }
  return documents.texts
}

function hashed(text: string, { hostedCluster, release }: ConfigSource): PoolConfig {
  const { pullSecret, additionalTrustBundle } = hostedCluster.spec
  const names = `${pullSecret.name}${additionalTrustBundle?.name ?? ''}`
  return {
    text,
    hash: hash8(`${text}${release.version}${names}${globalConfig(hostedCluster, release)}`),
    hashWithoutVersion: hash8(`${text}${names}`),
  }
}

/** Configuration of the whole cluster that its nodes have to follow. */
function globalConfig({ spec: { configuration } }: HostedCluster, { version }: Release): string {
  const { proxy = {}, image = {}, apiServer } = configuration ?? {}
  const followsTls = (parseReleaseVersion(version)?.stream ?? 0) >= TLS_PROFILE_STREAM
  const profile = followsTls ? [(apiServer as { tlsSecurityProfile?: unknown } | undefined)?.tlsSecurityProfile] : []
  return goJson([proxy, image, ...profile])
}
