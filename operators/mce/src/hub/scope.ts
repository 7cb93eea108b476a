import { ManagedCluster } from '@skep/api'
import type { Clock } from '@skep/base'
import { ignoreMissing, type Stored } from '@skep/client'
import { type ConditionUpdate, type Ctx, findCondition, setCondition, withOwnStatus } from '@skep/controller'
import type { Condition } from '@skep/schema'
import { ANNOTATIONS, LABELS } from '../names.ts'
import type { MceParts } from '../parts.ts'

/** What conditions of a managed cluster are called. */
export const CONDITIONS = {
  accepted: 'HubAcceptedManagedCluster',
  joined: 'ManagedClusterJoined',
  available: 'ManagedClusterConditionAvailable',
  clockSynced: 'ManagedClusterConditionClockSynced',
  imported: 'ManagedClusterImportSucceeded',
  deleting: 'Deleting',
} as const

/** A managed cluster while it is worked on. */
export interface ClusterScope {
  readonly parts: MceParts
  /** Its status is changed here, and written at the end. */
  readonly cluster: Stored<ManagedCluster>
  readonly conditions: Condition[]
}

/** Begins to work on a cluster as it was read. */
export function scopeOf(parts: MceParts, before: Stored<ManagedCluster>): ClusterScope {
  const cluster = withOwnStatus(before)
  const { conditions } = (cluster.status ??= { conditions: [] })
  return { parts, cluster, conditions }
}

/** States a condition of the cluster. */
export function state({ conditions }: ClusterScope, ctx: Ctx, update: ConditionUpdate): void {
  setCondition(conditions, update, ctx.clock.now())
}

/**
 * Writes what changed in the status. Others write conditions as well, and lists are written as a whole: a conflict if
 * this is not about the newest.
 */
export async function writeStatus({ parts, cluster }: ClusterScope, before: Stored<ManagedCluster>): Promise<void> {
  if (before.status === undefined && cluster.status?.conditions.length === 0) return
  await parts.client.patchStatus(ManagedCluster, before, cluster, { ifUnchanged: true }).catch(ignoreMissing)
}

/** How available the cluster is; undefined while nobody has said. */
export const availabilityOf = ({ status }: ManagedCluster): Condition | undefined =>
  findCondition(status?.conditions, CONDITIONS.available)

/** Whether the cluster is the hub itself. */
export const isLocal = ({ metadata }: ManagedCluster): boolean => metadata.labels?.[LABELS.localCluster] === 'true'

/** Whether the agent of the cluster runs on another one. */
export const isHosted = ({ metadata }: ManagedCluster): boolean =>
  /^(Singleton)?Hosted$/i.test(metadata.annotations?.[ANNOTATIONS.deployMode] ?? '')

/** Whether the agent of the cluster is brought, and simulated, by this hub; others have an agent of their own. */
export const isImportedHere = (cluster: ManagedCluster): boolean => isLocal(cluster) || isHosted(cluster)

/** The time in which the lease of the cluster is renewed: agents of others know nothing of a simulation. */
export const leaseClock = ({ clock }: Pick<Ctx, 'clock'>, cluster: ManagedCluster): Clock =>
  isImportedHere(cluster) ? clock : (clock.outside ?? clock)

/** The cluster that the agent runs on, for those in hosted mode. */
export const hostingClusterOf = (cluster: ManagedCluster): string | undefined =>
  isHosted(cluster) ? cluster.metadata.annotations?.[ANNOTATIONS.hostingCluster] || undefined : undefined
