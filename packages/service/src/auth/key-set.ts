import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Clock } from '@skep/base'
import { ServiceError } from '../errors/service-error.ts'

/** Where keys come from: a file or a URL with a JSON Web Key Set. */
export type KeySource = { readonly file: string } | { readonly url: string }

/** An unknown key is looked for again, but not more often than this: anybody can make up names of keys. */
const MIN_RELOAD_MS = 10_000
const LOAD_TIMEOUT_MS = 5_000

/** Keys by their names, fetched when first needed and again when an unknown one is asked for. */
export class KeySet {
  readonly #sources: readonly KeySource[]
  readonly #clock: Clock
  #keys: Promise<ReadonlyMap<string, KeyObject>> | undefined
  #loadedAt = 0

  constructor(sources: readonly KeySource[], clock: Clock) {
    this.#sources = sources
    this.#clock = clock
  }

  async find(id: string): Promise<KeyObject | undefined> {
    const known = (await this.#load()).get(id)
    if (known || this.#clock.now() - this.#loadedAt < MIN_RELOAD_MS) return known
    this.#keys = undefined
    return (await this.#load()).get(id)
  }

  #load(): Promise<ReadonlyMap<string, KeyObject>> {
    if (this.#keys) return this.#keys
    this.#loadedAt = this.#clock.now()
    const loading = loadAll(this.#sources)
    this.#keys = loading
    loading.catch(() => {
      if (this.#keys === loading) this.#keys = undefined
    })
    return loading
  }
}

/** No request may break this off: others wait for the same keys. */
async function loadAll(sources: readonly KeySource[]): Promise<ReadonlyMap<string, KeyObject>> {
  const sets = await Promise.all(sources.map((source) => loadKeys(source)))
  return new Map(sets.flat())
}

async function loadKeys(source: KeySource): Promise<[string, KeyObject][]> {
  const where = 'file' in source ? source.file : source.url
  try {
    const text = 'file' in source ? await readFile(source.file, 'utf8') : await download(where)
    return keysIn(JSON.parse(text))
  } catch (cause) {
    throw new ServiceError(503, "Bearer token can't be checked at the moment: the keys can't be loaded", {
      cause: new Error(`loading keys from ${where} failed`, { cause }),
    })
  }
}

async function download(url: string): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.timeout(LOAD_TIMEOUT_MS) })
  if (!response.ok) throw new Error(`the answer was ${response.status}`)
  return response.text()
}

/** Keys for signatures that this machine can read; others in the set are none of our business. */
function keysIn(set: unknown): [string, KeyObject][] {
  const keys = typeof set === 'object' && set !== null && 'keys' in set && Array.isArray(set.keys) ? set.keys : []
  return keys.flatMap((key: unknown): [string, KeyObject][] => {
    if (typeof key !== 'object' || key === null || !('kid' in key) || typeof key.kid !== 'string') return []
    try {
      return [[key.kid, createPublicKey({ key: { ...key }, format: 'jwk' })]]
    } catch {
      return []
    }
  })
}
