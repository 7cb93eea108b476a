import Libsql from 'libsql'
import { DatabaseError } from '../errors.ts'
import { sqliteError } from './sqlite-errors.ts'

/** More than this many different statements are not worth remembering; searches are as different as their users. */
const MAX_STATEMENTS = 200

/** What a statement gave. */
export interface SqliteResult {
  readonly rows: Record<string, unknown>[]
  readonly changes: number
}

interface Prepared {
  readonly statement: ReturnType<InstanceType<typeof Libsql>['prepare']>
  /** Whether it gives rows. */
  readonly reads: boolean
}

/** One connection to a SQLite file. Statements run at once, on the caller's thread, and are remembered. */
export class SqliteConnection {
  /** Undefined once it is closed: libsql ends the process when it is used after that. */
  #database: InstanceType<typeof Libsql> | undefined
  readonly #statements = new Map<string, Prepared>()

  constructor(path: string, pragmas: Readonly<Record<string, string | number>>) {
    try {
      const database = new Libsql(path)
      this.#database = database
      for (const [name, value] of Object.entries(pragmas)) database.exec(`PRAGMA ${name} = ${value}`)
    } catch (error) {
      throw sqliteError(error, `cannot open ${path}`)
    }
  }

  get inTransaction(): boolean {
    return this.#database?.inTransaction ?? false
  }

  /** Runs statements without parameters or results. */
  exec(statements: string): void {
    try {
      this.#opened().exec(statements)
    } catch (error) {
      throw sqliteError(error)
    }
  }

  run(text: string, parameters: readonly unknown[]): SqliteResult {
    try {
      const { statement, reads } = this.#prepare(text)
      const values = parameters.map(bindable)
      if (reads) return { rows: statement.all(values) as Record<string, unknown>[], changes: 0 }
      return { rows: [], changes: statement.run(values).changes }
    } catch (error) {
      throw sqliteError(error)
    }
  }

  close(): void {
    this.#statements.clear()
    this.#database?.close()
    this.#database = undefined
  }

  #opened(): InstanceType<typeof Libsql> {
    if (!this.#database) throw new DatabaseError('Unavailable', 'the database is closed')
    return this.#database
  }

  #prepare(text: string): Prepared {
    const known = this.#statements.get(text)
    if (known) return known
    const statement = this.#opened().prepare(text)
    if (this.#statements.size === MAX_STATEMENTS) this.#statements.delete(this.#statements.keys().next().value!)
    const prepared = { statement, reads: statement.reader }
    this.#statements.set(text, prepared)
    return prepared
  }
}

/** SQLite knows no booleans and no undefined. */
function bindable(value: unknown): unknown {
  if (typeof value === 'boolean') return value ? 1 : 0
  return value === undefined ? null : value
}
