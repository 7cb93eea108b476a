import { createHash } from 'node:crypto'
import type { Logger } from '@skep/base'
import { sql } from 'kysely'
import type { Database, Transaction } from './database.ts'
import { DatabaseError } from './errors.ts'
import type { Migration } from './migrations.ts'

/** Any number, the same in all replicas: the name of the lock that one of them holds while it migrates. */
const ADVISORY_LOCK = 7_355_379

/**
 * Applies the migrations that the database has not seen, in order, each in a transaction of its own; returns their names.
 * Replicas that start at once take turns. Throws Incompatible when the database is ahead of us or has other statements
 * under the same name.
 */
export async function runMigrations(
  database: Database,
  migrations: readonly Migration[],
  log: Logger,
): Promise<string[]> {
  if (migrations.length === 0) return []
  checkNames(migrations)
  const done: string[] = []
  for (;;) {
    const migration = await database.transaction((tx) => applyNext(tx, database.description, migrations))
    if (!migration) return done
    log.info('Migrated the database', { database: database.description, migration: migration.name })
    done.push(migration.name)
  }
}

async function applyNext(
  tx: Transaction,
  where: string,
  migrations: readonly Migration[],
): Promise<Migration | undefined> {
  if (tx.dialect === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(ADVISORY_LOCK)})`.execute(tx.kysely)
  await sql`create table if not exists migrations (
    name text primary key, checksum text not null, applied_at bigint not null)`.execute(tx.kysely)
  const { rows } = await sql<{ name: string; checksum: string }>`select name, checksum from migrations`.execute(
    tx.kysely,
  )
  const applied = new Map(rows.map(({ name, checksum }) => [name, checksum]))
  checkApplied(applied, migrations, tx, where)
  const next = migrations.find(({ name }) => !applied.has(name))
  if (!next) return undefined
  for (const statement of next.statements[tx.dialect]) await sql.raw(statement).execute(tx.kysely)
  await sql`insert into migrations (name, checksum, applied_at)
    values (${next.name}, ${checksumOf(next, tx)}, ${tx.now()})`.execute(tx.kysely)
  return next
}

function checkNames(migrations: readonly Migration[]): void {
  const names = new Set<string>()
  for (const { name } of migrations) {
    if (names.has(name)) throw new DatabaseError('Incompatible', `two migrations are called '${name}'`)
    names.add(name)
  }
}

function checkApplied(
  applied: ReadonlyMap<string, string>,
  migrations: readonly Migration[],
  tx: Transaction,
  where: string,
): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const [name, checksum] of applied) {
    const migration = known.get(name)
    if (!migration) {
      throw new DatabaseError(
        'Incompatible',
        `${where} has the migration '${name}', which this version does not know: a newer version has used it. ` +
          'Start that version, or restore a backup made before',
      )
    }
    if (checksumOf(migration, tx) !== checksum) {
      throw new DatabaseError(
        'Incompatible',
        `${where} was migrated by another '${name}' than the one in this version: restore a backup, or start the version that made it`,
      )
    }
  }
}

const checksumOf = (migration: Migration, { dialect }: Transaction): string =>
  createHash('sha256').update(migration.statements[dialect].join('\n;\n')).digest('hex')
