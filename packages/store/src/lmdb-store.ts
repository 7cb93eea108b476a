import { realClock } from '@skep/base'
import { Engine } from './internal/engine.ts'
import type { StoreOptions } from './memory-store.ts'
import type { Store } from './store.ts'

/** Where a store on disk keeps its data. */
export interface LmdbStoreOptions extends StoreOptions {
  /** The directory of the store, which is made when absent. One process at a time may have it open. */
  path: string
}

/** A store on the local disk: an acknowledged write survives the end of the process, however it comes. */
export async function openLmdbStore({ path, clock = realClock, history }: LmdbStoreOptions): Promise<Store> {
  // The native library is loaded only where it is used.
  const { openLmdbJournal } = await import('./lmdb/journal.ts')
  const journal = openLmdbJournal(path)
  try {
    return new Engine({ journal, clock }, history)
  } catch (error) {
    await journal.close()
    throw error
  }
}
