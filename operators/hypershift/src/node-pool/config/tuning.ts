import type { NodePool } from '@skep/api'
import type { PoolReads } from '../reads.ts'
import { readDocuments, TUNING_KINDS } from './documents.ts'
import type { ConfigSource } from './pool-config.ts'

/** How the nodes of a pool are tuned. */
export interface Tuning {
  /** Tuned documents, sorted. */
  readonly tuned: readonly string[]
  /** PerformanceProfiles, and the ConfigMap of the last of them. */
  readonly profiles: readonly string[]
  readonly profileConfigMap: string | undefined
  /** All documents. */
  readonly texts: readonly string[]
  readonly problems: readonly string[]
}

const NO_TUNING: Tuning = { tuned: [], profiles: [], profileConfigMap: undefined, texts: [], problems: [] }

/** Whether nodes of a hosted cluster are tuned at all. */
export const isTuningEnabled = ({ hostedCluster }: Pick<ConfigSource, 'hostedCluster'>): boolean =>
  !(hostedCluster.spec.capabilities?.disabled ?? []).includes('NodeTuning')

/** Reads the ConfigMaps with the tuning of a pool; each holds one document. */
export function readTuning(reads: PoolReads, source: Pick<ConfigSource, 'pool' | 'hostedCluster'>): Tuning {
  const { tuningConfig = [] } = source.pool.spec
  if (tuningConfig.length === 0 || !isTuningEnabled(source)) return NO_TUNING
  const tuned: string[] = []
  const profiles: string[] = []
  const problems: string[] = []
  let profileConfigMap: string | undefined
  for (const { name = '' } of tuningConfig) {
    const { texts, problem } = readOne(reads, source.pool, name)
    if (problem !== undefined) problems.push(problem)
    for (const text of texts) {
      const isProfile = text.includes('"kind":"PerformanceProfile"')
      if (isProfile) profileConfigMap = name
      ;(isProfile ? profiles : tuned).push(text)
    }
  }
  if (profiles.length > 1) {
    problems.push(`there cannot be more than one PerformanceProfile per NodePool. found: ${profiles.length}`)
  }
  return { tuned: tuned.sort(), profiles: profiles.sort(), profileConfigMap, texts: [...tuned, ...profiles], problems }
}

function readOne(
  reads: PoolReads,
  { metadata: { namespace = '' } }: NodePool,
  name: string,
): { readonly texts: readonly string[]; readonly problem?: string } {
  const configMap = reads.configMaps.get({ namespace, name })
  if (!configMap) return { texts: [], problem: `configmaps "${name}" not found` }
  const text = configMap.data?.['tuning']
  if (text === undefined) return { texts: [], problem: `no manifest found in configmap "${name}" with key "tuning"` }
  const { texts, problems } = readDocuments(text, TUNING_KINDS)
  return problems.length === 0 ? { texts } : { texts, problem: `configmap "${name}" failed validation: ${problems[0]}` }
}
