import type { Dialect, Queryable, StatementResult } from './database.ts'

/** Runs a statement with these parameters. */
export type Statement<R> = (on: Queryable, parameters: readonly unknown[]) => Promise<StatementResult<R>>

/**
 * A statement that is written once for each database, rather than each time it runs. Its parameters are `?`, in the order
 * in which they are given; there must be none in texts or names.
 */
export function statement<R = never>(write: string | ((dialect: Dialect) => string)): Statement<R> {
  const texts: Partial<Record<Dialect, string>> = {}
  const textFor = (dialect: Dialect): string => {
    const text = typeof write === 'string' ? write : write(dialect)
    return dialect === 'postgres' ? numbered(text) : text
  }
  return (on, parameters) => on.run<R>((texts[on.dialect] ??= textFor(on.dialect)), parameters)
}

/** PostgreSQL counts its parameters. */
function numbered(text: string): string {
  let count = 0
  return text.replaceAll('?', () => `$${++count}`)
}
