import type { Store } from '@skep/store'
import { type Stamp, stampObject } from '../registry/inherited-entry.ts'
import { replaceVersion } from '../registry/object-bytes.ts'
import { isWhiteout } from '../registry/overlaid-bucket.ts'
import { clusterPrefix } from './bucket-names.ts'

/** What a logical cluster held at one moment, in memory, to make others like it. */
export interface ClusterSnapshot {
  readonly entries: readonly {
    /** Without the id of the cluster. */
    readonly bucket: string
    readonly key: string
    readonly value: Buffer
  }[]
}

/** Notes everything that is stored of a cluster. */
export function takeSnapshot(store: Store, clusterId: string): ClusterSnapshot {
  const prefix = clusterPrefix(clusterId)
  const entriesOf = (bucket: string) =>
    store.list(bucket).entries.map(({ key, value }) => ({ bucket: bucket.slice(prefix.length), key, value }))
  return { entries: store.buckets(prefix).flatMap(entriesOf) }
}

/**
 * Stores the objects of a snapshot for a cluster that nobody uses yet. They have been checked when they were made, so
 * they are taken as they are; just their versions, uids and ages are new.
 */
export async function storeSnapshot(
  store: Store,
  clusterId: string,
  { entries }: ClusterSnapshot,
  stamp: Stamp,
): Promise<void> {
  const stamped = entries.map((entry) =>
    isWhiteout(entry) ? entry : { ...entry, value: stampObject(entry.value, stamp) },
  )
  await storeObjects(store, clusterId, stamped)
}

/** Stores objects as they are for a cluster that nobody uses yet; just their versions are new. */
export async function storeObjects(
  store: Store,
  clusterId: string,
  entries: ClusterSnapshot['entries'],
): Promise<void> {
  const prefix = clusterPrefix(clusterId)
  const write = ({ bucket, key, value }: ClusterSnapshot['entries'][number]) =>
    store.write({
      bucket: `${prefix}${bucket}`,
      key,
      type: 'put',
      // An attempt before this one may have been broken off.
      expect: 'any',
      value: (revision) => replaceVersion(value, revision),
    })
  await Promise.all(entries.map(write))
}
