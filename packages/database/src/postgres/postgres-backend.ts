import { type Clock, silentLogger, uid } from '@skep/base'
import { CompiledQuery, Kysely } from 'kysely'
import type { Backend } from '../backend.ts'
import type { Channels } from '../channels.ts'
import type { AnyTables, OpenDatabaseOptions, Queryable, StatementResult } from '../database.ts'
import { describeUrl } from '../database-url.ts'
import { wrapDialect } from '../wrap-driver.ts'
import { openPostgres } from './open-postgres.ts'
import { postgresError } from './postgres-errors.ts'
import { notificationOf, POSTGRES_CHANNEL } from './postgres-listener.ts'

/** A database of PostgreSQL. */
export function postgresBackend(options: OpenDatabaseOptions, clock: Clock, channels: Channels): Backend {
  const { url, log = silentLogger, maxConnections = 10 } = options
  const sender = uid()
  const postgres = openPostgres({ url, channels, sender, log, clock, maxConnections })
  const where = describeUrl(url)
  const dialect = wrapDialect(postgres.dialect, { clock, translate: (error) => postgresError(error, where) })
  const kysely = new Kysely<AnyTables>({ dialect })
  return {
    dialect: 'postgres',
    kysely,
    run: runOn(kysely),
    transaction: (work) => kysely.transaction().execute((inner) => work({ kysely: inner, run: runOn(inner) })),
    tellOthers: async ({ run }, channel) =>
      void (await run('select pg_notify($1, $2)', [POSTGRES_CHANNEL, notificationOf(sender, channel)])),
    lock: async ({ run }, name) => void (await run('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name])),
    listen: () => postgres.listen(),
    close: async () => {
      await postgres.close()
      await kysely.destroy()
    },
  }
}

const runOn =
  (kysely: Kysely<AnyTables>): Queryable['run'] =>
  async <R>(text: string, parameters: readonly unknown[]): Promise<StatementResult<R>> => {
    const { rows, numAffectedRows = 0n } = await kysely.executeQuery<R>(CompiledQuery.raw(text, [...parameters]))
    return { rows, changes: Number(numAffectedRows) }
  }
