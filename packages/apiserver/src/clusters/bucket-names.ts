import type { GroupResource } from '../contracts.ts'

/** Where the records of logical clusters are kept; no cluster may have the name in front of the slash. */
export const SYSTEM_PREFIX = 'system'
export const CLUSTERS_BUCKET = `${SYSTEM_PREFIX}/clusters`

/** The store's bucket for one resource of one logical cluster. */
export const bucketName = (clusterId: string, { group, resource }: GroupResource): string =>
  `${clusterId}/${group}/${resource}`

/** All buckets of a logical cluster start with this. */
export const clusterPrefix = (clusterId: string): string => `${clusterId}/`

/** What a bucket holds; undefined for the server's own records. */
export interface BucketContent extends GroupResource {
  clusterId: string
}

export function parseBucketName(bucket: string): BucketContent | undefined {
  const first = bucket.indexOf('/')
  const second = bucket.indexOf('/', first + 1)
  if (second === -1) return undefined
  return {
    clusterId: bucket.slice(0, first),
    group: bucket.slice(first + 1, second),
    resource: bucket.slice(second + 1),
  }
}
