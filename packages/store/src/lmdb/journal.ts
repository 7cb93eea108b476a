import { join } from 'node:path'
import { flushDirectorySync, makeDirectory } from '../internal/disk.ts'
import type { Discard, Journal, JournalCommit, JournalRecord, JournalState } from '../journal.ts'
import { claim, disclaim } from './claim.ts'
import { decodeRecord, RecordEncoder } from './record.ts'
import { openTables, readFact, type Tables } from './tables.ts'

const FILE_NAME = 'store.lmdb'

/** Opens the journal in this directory, which is made when absent. Throws when it is open already. */
export function openLmdbJournal(directory: string): Journal {
  const path = makeDirectory(directory)
  const tables = openTables(join(path, FILE_NAME))
  try {
    claim(tables, path)
  } catch (error) {
    void tables.root.close()
    throw error
  }
  flushDirectorySync(path)
  const encoder = new RecordEncoder()
  return {
    load: () => load(tables),
    commit: (commit) => writeCommit(tables, encoder, commit),
    close: async () => {
      try {
        await disclaim(tables)
      } finally {
        await tables.root.close()
      }
    },
  }
}

function load(tables: Tables): JournalState {
  return {
    revision: readFact(tables, 'revision') ?? 0,
    dropped: readFact(tables, 'dropped') ?? [],
    compacted: new Map(tables.compacted.getRange().map(({ key, value }) => [key, value] as const)),
    records: readLog(tables),
  }
}

function* readLog({ log }: Tables): Generator<JournalRecord> {
  for (const { key, value } of log.getRange()) yield decodeRecord(key, value)
}

async function writeCommit(tables: Tables, encoder: RecordEncoder, { records, discard }: JournalCommit): Promise<void> {
  if (records.length === 0 && discard === undefined) return
  const values = encoder.encode(records)
  try {
    await tables.root.batch(() => {
      for (let i = 0; i < records.length; i++) void tables.log.put(records[i]!.entry.revision, values[i]!)
      if (discard !== undefined) writeDiscard(tables, discard)
    })
  } catch (error) {
    throw await causeOf(error)
  }
}

function writeDiscard({ log, compacted, facts }: Tables, discard: Discard): void {
  void facts.put('revision', discard.revision)
  void facts.put('dropped', discard.dropped)
  for (const bucket of discard.buckets) void compacted.remove(bucket)
  for (const [bucket, revision] of discard.compacted) void compacted.put(bucket, revision)
  for (const revision of discard.revisions) void log.remove(revision)
}

/** What lmdb says of a failed commit is in a promise beside the error, which rejects at the same time, if at all. */
async function causeOf(error: unknown): Promise<unknown> {
  if (!(error instanceof Error && 'commitError' in error)) return error
  const nextTurn = new Promise((resolve) => setImmediate(resolve))
  return Promise.race([Promise.resolve(error.commitError).catch((cause) => cause), nextTurn.then(() => error)])
}
