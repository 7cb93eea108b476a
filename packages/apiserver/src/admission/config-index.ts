import type { Store, Watch } from '@skep/store'
import { CLUSTERS_BUCKET, parseBucketName } from '../clusters/bucket-names.ts'
import type { ClusterView, GroupResource } from '../contracts.ts'

/**
 * What users configured, in the form that requests need: made when a cluster is first asked about, and again only after
 * one of the objects it is made from changed.
 */
export class ConfigIndex<T> {
  readonly #build: (cluster: ClusterView) => T
  readonly #byCluster = new Map<string, T>()
  readonly #feed: Watch

  constructor(store: Store, sources: readonly GroupResource[], build: (cluster: ClusterView) => T) {
    this.#build = build
    const endings = sources.map(({ group, resource }) => `/${group}/${resource}`)
    this.#feed = store.subscribe((events) => {
      for (const { type, entry } of events) {
        if (type === 'delete' && entry.bucket === CLUSTERS_BUCKET) this.#byCluster.delete(entry.key)
        // Hears of every write there is, and makes nothing of nearly all of them.
        if (!endings.some((ending) => entry.bucket.endsWith(ending))) continue
        const content = parseBucketName(entry.bucket)
        if (content) this.#byCluster.delete(content.clusterId)
      }
    })
  }

  of(cluster: ClusterView): T {
    const known = this.#byCluster.get(cluster.id)
    if (known !== undefined) return known
    const built = this.#build(cluster)
    this.#byCluster.set(cluster.id, built)
    return built
  }

  close(): void {
    this.#feed.close()
  }
}
