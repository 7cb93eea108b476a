import type { Clock } from '@skep/base'
import type { CompiledQuery, DatabaseConnection, Dialect, Driver, QueryResult } from 'kysely'

/** What is added to a driver. */
export interface DriverWrapping {
  /** Held while a connection is in use, so that virtual time waits for the database. */
  clock: Clock
  /** Says in our words what the driver threw. */
  translate(error: unknown): Error
}

/** The same dialect, whose errors are ours and whose work virtual time waits for. */
export const wrapDialect = (dialect: Dialect, wrapping: DriverWrapping): Dialect => ({
  createAdapter: () => dialect.createAdapter(),
  createDriver: () => wrapDriver(dialect.createDriver(), wrapping),
  createIntrospector: (kysely) => dialect.createIntrospector(kysely),
  createQueryCompiler: () => dialect.createQueryCompiler(),
})

function wrapDriver(driver: Driver, { clock, translate }: DriverWrapping): Driver {
  const translating = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      throw translate(error)
    }
  }
  const wrapped = (connection: DatabaseConnection): WrappedConnection => connection as WrappedConnection
  return {
    init: () => driver.init(),
    acquireConnection: async () => {
      const release = clock.hold()
      try {
        return new WrappedConnection(await translating(() => driver.acquireConnection()), release, translating)
      } catch (error) {
        release()
        throw error
      }
    },
    beginTransaction: (connection, settings) =>
      translating(() => driver.beginTransaction(wrapped(connection).inner, settings)),
    commitTransaction: (connection) => translating(() => driver.commitTransaction(wrapped(connection).inner)),
    rollbackTransaction: (connection) => translating(() => driver.rollbackTransaction(wrapped(connection).inner)),
    releaseConnection: async (connection) => {
      await driver.releaseConnection(wrapped(connection).inner)
      wrapped(connection).release()
    },
    destroy: () => driver.destroy(),
  }
}

class WrappedConnection implements DatabaseConnection {
  readonly inner: DatabaseConnection
  readonly release: () => void
  readonly #translating: <T>(work: () => Promise<T>) => Promise<T>

  constructor(inner: DatabaseConnection, release: () => void, translating: <T>(work: () => Promise<T>) => Promise<T>) {
    this.inner = inner
    this.release = release
    this.#translating = translating
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return this.#translating(() => this.inner.executeQuery<R>(query))
  }

  streamQuery<R>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<R>> {
    return this.inner.streamQuery<R>(query, chunkSize)
  }
}
