import type { ClusterDeployment, HiveMachinePool, Namespace, SyncSet } from '@skep/api'
import type { ObjectChange } from '@skep/client'
import { type Json, jsonEqual, type KubeObject } from '@skep/schema'
import type { Claim } from './kinds.ts'

/** The parts of an object that somebody may have to act upon; times of probes and the like are not among them. */
export type PartsOf<T extends KubeObject> = (object: T) => unknown

/** What of a ClusterDeployment is observed or looked after. */
export const deploymentParts: PartsOf<ClusterDeployment> = ({ metadata, spec, status }) => [
  metadata.labels,
  metadata.deletionTimestamp,
  spec.installed,
  spec.powerState,
  spec.clusterMetadata,
  status?.apiURL,
  status?.webConsoleURL,
  // What an upgrade says of itself while it is under way.
  status?.clusterVersionStatus?.history?.[0],
  status?.clusterVersionStatus?.conditions?.map(({ message }) => message),
  (status?.conditions ?? []).map(({ type, status: is, reason, message }) => [type, is, reason, message]),
]

/** How far a claim is. */
export const claimParts: PartsOf<Claim> = ({ status }) => [status?.state, status?.conditions]

/** What is wanted of machines, and how many there are. */
export const machinePoolParts: PartsOf<HiveMachinePool> = ({ spec, status }) => [spec, status?.replicas]

/** What is brought into the cluster. */
export const syncSetParts: PartsOf<SyncSet> = ({ spec }) => spec

/** Of a namespace, only its end matters. */
export const namespaceParts: PartsOf<Namespace> = ({ metadata }) => metadata.deletionTimestamp

/**
 * Whether a change is news. What appears without anything in its status was made by the driver itself, which has seen
 * to it already. Ends are always news.
 */
export function isNews<T extends KubeObject & { status?: object }>(
  change: ObjectChange<T>,
  partsOf: PartsOf<T>,
): boolean {
  if (change.type === 'added') return Object.keys(change.object.status ?? {}).length > 0
  return change.type === 'deleted' || differ(partsOf(change.previous), partsOf(change.object))
}

/** Parts of objects from the wire are JSON; their types merely lack an index signature. */
const differ = (before: unknown, after: unknown): boolean => !jsonEqual(before as Json, after as Json)
