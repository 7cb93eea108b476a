import type { Queryable } from '../database.ts'
import type { Migration } from '../migrations.ts'
import type { Attributes } from '../search/attributes.ts'
import { documentFinder } from './document-finder.ts'
import {
  indexMigration,
  numberIndexMigration,
  pageIndexMigration,
  tableMigration,
  uniqueMigration,
} from './document-migrations.ts'
import { documentWriter } from './document-writer.ts'

/** Which row it is, and as of which change: what was made of an edition once is good as long as it is found. */
export interface Edition {
  readonly id: string
  /** Counts the changes of the row, from 1; a change names the one it was made from. */
  readonly version: number
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number
}

/** A row of a table of documents. */
export interface Stored<T> extends Edition {
  readonly updatedAt: number
  readonly document: T
}

/** What a table of documents is good for. */
export interface DocumentTableOptions {
  /** Attributes of the document that are searched often, as dotted paths of strings: an index each. */
  indexed?: readonly string[]
  /** Attributes that are numbers and searched often: an index each. */
  numberIndexed?: readonly string[]
  /** Sets of such attributes that are searched together, with very many results: an index each that a page is read from. */
  pageIndexed?: readonly (readonly string[])[]
  /** Sets of attributes that no two documents share, by name of the index. Documents that lack one of them may. */
  unique?: Readonly<Record<string, readonly string[]>>
  /** What users may search and order by; `id`, `created_at` and `updated_at` are columns. None unless given. */
  attributes?: Attributes
  /** Attributes that only `where` may name: how the caller keeps documents is no business of users. None unless given. */
  internal?: Attributes
}

/** Which documents are wanted. */
export interface FindOptions {
  /** Values that attributes of the table must have, beside what the search says: not the user's, so not in their language. */
  where?: Readonly<Record<string, string | number | boolean>>
  /** In the search language; everything unless given. Throws a `SearchError`. */
  search?: string
  /** Attributes with `asc` or `desc`, separated by commas, absent ones last; by creation unless given, and then by id. */
  order?: string
  /** From 1. */
  page?: number
  /** How many at most; all unless given. 0 asks for the total alone. */
  size?: number
}

/** A page of documents, and how many there are on all pages. */
export interface Found<T> {
  readonly items: readonly Stored<T>[]
  readonly total: number
}

/** A table whose rows are JSON documents, each guarded by a version. */
export interface DocumentTable<T> {
  readonly name: string
  /** Make the table and its indexes; give them to `openDatabase`. An index that is added later is a migration of its own. */
  readonly migrations: readonly Migration[]
  /** Throws Duplicate when the id or a unique index is taken. */
  insert(on: Queryable, id: string, document: T): Promise<Stored<T>>
  get(on: Queryable, id: string): Promise<Stored<T> | undefined>
  /** Those of the ids that exist, in no particular order. */
  getMany(on: Queryable, ids: readonly string[]): Promise<Stored<T>[]>
  /** Replaces the document of a row as it was read. Throws Stale when somebody else was faster, Missing when it is gone. */
  update(on: Queryable, row: Pick<Stored<T>, 'id' | 'version'>, document: T): Promise<Stored<T>>
  /**
   * Reads, changes and writes, again when somebody else was faster; `change` returning undefined leaves the row alone.
   * A row that the caller has read already is not read again at first. Throws Missing when there is no such row.
   */
  modify(
    on: Queryable,
    row: string | Stored<T>,
    change: (document: T, row: Stored<T>) => T | undefined,
  ): Promise<Stored<T>>
  /** Whether there was such a row; with a version, throws Stale when the row has another one. */
  remove(on: Queryable, id: string, version?: number): Promise<boolean>
  find(on: Queryable, options?: FindOptions): Promise<Found<T>>
  /** Finds a page without reading any document, for callers who remember what they made of some. */
  findEditions(
    on: Queryable,
    options: FindOptions & { readonly size: number },
  ): Promise<{ readonly items: readonly Edition[]; readonly total: number }>
  count(on: Queryable, options?: Pick<FindOptions, 'where' | 'search'>): Promise<number>
}

/** A table of documents. It does nothing until its functions are called, so it may be made anywhere. */
export function documentTable<T>(name: string, options: DocumentTableOptions = {}): DocumentTable<T> {
  const { indexed = [], numberIndexed = [], pageIndexed = [], unique = {}, attributes = {}, internal = {} } = options
  const migrations = [
    tableMigration(name),
    ...indexed.map((path) => indexMigration(name, path)),
    ...Object.entries(unique).map(([index, paths]) => uniqueMigration(name, index, paths)),
    ...pageIndexed.map((paths) => pageIndexMigration(name, paths)),
    ...numberIndexed.map((path) => numberIndexMigration(name, path)),
  ]
  const shown = indexed.filter((path) => !Object.hasOwn(internal, path))
  const searchable: Attributes = {
    ...Object.fromEntries(shown.map((path) => [path, 'string'])),
    ...Object.fromEntries(numberIndexed.map((path) => [path, 'number'])),
    ...attributes,
  }
  const writer = documentWriter<T>(name)
  const finder = documentFinder<T>(
    name,
    { attributes: searchable, internal, indexed: [...indexed, ...pageIndexed.flat()], numberIndexed },
    writer,
  )
  return { name, migrations, ...writer, ...finder }
}
