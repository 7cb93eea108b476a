import { LruMap } from '@skep/base'
import type { ClusterRecord } from '../records/cluster-record.ts'
import type { ApiBase } from './api-base.ts'
import { renderCluster } from './render-cluster.ts'

/** Some pages of every user: four kilobytes each. */
const REMEMBERED = 2_000

interface Rendered {
  /** Which cluster it was, and which version of it: an id may be given again when a cluster is gone. */
  readonly edition: string
  readonly text: string
}

/** Clusters as clients see them, as texts. Lists show the same ones again and again, which most of the time did not change. */
export class RenderedClusters {
  readonly #base: ApiBase
  readonly #known = new LruMap<Rendered>(REMEMBERED)

  constructor(base: ApiBase) {
    this.#base = base
  }

  /** The JSON of a cluster. */
  textOf(record: ClusterRecord): string {
    const { id, version, cluster } = record
    const edition = `${version} ${cluster.creation_timestamp} ${cluster.name}`
    const known = this.#known.get(id)
    if (known?.edition === edition) return known.text
    const text = JSON.stringify(renderCluster(this.#base, record))
    this.#known.set(id, { edition, text })
    return text
  }
}
