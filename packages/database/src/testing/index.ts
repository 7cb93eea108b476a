import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Dialect } from '../database.ts'
import { findPostgres, type PostgresServer, startPostgres } from './postgres-server.ts'

export { findPostgres, type PostgresServer, startPostgres } from './postgres-server.ts'

/** A kind of database to test with. */
export interface TestDatabases {
  readonly dialect: Dialect
  /** The URL of an empty database that outlives being closed, and is gone after the tests. */
  createUrl(): Promise<string>
}

/** Runs the same tests on SQLite and on PostgreSQL. Call it at the top of a test file. */
export function describeDatabases(name: string, tests: (databases: TestDatabases) => void): void {
  describe(`${name} on SQLite`, () => {
    let folder = ''
    let count = 0
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'skep-sqlite-'))
    })
    afterAll(() => rmSync(folder, { recursive: true, force: true }))
    tests({ dialect: 'sqlite', createUrl: async () => `sqlite:${join(folder, `${++count}.db`)}` })
  })
  describePostgres(name, (server) => tests({ dialect: 'postgres', createUrl: () => server().createDatabase() }))
}

/** Tests with a PostgreSQL of their own. Skipped, saying so, where none is installed; in CI they fail instead. */
export function describePostgres(name: string, tests: (server: () => PostgresServer) => void): void {
  const programs = findPostgres()
  const title = `${name} on PostgreSQL`
  if (programs === undefined && !process.env['CI']) {
    describe.skip(`${title} (not installed: scripts/install-test-programs.sh installs it)`, () => tests(noServer))
    return
  }
  describe(title, () => {
    let server: PostgresServer | undefined
    beforeAll(async () => {
      if (programs === undefined) throw new Error('PostgreSQL is not installed: run scripts/install-test-programs.sh')
      server = await startPostgres(programs)
    }, 60_000)
    afterAll(async () => server?.remove())
    tests(() => server ?? noServer())
  })
}

function noServer(): never {
  throw new Error('PostgreSQL has not been started')
}
