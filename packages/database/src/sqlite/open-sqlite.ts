import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseError } from '../errors.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import { sqliteError } from './sqlite-errors.ts'
import type { SqliteConnections } from './sqlite-file.ts'

/**
 * NORMAL: SQLite flushes its log before it carries it over, but not at every commit, for which it would stop this thread.
 * `GroupCommit` does so beside it before it acknowledges one, so that it is on disk, whatever happens next.
 */
const DURABLE = { journal_mode: 'WAL', synchronous: 'NORMAL' }
const EPHEMERAL = { journal_mode: 'WAL', synchronous: 'OFF' }
/** 64 MiB of pages; 10,000 documents stay in memory. */
const COMMON = { cache_size: -65_536, foreign_keys: 'ON' }
/** A reader waits only while a file is being recovered. */
const READER = { busy_timeout: 5_000, query_only: 'ON' }

/** Opens the file at `path`, made when absent, or for `:memory:` one that vanishes with the process. */
export function openSqlite(path: string): SqliteConnections {
  if (path === ':memory:') return openNameless()
  mkdirSync(dirname(path), { recursive: true })
  makePrivate(path)
  return { ...connect(path, DURABLE), ...logFlush(path) }
}

/**
 * Makes a file that is absent for its owner alone, which SQLite's files beside it follow. One that exists is not even
 * opened: to close it would give up the locks that other connections of this process have on it.
 */
function makePrivate(path: string): void {
  try {
    closeSync(openSync(path, 'ax', 0o600))
  } catch (error) {
    if (!existsSync(path)) throw sqliteError(error, `cannot open ${path}`)
  }
}

/** Flushes the log of a file, which is there from the first commit on and stays as long as a connection is open. */
function logFlush(path: string): Pick<SqliteConnections, 'flush' | 'close'> {
  const name = `${path}-wal`
  let log: FileHandle | undefined
  return {
    flush: async () => {
      log ??= await open(name, 'r+').catch((cause: unknown) => {
        throw new DatabaseError('Unavailable', `cannot open ${name}`, { cause })
      })
      await log.datasync().catch((cause: unknown) => {
        throw new DatabaseError('Failed', `cannot flush ${name}: start again when the disk is well`, { cause })
      })
    },
    close: async () => log?.close(),
  }
}

function connect(
  path: string,
  pragmas: Readonly<Record<string, string>>,
): Pick<SqliteConnections, 'writer' | 'reader'> {
  const writer = new SqliteConnection(path, { busy_timeout: 5_000, ...pragmas, ...COMMON })
  // From here on waiting would block the thread, perhaps for a transaction of this very process: `GroupCommit` waits.
  writer.run('PRAGMA busy_timeout = 0', [])
  return {
    writer,
    reader: new SqliteConnection(path, { ...READER, ...COMMON }),
  }
}

/**
 * SQLite's own `:memory:` has one connection, which would show readers what is being written. A file whose name is removed
 * once it is open behaves like every other file, is never synchronized, and cannot be left behind.
 */
function openNameless(): SqliteConnections {
  const folder = mkdtempSync(join(tmpdir(), 'skep-database-'))
  try {
    const connections = connect(join(folder, 'memory.db'), EPHEMERAL)
    connections.writer.exec('PRAGMA user_version = 1')
    connections.reader.run('SELECT count(*) FROM sqlite_schema', [])
    return { ...connections, flush: async () => {}, close: async () => {} }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
