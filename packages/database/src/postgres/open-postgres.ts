import type { Clock, Logger } from '@skep/base'
import { type Dialect, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Channels } from '../channels.ts'
import { PostgresListener } from './postgres-listener.ts'

const CONNECT_TIMEOUT_MS = 5_000

/** An open PostgreSQL. */
export interface Postgres {
  readonly dialect: Dialect
  /** Starts to pass on what other replicas notify. */
  listen(): void
  /** Ends the connection that listens; Kysely ends the others. */
  close(): Promise<void>
}

/** What is needed to open one. */
export interface OpenPostgresOptions {
  url: string
  channels: Channels
  /** Tells our own notifications from those of others. */
  sender: string
  log: Logger
  clock: Clock
  maxConnections: number
}

/** Connections are made when they are needed, and made again after they were lost. */
export function openPostgres({ url, maxConnections, log, ...others }: OpenPostgresOptions): Postgres {
  const settings = {
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    application_name: 'skep',
    types: { getTypeParser },
  }
  const pool = new pg.Pool({ ...settings, max: maxConnections })
  // An idle connection that ends is replaced when the next one is needed.
  pool.on('error', (error) => log.info('Lost an idle connection to the database', { reason: error.message }))
  // One that ends between two statements of a transaction makes the next of them fail; unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const listener = new PostgresListener({ ...others, log, connect: () => new pg.Client(settings) })
  return {
    dialect: new PostgresDialect({ pool }),
    listen: () => listener.start(),
    close: () => listener.stop(),
  }
}

/** Counts and milliseconds are 64 bits wide and fit into a number; `pg` would make texts of them. */
const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: 'text' | 'binary') =>
  oid === pg.types.builtins.INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')
