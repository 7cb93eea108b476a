import type { Logger } from '@skep/base'
import type { CatalogVersion } from '../driver-seam.ts'
import { type ImageSet, versionsOf } from './versions.ts'

/** The versions that can be ordered now, computed when image sets change rather than when somebody asks. */
export class VersionCatalog {
  readonly #log: Logger
  readonly #warned = new Set<string>()
  #versions: readonly CatalogVersion[] = []

  constructor(log: Logger) {
    this.#log = log
  }

  list(): readonly CatalogVersion[] {
    return this.#versions
  }

  /** Takes all image sets that shards have now. */
  take(imageSets: Iterable<ImageSet>): void {
    const { versions, ignored } = versionsOf(imageSets)
    this.#versions = versions
    for (const name of ignored) this.#warn(name)
  }

  #warn(name: string): void {
    if (this.#warned.has(name)) return
    this.#warned.add(name)
    this.#log.info('Ignoring a ClusterImageSet without channel group or version', { ClusterImageSet: name })
  }
}
