import { setMaxListeners } from 'node:events'
import type { KubeObject } from '@skep/schema'
import type { Client } from './client.ts'
import { Informer, type InformerOptions } from './informer.ts'
import type { ClientKind } from './kind.ts'
import { linkAbort } from './linked-abort.ts'
import { type Selection, selectionId } from './object-feed.ts'

/** What all informers of a client have in common. */
export type SharedInformerOptions = Pick<InformerOptions, 'clock' | 'random' | 'log'>

/** Informers of one client, each shared by all who ask for the same objects. */
export class Informers {
  readonly #client: Client
  readonly #shared: SharedInformerOptions
  readonly #informers = new Map<string, Informer>()
  #launch: ((informer: Informer) => void) | undefined

  constructor(client: Client, shared: SharedInformerOptions = {}) {
    this.#client = client
    this.#shared = shared
  }

  /** The informer of the selected objects of a kind. One that is asked for while they run starts at once. */
  of<T extends KubeObject>(kind: ClientKind<T>, options: Omit<InformerOptions<T>, keyof SharedInformerOptions> = {}) {
    const id = idOf(kind, options)
    // The id names the kind, so what is found under it has been made for objects of type T.
    const found = this.#informers.get(id) as unknown as Informer<T> | undefined
    const informer = found ?? new Informer(this.#client, kind, { ...this.#shared, ...options })
    if (options.managedFields && !informer.keepsManagedFields) {
      throw new Error(`the informer of ${kind.plural} was made without managed fields: ask for them first`)
    }
    for (const [name, valuesOf] of Object.entries(options.indexes ?? {})) informer.addIndex(name, valuesOf)
    if (!found) this.#add(id, informer as unknown as Informer)
    return informer
  }

  [Symbol.iterator](): IterableIterator<Informer> {
    return this.#informers.values()
  }

  /** Runs all of them until the signal aborts. When one fails for good, all end and this rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { controller, unlink } = linkAbort(signal)
    setMaxListeners(0, controller.signal)
    const running: Promise<void>[] = []
    const over = new Promise<void>((resolve, reject) => {
      controller.signal.addEventListener('abort', () => resolve(), { once: true })
      if (controller.signal.aborted) resolve()
      this.#launch = (informer) => running.push(informer.run(controller.signal).catch(reject))
    })
    for (const informer of this) this.#launch?.(informer)
    try {
      await over
    } finally {
      this.#launch = undefined
      unlink()
      controller.abort()
      await Promise.all(running)
    }
  }

  /** Resolves when all that are there now have synced. */
  async waitForSync(signal: AbortSignal): Promise<void> {
    await Promise.all([...this].map((informer) => informer.waitForSync(signal)))
  }

  #add(id: string, informer: Informer): void {
    this.#informers.set(id, informer)
    this.#launch?.(informer)
  }
}

const idOf = (kind: ClientKind, { resyncMs, ...select }: Pick<InformerOptions, 'resyncMs'> & Selection): string =>
  `${selectionId(kind, select)} ${resyncMs}`
