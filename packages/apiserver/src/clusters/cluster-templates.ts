import type { Entry, Store } from '@skep/store'
import { replaceVersion } from '../registry/object-bytes.ts'
import { isWhiteout, type Overlay } from '../registry/overlaid-bucket.ts'
import { SYSTEM_PREFIX } from './bucket-names.ts'
import type { ClusterSnapshot } from './snapshot.ts'

/** Objects that clusters have without any record of their own, by `group/resource`. */
export type Overlays = Pick<ReadonlyMap<string, Overlay>, 'get'>

const bucketOf = (name: string): string => `${SYSTEM_PREFIX}/template-${name}`

/** Between the place of an object and its key; neither has it. */
const SEPARATOR = '|'

/**
 * What clusters of a sort have in common besides what all have. It is kept once, whatever their number: each sees it
 * below its own objects, so that making one costs no more than making an empty one.
 */
export class ClusterTemplates {
  readonly #store: Store
  readonly #shared: Overlays
  readonly #opened = new Map<string, Template>()

  constructor(store: Store, shared: Overlays) {
    this.#store = store
    this.#shared = shared
  }

  has(name: string): boolean {
    return this.#store.count(bucketOf(name)) > 0
  }

  /** Keeps a template for good; one that is there stays as it is, since clusters rest on it. */
  async save(name: string, { entries }: ClusterSnapshot): Promise<void> {
    if (this.has(name)) return
    const write = ({ bucket, key, value }: ClusterSnapshot['entries'][number]) =>
      this.#store.write({
        bucket: bucketOf(name),
        key: `${bucket}${SEPARATOR}${key}`,
        type: 'put',
        expect: 'any',
        value: (revision) => replaceVersion(value, revision),
      })
    await Promise.all(entries.filter((entry) => !isWhiteout(entry)).map(write))
  }

  /** What clusters of a template have without any record of their own. */
  overlays(name: string | undefined): Overlays {
    return name === undefined ? this.#shared : this.#open(name)
  }

  /** What a template itself adds. */
  own(name: string): Overlays {
    return this.#open(name).own
  }

  #open(name: string): Template {
    let template = this.#opened.get(name)
    if (!template) this.#opened.set(name, (template = new Template(this.#read(name), this.#shared)))
    return template
  }

  #read(name: string): Map<string, Map<string, Entry>> {
    const own = new Map<string, Map<string, Entry>>()
    for (const { key: place, revision, value } of this.#store.list(bucketOf(name)).entries) {
      const [at = '', key = ''] = place.split(SEPARATOR)
      const objects = own.get(at) ?? new Map<string, Entry>()
      own.set(at, objects.set(key, { bucket: '', key, revision, value }))
    }
    return own
  }
}

/** Objects of a template over those that all clusters have. */
class Template implements Overlays {
  readonly own: ReadonlyMap<string, Overlay>
  readonly #shared: Overlays
  readonly #merged = new Map<string, Overlay>()

  constructor(own: ReadonlyMap<string, Overlay>, shared: Overlays) {
    this.own = own
    this.#shared = shared
  }

  get(at: string): Overlay | undefined {
    const own = this.own.get(at)
    if (!own) return this.#shared.get(at)
    let merged = this.#merged.get(at)
    if (!merged) this.#merged.set(at, (merged = new Map([...(this.#shared.get(at) ?? []), ...own])))
    return merged
  }
}
