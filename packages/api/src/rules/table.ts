import { ageSince } from '@skep/base'
import type { Column, KubeObject } from '@skep/schema'

/** What one cell of a table shows. */
export type Cell = string | number | boolean | null

/** A column of `kubectl get`, a string unless it says otherwise, with what it shows of an object. */
export interface TableColumn<T> extends Omit<Column, 'jsonPath' | 'type'> {
  type?: Column['type']
  cell(object: T, now: number): Cell
}

/** The columns of a kind, and the function that fills a row of them. */
export interface Table<T> {
  columns: readonly Column[]
  cells(object: T, now: number): Cell[]
}

/** Builds the table of a kind, so that each column stands beside its cell. */
export function defineTable<T extends KubeObject>(...columns: TableColumn<T>[]): Table<T> {
  return {
    columns: columns.map(({ cell: _cell, ...column }) => ({ type: 'string', ...column })),
    cells: (object, now) => columns.map((column) => column.cell(object, now)),
  }
}

/** The column that every table begins with; the server knows its description. */
export const nameColumn: TableColumn<KubeObject> = {
  name: 'Name',
  format: 'name',
  cell: ({ metadata }) => metadata.name ?? '',
}

/** How long ago an object was created; the server knows its description. */
export const ageColumn: TableColumn<KubeObject> = {
  name: 'Age',
  cell: ({ metadata }, now) => ageSince(metadata.creationTimestamp, now),
}

/** The table of kinds that have no columns of their own: the name, and when it was created. */
export const plainTable: Table<KubeObject> = defineTable(nameColumn, {
  name: 'Created At',
  type: 'date',
  description:
    'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata',
  cell: ({ metadata }) => metadata.creationTimestamp ?? null,
})

/** The first few of a list, and how many more there are; `<unset>` for none. */
export function firstFew(items: readonly string[], limit: number, separator = ','): string {
  const shown = items.slice(0, limit).join(separator)
  if (items.length > limit) return `${shown} + ${items.length - limit} more...`
  return shown === '' ? '<unset>' : shown
}
