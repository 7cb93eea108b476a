import type { Store } from '@skep/store'
import { SYSTEM_PREFIX } from './bucket-names.ts'

const BUCKET = `${SYSTEM_PREFIX}/cluster-settings`

/** What may be different about a logical cluster. */
export interface ClusterSettings {
  /** What the cluster begins with besides what all have; nothing unless given. Takes effect when the cluster is made. */
  readonly template?: string
  /** Uid of `kube-system`, by which programs tell clusters apart; the same for all unless given. Takes effect when the cluster is made. */
  readonly identity?: string
  /**
   * Since when conditions of what it begins with say what they say, for operators with a clock of their own; as they were
   * written unless given. Takes effect when the cluster is made.
   */
  readonly statedAt?: string
  /** What `/version` answers, such as `v1.32.3`; the version of the server unless given. */
  readonly version?: string
  /** Where addresses of services come from; `10.96.0.0/12` unless given. Takes effect when the cluster is made. */
  readonly serviceNetwork?: string
  /** Where addresses of pods come from; for whoever runs its nodes. */
  readonly podNetwork?: { readonly cidr: string; readonly hostPrefix: number }
  /** Whether those who have to prove who they are get an answer: true unless given. Callers in the process always do. */
  readonly serving?: boolean
  /** Names of health checks that fail; none unless given. */
  readonly failingChecks?: readonly string[]
}

/** Of a cluster about which nothing is different. Shared, so that most clusters keep nothing. */
export const NO_SETTINGS: ClusterSettings = Object.freeze({})

/** What is kept of a cluster's settings. */
export function readSettings(store: Store, clusterId: string): ClusterSettings {
  const entry = store.get(BUCKET, clusterId)
  return entry ? (JSON.parse(entry.value.toString()) as ClusterSettings) : NO_SETTINGS
}

/** Keeps the settings of a cluster. */
export async function writeSettings(store: Store, clusterId: string, settings: ClusterSettings): Promise<void> {
  const value = () => Buffer.from(JSON.stringify(settings))
  await store.write({ bucket: BUCKET, key: clusterId, type: 'put', expect: 'any', value })
}

/** Forgets the settings of a cluster, if there are any. */
export async function removeSettings(store: Store, clusterId: string): Promise<void> {
  if (!store.get(BUCKET, clusterId)) return
  await store.write({ bucket: BUCKET, key: clusterId, type: 'delete', expect: 'any', value: () => Buffer.alloc(0) })
}
