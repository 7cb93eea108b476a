import { ageSince } from '@skep/base'
import { asJson, type Column, compileJsonPath, type Json, type KubeObject } from '@skep/schema'
import type { ServedResource } from '../contracts.ts'

export type Cell = Json

/** A column as a Table shows it: every member present. */
export interface ColumnDefinition {
  name: string
  type: string
  format: string
  description: string
  priority: number
}

/** How the objects of one resource become rows. Made once per resource. */
export interface TableLayout {
  columns: ColumnDefinition[]
  cells(object: KubeObject, now: number): Cell[]
}

// These two texts are part of what kube-apiserver answers for every kind.
const NAME_TEXT =
  'Name must be unique within a namespace. Is required when creating resources, although some resources may allow a client to request the generation of an appropriate name automatically. Name is primarily intended for creation idempotence and configuration definition. Cannot be updated. More info: https://kubernetes.io/docs/concepts/overview/working-with-objects/names#names'
const AGE_TEXT =
  'CreationTimestamp is a timestamp representing the server time when this object was created. It is not guaranteed to be set in happens-before order across separate operations. Clients may not set this value. It is represented in RFC3339 form and is in UTC.\n\nPopulated by the system. Read-only. Null for lists. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md#metadata'

const NAME: ColumnDefinition = { name: 'Name', type: 'string', format: 'name', description: NAME_TEXT, priority: 0 }
const AGE: Column = {
  name: 'Age',
  type: 'date',
  jsonPath: '.metadata.creationTimestamp',
  description: AGE_TEXT,
}

/** The layout of a resource: its kind's own function, its columns' paths, or name and age for want of both. */
export function layoutOf(resource: ServedResource): TableLayout {
  const cells = resource.rules?.cells
  if (cells) return { columns: resource.columns.map(describe), cells }
  const columns = resource.columns.length > 0 ? resource.columns : [AGE]
  const readers = columns.map(cellReader)
  return {
    columns: [NAME, ...columns.map(describe)],
    cells: (object, now) => [object.metadata.name ?? '', ...readers.map((read) => read(object, now))],
  }
}

function describe({ name, type, format, description, priority, jsonPath }: Column): ColumnDefinition {
  return {
    name,
    type,
    format: format ?? '',
    description: description || standardText(name, jsonPath),
    priority: priority ?? 0,
  }
}

function standardText(name: string, jsonPath: string | undefined): string {
  if (jsonPath !== undefined) return `Custom resource definition column (in JSONPath format): ${jsonPath}`
  return { Name: NAME_TEXT, Age: AGE_TEXT }[name] ?? ''
}

function cellReader({ jsonPath, type }: Column): (object: KubeObject, now: number) => Cell {
  const path = compileJsonPath(jsonPath ?? '')
  return (object, now) => {
    // A kind's object is JSON; its TypeScript type only has no index signature.
    const value = path(asJson(object))[0]
    return value === undefined || value === null ? null : toCell(value, type, now)
  }
}

/** A value that does not fit the column's type shows nothing rather than something wrong. */
function toCell(value: Json, type: Column['type'], now: number): Cell {
  switch (type) {
    case 'integer':
      return typeof value === 'number' ? Math.trunc(value) : null
    case 'number':
      return typeof value === 'number' ? value : null
    case 'boolean':
      return typeof value === 'boolean' ? value : null
    case 'date':
      return typeof value === 'string' ? ageSince(value, now) : '<invalid>'
    case 'string':
      return typeof value === 'string' ? value : JSON.stringify(value)
  }
}
