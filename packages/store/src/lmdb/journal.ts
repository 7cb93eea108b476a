import { mkdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { type Database, open, type RootDatabase } from 'lmdb'
import type { Discard, DroppedPrefix, Journal, JournalCommit, JournalRecord, JournalState } from '../journal.ts'
import { currentProcess, isRunning, type ProcessIdentity } from './owner.ts'
import { decodeRecord, encodeRecord } from './record.ts'

const FILE_NAME = 'store.lmdb'

/** Larger than most objects, so that a record seldom takes pages of its own: half the CPU per write of 4 KB pages. */
const PAGE_BYTES = 16_384

/** Changes when a store written by this version cannot be read by the version before. */
const FORMAT = 1

/** What is kept beside the records, each under its own name. */
interface Facts {
  format: number
  /** Who has the store open. */
  owner: ProcessIdentity
  /** The newest revision when records were last removed. */
  revision: number
  dropped: readonly DroppedPrefix[]
}

interface Tables {
  readonly root: RootDatabase
  /** Records by revision. */
  readonly log: Database<Buffer, number>
  /** Compacted revisions by bucket. */
  readonly compacted: Database<number, string>
  readonly facts: Database<Facts[keyof Facts], keyof Facts>
}

/** Opens the journal in this directory, which is made when absent. Throws when another process has it open. */
export function openLmdbJournal(directory: string): Journal {
  mkdirSync(directory, { recursive: true })
  const path = realpathSync(directory)
  const tables = openTables(join(path, FILE_NAME))
  try {
    claim(tables, path)
  } catch (error) {
    void tables.root.close()
    throw error
  }
  return {
    load: () => load(tables),
    commit: (commit) => writeCommit(tables, commit),
    close: () => release(tables),
  }
}

function openTables(path: string): Tables {
  const root = open({
    path,
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

/** Makes this process the owner. A transaction excludes all other processes, and ends with a process that is killed. */
function claim({ root, facts }: Tables, path: string): void {
  root.transactionSync(() => {
    const format = fact(facts, 'format') ?? FORMAT
    if (format !== FORMAT) throw new Error(`the store in ${path} has format ${format}; this version knows ${FORMAT}`)
    const owner = fact(facts, 'owner')
    if (owner !== undefined && isRunning(owner)) {
      throw new Error(`the store in ${path} is in use by process ${owner.pid}; stop it, or use another directory`)
    }
    void facts.put('format', FORMAT)
    void facts.put('owner', currentProcess())
  })
}

async function release({ root, facts }: Tables): Promise<void> {
  await facts.remove('owner')
  await root.close()
}

function load({ log, compacted, facts }: Tables): JournalState {
  return {
    revision: fact(facts, 'revision') ?? 0,
    dropped: fact(facts, 'dropped') ?? [],
    compacted: new Map(compacted.getRange().map(({ key, value }) => [key, value] as const)),
    records: readLog(log),
  }
}

function* readLog(log: Tables['log']): Generator<JournalRecord> {
  for (const { key, value } of log.getRange()) yield decodeRecord(key, value)
}

async function writeCommit(
  { root, log, compacted, facts }: Tables,
  { records, discard }: JournalCommit,
): Promise<void> {
  if (records.length === 0 && discard === undefined) return
  await root.batch(() => {
    for (const record of records) void log.put(record.entry.revision, encodeRecord(record))
    if (discard !== undefined) writeDiscard({ log, compacted, facts }, discard)
  })
}

function writeDiscard({ log, compacted, facts }: Omit<Tables, 'root'>, discard: Discard): void {
  void facts.put('revision', discard.revision)
  void facts.put('dropped', discard.dropped)
  for (const bucket of discard.buckets) void compacted.remove(bucket)
  for (const [bucket, revision] of discard.compacted) void compacted.put(bucket, revision)
  for (const revision of discard.revisions) void log.remove(revision)
}

/** The table's types do not say which name has which value; only this module writes it. */
const fact = <N extends keyof Facts>(facts: Tables['facts'], name: N): Facts[N] | undefined =>
  facts.get(name) as Facts[N] | undefined
