import { type Database, open, type RootDatabase } from 'lmdb'
import type { ProcessIdentity } from '../internal/owner.ts'
import type { DroppedPrefix } from '../journal.ts'

/** Larger than most objects, so that a record seldom takes pages of its own: half the CPU per write of 4 KB pages. */
const PAGE_BYTES = 16_384

/** What is kept beside the records, each under its own name. */
export interface Facts {
  format: number
  /** Who has the store open. */
  owner: ProcessIdentity
  /** The newest revision when records were last removed. */
  revision: number
  dropped: readonly DroppedPrefix[]
}

/** The tables of a store's file. */
export interface Tables {
  readonly root: RootDatabase
  /** Records by revision. */
  readonly log: Database<Buffer, number>
  /** Compacted revisions by bucket. */
  readonly compacted: Database<number, string>
  readonly facts: Database<Facts[keyof Facts], keyof Facts>
}

/** Opens the tables of a store, which are made when they are missing. */
export function openTables(file: string): Tables {
  const root = open({
    path: file,
    noSubdir: true,
    pageSize: PAGE_BYTES,
    // A commit resolves after the flush to the disk, not before it.
    overlappingSync: false,
    // The store collects batches itself, so there is nothing to wait for.
    eventTurnBatching: false,
  })
  return {
    root,
    log: root.openDB('log', { encoding: 'binary' }),
    compacted: root.openDB('compacted', { encoding: 'json' }),
    facts: root.openDB('facts', { encoding: 'json' }),
  }
}

/** The table's types do not say which name has which value; only this package writes it. */
export const readFact = <N extends keyof Facts>({ facts }: Tables, name: N): Facts[N] | undefined =>
  facts.get(name) as Facts[N] | undefined
