import { LruMap } from '@skep/base'
import type { Edition } from '@skep/database'
import type { ClusterRecord } from '../records/cluster-record.ts'
import type { ApiBase } from './api-base.ts'
import { renderCluster } from './render-cluster.ts'

/** Some pages of every user: four kilobytes each. */
const REMEMBERED = 2_000

interface Rendered {
  readonly version: number
  /** An id may be given again when a cluster is gone. */
  readonly createdAt: number
  readonly bytes: Buffer
}

/** Reads clusters by their ids. */
export type ReadClusters = (ids: readonly string[]) => Promise<readonly ClusterRecord[]>

/** Clusters as clients see them, as JSON in bytes. Lists show the same ones again and again, which most of the time did not change. */
export class RenderedClusters {
  readonly #base: ApiBase
  readonly #read: ReadClusters
  readonly #known = new LruMap<Rendered>(REMEMBERED)

  constructor(base: ApiBase, read: ReadClusters) {
    this.#base = base
    this.#read = read
  }

  /** The JSON of each of the clusters, except of those that are gone by now. */
  async bytesOf(editions: readonly Edition[]): Promise<Buffer[]> {
    const known = editions.map((edition) => this.#knownBytes(edition))
    const missing = editions.filter((_, index) => known[index] === undefined)
    if (missing.length === 0) return known.filter((bytes) => bytes !== undefined)
    const rendered = await this.#render(missing)
    return editions.flatMap(({ id }, index) => known[index] ?? rendered.get(id) ?? [])
  }

  /** For one that was ordered by an id of the user's choice: there may have been another of this id, however briefly ago. */
  forget(id: string): void {
    this.#known.delete(id)
  }

  #knownBytes({ id, version, createdAt }: Edition): Buffer | undefined {
    const known = this.#known.get(id)
    return known?.version === version && known.createdAt === createdAt ? known.bytes : undefined
  }

  async #render(editions: readonly Edition[]): Promise<Map<string, Buffer>> {
    const created = new Map(editions.map(({ id, createdAt }) => [id, createdAt]))
    const records = await this.#read([...created.keys()])
    return new Map(
      records.map((record) => {
        const bytes = Buffer.from(JSON.stringify(renderCluster(this.#base, record)))
        this.#known.set(record.id, { version: record.version, createdAt: created.get(record.id)!, bytes })
        return [record.id, bytes]
      }),
    )
  }
}
