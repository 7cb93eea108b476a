import { createPublicKey, type KeyObject } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Clock } from '@skep/base'

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

  async find(id: string, signal: AbortSignal): Promise<KeyObject | undefined> {
    const known = (await this.#load(signal)).get(id)
    if (known || this.#clock.now() - this.#loadedAt < MIN_RELOAD_MS) return known
    this.#keys = undefined
    return (await this.#load(signal)).get(id)
  }

  #load(signal: AbortSignal): Promise<ReadonlyMap<string, KeyObject>> {
    if (this.#keys) return this.#keys
    this.#loadedAt = this.#clock.now()
    const loading = loadAll(this.#sources, signal)
    this.#keys = loading
    loading.catch(() => {
      if (this.#keys === loading) this.#keys = undefined
    })
    return loading
  }
}

async function loadAll(sources: readonly KeySource[], signal: AbortSignal): Promise<ReadonlyMap<string, KeyObject>> {
  const sets = await Promise.all(sources.map((source) => loadKeys(source, signal)))
  return new Map(sets.flat())
}

async function loadKeys(source: KeySource, signal: AbortSignal): Promise<[string, KeyObject][]> {
  const where = 'file' in source ? source.file : source.url
  try {
    const text =
      'file' in source ? await readFile(source.file, { encoding: 'utf8', signal }) : await download(where, signal)
    return keysIn(JSON.parse(text))
  } catch (cause) {
    throw new Error(`cannot load the keys that tokens are checked with from ${where}`, { cause })
  }
}

async function download(url: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(LOAD_TIMEOUT_MS)]) })
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
