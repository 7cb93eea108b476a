import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { realClock } from '@skep/base'
import { Engine } from './internal/engine.ts'
import { openLmdbStore } from './lmdb-store.ts'
import { openLogJournal } from './log/journal.ts'
import type { StoreOptions } from './memory-store.ts'
import type { Store } from './store.ts'

/** Where a store on disk keeps its data. */
export interface LogStoreOptions extends StoreOptions {
  /** The directory of the store, which is made when absent. One process at a time may have it open. */
  path: string
  /** A file of the log that has grown to this size is followed by another; 16 MiB unless given. */
  segmentBytes?: number
}

/** A store on the local disk: an acknowledged write survives the end of the process, however it comes. */
export async function openLogStore({
  path,
  clock = realClock,
  history,
  segmentBytes,
}: LogStoreOptions): Promise<Store> {
  const journal = openLogJournal(path, segmentBytes)
  try {
    return new Engine({ journal, clock }, history)
  } catch (error) {
    await journal.close()
    throw error
  }
}

/** The store in a directory: as it was made, or a log where there is none. */
export function openStore(options: LogStoreOptions): Promise<Store> {
  return existsSync(join(options.path, 'store.lmdb')) ? openLmdbStore(options) : openLogStore(options)
}
