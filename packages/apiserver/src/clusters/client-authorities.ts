import type { X509Certificate } from 'node:crypto'
import { LruMap } from '@skep/base'
import { type CertificateAuthority, createClientCa, exportAuthority, importAuthority } from '@skep/base/x509'
import type { Store } from '@skep/store'
import { ROOT_CLUSTER } from '../http/request-info.ts'
import { SYSTEM_PREFIX } from './bucket-names.ts'

const BUCKET = `${SYSTEM_PREFIX}/client-authorities`
/** How many are kept in memory: a certificate and a key take OpenSSL 10 KB, and few clusters sign at a time. */
const KEPT = 128

/**
 * Who signs the client certificates of each logical cluster: the server's own authority for the root cluster, one of
 * their own for the others, so that a certificate of one is worth nothing in another. Made when first needed, and kept.
 */
export class ClientAuthorities {
  readonly #store: Store
  readonly #root: CertificateAuthority
  readonly #now: () => number
  readonly #known = new LruMap<CertificateAuthority>(KEPT)

  constructor(store: Store, root: CertificateAuthority, now: () => number) {
    this.#store = store
    this.#root = root
    this.#now = now
  }

  /** The certificate that clients of the cluster are checked against; undefined while none was ever issued. */
  certificateOf(clusterId: string): X509Certificate | undefined {
    return this.#find(clusterId)?.certificate
  }

  /** The authority of a cluster, made now if need be. */
  async of(clusterId: string): Promise<CertificateAuthority> {
    return this.#find(clusterId) ?? this.#make(clusterId)
  }

  async forget(clusterId: string): Promise<void> {
    this.#known.delete(clusterId)
    if (!this.#store.get(BUCKET, clusterId)) return
    const value = () => Buffer.alloc(0)
    await this.#store.write({ bucket: BUCKET, key: clusterId, type: 'delete', expect: 'any', value })
  }

  #find(clusterId: string): CertificateAuthority | undefined {
    if (clusterId === ROOT_CLUSTER) return this.#root
    const known = this.#known.get(clusterId)
    if (known) return known
    const entry = this.#store.get(BUCKET, clusterId)
    return entry && this.#remember(clusterId, importAuthority(entry.value.toString()))
  }

  async #make(clusterId: string): Promise<CertificateAuthority> {
    const made = createClientCa(clusterId, this.#now())
    const value = () => Buffer.from(exportAuthority(made))
    try {
      await this.#store.write({ bucket: BUCKET, key: clusterId, type: 'put', expect: 'absent', value })
      return this.#remember(clusterId, made)
    } catch (error) {
      // Whoever was first decides; the other reads what they wrote.
      const first = this.#find(clusterId)
      if (first) return first
      throw error
    }
  }

  #remember(clusterId: string, authority: CertificateAuthority): CertificateAuthority {
    this.#known.set(clusterId, authority)
    return authority
  }
}
