import { type Clock, realClock, silentLogger } from '@skep/base'
import type { Backend, Statements } from './backend.ts'
import { Channels } from './channels.ts'
import type { Database, OpenDatabaseOptions, Transaction } from './database.ts'
import { describeUrl, parseDatabaseUrl } from './database-url.ts'
import { runMigrations } from './run-migrations.ts'
import { sqliteBackend } from './sqlite/sqlite-backend.ts'

/** Opens a database and brings it up to date. */
export async function openDatabase(options: OpenDatabaseOptions): Promise<Database> {
  const database = await connect(options)
  try {
    await runMigrations(database, options.migrations ?? [], options.log ?? silentLogger)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Brings a database up to date and closes it; returns the names of the migrations it needed. */
export async function migrateDatabase(options: OpenDatabaseOptions): Promise<string[]> {
  const database = await connect(options)
  try {
    return await runMigrations(database, options.migrations ?? [], options.log ?? silentLogger)
  } finally {
    await database.close()
  }
}

async function connect(options: OpenDatabaseOptions): Promise<Database> {
  const clock = options.clock ?? realClock
  const channels = new Channels()
  const backend = await openBackend(options, clock, channels)
  const common = { dialect: backend.dialect, now: () => Math.floor(clock.now()) }

  return {
    ...common,
    kysely: backend.kysely,
    run: backend.run,
    inTransaction: false,
    description: describeUrl(options.url),
    notify: async (channel) => {
      await backend.tellOthers(backend, channel)
      channels.emit(channel)
    },
    transaction: async (fn) => {
      const notified = new Set<string>()
      const result = await backend.transaction((inner) => fn(transactionOn(backend, common, inner, notified)))
      for (const channel of notified) channels.emit(channel)
      return result
    },
    onChange: (channel, listener) => {
      backend.listen()
      return channels.listen(channel, listener)
    },
    ping: async () => void (await backend.run('select 1', [])),
    close: () => backend.close(),
  }
}

const transactionOn = (
  backend: Backend,
  common: Pick<Database, 'dialect' | 'now'>,
  inner: Statements,
  notified: Set<string>,
): Transaction => ({
  ...common,
  // Not a copy: who has no use for it shall not make it.
  get kysely() {
    return inner.kysely
  },
  run: inner.run,
  inTransaction: true,
  lock: (name) => backend.lock(inner, name),
  notify: async (channel) => {
    if (notified.has(channel)) return
    notified.add(channel)
    await backend.tellOthers(inner, channel)
  },
})

/** Loads the driver of PostgreSQL only where it is used: most run on SQLite. */
async function openBackend(options: OpenDatabaseOptions, clock: Clock, channels: Channels): Promise<Backend> {
  const location = parseDatabaseUrl(options.url)
  if (location.dialect === 'sqlite') return sqliteBackend(location.path, clock)
  const { postgresBackend } = await import('./postgres/index.ts')
  return postgresBackend(options, clock, channels)
}
