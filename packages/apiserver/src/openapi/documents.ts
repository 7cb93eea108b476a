import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { ServedResource } from '../contracts.ts'
import { fingerprintOf, serveDefinition } from '../crd/serve.ts'
import { documentV2 } from './document-v2.ts'
import { documentV3 } from './document-v3.ts'
import { encodeOpenApiV2 } from './protobuf-v2.ts'

/** A form in which a document can be had. */
export type DocumentForm = 'v3' | 'v2' | 'v2-protobuf'

const compress = promisify(gzip)

/** How much the compressed documents that are kept may take together. */
const KEPT_BYTES = 8 * 1024 * 1024

const RENDER: Readonly<Record<DocumentForm, (resources: readonly ServedResource[]) => Buffer>> = {
  v3: (resources) => Buffer.from(JSON.stringify(documentV3(resources))),
  v2: (resources) => Buffer.from(JSON.stringify(documentV2(resources))),
  'v2-protobuf': (resources) => encodeOpenApiV2(documentV2(resources)),
}

/** Stands for all custom resources: what every document says of them. */
const sample = (): ServedResource => {
  const names = { plural: 'samples', kind: 'Sample' }
  const version = { name: 'v1', served: true, storage: true, subresources: { status: {} } }
  return serveDefinition({ spec: { group: 'example.com', scope: 'Namespaced', names, versions: [version] }, names })
    .stored
}

/**
 * OpenAPI documents of resources, by what the resources are: logical clusters that serve the same share them. They are
 * made when somebody asks, and kept compressed while there is room; those nobody asked for longest go first.
 */
export class OpenApiDocuments {
  readonly #kept = new Map<string, Promise<Buffer>>()
  readonly #sizes = new Map<string, number>()
  readonly #builtInHashes = new WeakMap<ServedResource, string>()
  #keptBytes = 0
  #manner: string | undefined

  /** A text that changes when the document does. */
  hashOf(resources: readonly ServedResource[]): string {
    // How documents are written may change from one release to the next, though the definitions stay the same.
    this.#manner ??= textHash(RENDER.v3([sample()]))
    const hash = createHash('sha512').update(this.#manner)
    for (const resource of resources) hash.update(this.#fingerprint(resource))
    return hash.digest('hex').toUpperCase()
  }

  /** The document, compressed with gzip. */
  compressed(form: DocumentForm, resources: readonly ServedResource[]): Promise<Buffer> {
    const key = `${form} ${this.hashOf(resources)}`
    const known = this.#kept.get(key)
    if (known) {
      // Moves it to the end: the first in the map is the next to go.
      this.#kept.delete(key)
      this.#kept.set(key, known)
      return known
    }
    const made = compress(RENDER[form](resources))
    this.#kept.set(key, made)
    made.then(({ length }) => this.#keep(key, length)).catch(() => this.#kept.delete(key))
    return made
  }

  #keep(key: string, bytes: number): void {
    this.#sizes.set(key, bytes)
    this.#keptBytes += bytes
    for (const [oldest] of this.#kept) {
      if (this.#keptBytes <= KEPT_BYTES || oldest === key) return
      this.#keptBytes -= this.#sizes.get(oldest) ?? 0
      this.#sizes.delete(oldest)
      this.#kept.delete(oldest)
    }
  }

  /** Custom resources have theirs from their definition; of others, it is what the documents say of them. */
  #fingerprint(resource: ServedResource): string {
    const known = fingerprintOf(resource) ?? this.#builtInHashes.get(resource)
    if (known !== undefined) return known
    const hash = textHash(RENDER.v3([resource]))
    this.#builtInHashes.set(resource, hash)
    return hash
  }
}

const textHash = (text: Buffer): string => createHash('sha256').update(text).digest('base64url')
