import { type Clock, realClock, silentLogger, uid } from '@skep/base'
import { Kysely, type Dialect as KyselyDialect, sql } from 'kysely'
import { Channels } from './channels.ts'
import type { AnyTables, Database, Dialect, OpenDatabaseOptions } from './database.ts'
import { describeUrl, parseDatabaseUrl } from './database-url.ts'
import { runMigrations } from './run-migrations.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'
import { sqliteDialect } from './sqlite/sqlite-dialect.ts'
import { sqliteError } from './sqlite/sqlite-errors.ts'
import { wrapDialect } from './wrap-driver.ts'

/** What the two databases do differently. */
interface Backend {
  readonly dialect: Dialect
  readonly kysely: KyselyDialect
  /** Tells other processes; those in this one are told by us. */
  tellOthers(kysely: Kysely<AnyTables>, channel: string): Promise<void>
  /** Keeps other transactions from the lock until this one ends. */
  lock(kysely: Kysely<AnyTables>, name: string): Promise<void>
  /** Starts to hear other processes. */
  listen(): void
  close(): Promise<void>
}

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
  const kysely = new Kysely<AnyTables>({ dialect: backend.kysely })
  const common = { dialect: backend.dialect, now: () => Math.floor(clock.now()) }

  return {
    ...common,
    kysely,
    inTransaction: false,
    description: describeUrl(options.url),
    notify: async (channel) => {
      await backend.tellOthers(kysely, channel)
      channels.emit(channel)
    },
    transaction: async (fn) => {
      const notified = new Set<string>()
      const result = await kysely.transaction().execute((inner) =>
        fn({
          ...common,
          kysely: inner,
          inTransaction: true,
          lock: (name) => backend.lock(inner, name),
          notify: async (channel) => {
            if (notified.has(channel)) return
            notified.add(channel)
            await backend.tellOthers(inner, channel)
          },
        }),
      )
      for (const channel of notified) channels.emit(channel)
      return result
    },
    onChange: (channel, listener) => {
      backend.listen()
      return channels.listen(channel, listener)
    },
    ping: async () => void (await sql`select 1`.execute(kysely)),
    close: async () => {
      await backend.close()
      await kysely.destroy()
    },
  }
}

async function openBackend(options: OpenDatabaseOptions, clock: Clock, channels: Channels): Promise<Backend> {
  const location = parseDatabaseUrl(options.url)
  if (location.dialect === 'postgres') return postgresBackend(options, clock, channels)
  return {
    dialect: 'sqlite',
    kysely: wrapDialect(sqliteDialect(openSqlite(location.path)), { clock, translate: (error) => sqliteError(error) }),
    // Other processes that share the file look for work from time to time.
    tellOthers: async () => undefined,
    // Transactions write one after the other anyway.
    lock: async () => undefined,
    listen: () => undefined,
    close: async () => undefined,
  }
}

/** Loads the driver only where it is used: most run on SQLite. */
async function postgresBackend(options: OpenDatabaseOptions, clock: Clock, channels: Channels): Promise<Backend> {
  const { notificationOf, openPostgres, POSTGRES_CHANNEL, postgresError } = await import('./postgres/index.ts')
  const { url, log = silentLogger, maxConnections = 10 } = options
  const sender = uid()
  const postgres = openPostgres({ url, channels, sender, log, clock, maxConnections })
  const where = describeUrl(url)
  return {
    dialect: 'postgres',
    kysely: wrapDialect(postgres.dialect, { clock, translate: (error) => postgresError(error, where) }),
    tellOthers: async (kysely, channel) =>
      void (await sql`select pg_notify(${POSTGRES_CHANNEL}, ${notificationOf(sender, channel)})`.execute(kysely)),
    lock: async (kysely, name) =>
      void (await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(kysely)),
    listen: () => postgres.listen(),
    close: () => postgres.close(),
  }
}
