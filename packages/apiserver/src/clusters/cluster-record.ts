import type { Store } from '@skep/store'
import type { Stamp } from '../registry/inherited-entry.ts'
import { CLUSTERS_BUCKET } from './bucket-names.ts'
import { stableUid } from './stable-uid.ts'

/** What is kept of a logical cluster, beside its objects. */
export interface ClusterRecord {
  readonly id: string
  readonly createdAt: string
  /** Since when what it began with is stated, where somebody said so. */
  readonly statedAt?: string
}

/** Undefined for a cluster that is not there, and for the root one, of which nothing is kept. */
export function readRecord(store: Store, clusterId: string): ClusterRecord | undefined {
  const entry = store.get(CLUSTERS_BUCKET, clusterId)
  return entry && (JSON.parse(entry.value.toString()) as ClusterRecord)
}

/** Makes what a cluster has in common with others its own, always in the same way. One of the same name at another time is another. */
export const stampOf = ({ id, createdAt, statedAt }: ClusterRecord): Stamp => ({
  createdAt,
  statedAt,
  uid: (shared) => stableUid(`${id} ${createdAt} ${shared}`),
})
