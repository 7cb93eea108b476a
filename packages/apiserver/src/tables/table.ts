import type { JsonObject, KubeObject } from '@skep/schema'
import type { Cell, ColumnDefinition, TableLayout } from './columns.ts'

/** What each row carries of its object: nothing, its metadata (the default), or all of it. */
export type IncludeObject = 'None' | 'Metadata' | 'Object'

export interface TableRow {
  cells: Cell[]
  conditions?: JsonObject[]
  object: KubeObject | null
}

export interface Table {
  kind: 'Table'
  apiVersion: 'meta.k8s.io/v1'
  metadata: JsonObject
  /** Null in watch events after the first, as clients remember them. */
  columnDefinitions: ColumnDefinition[] | null
  rows: TableRow[]
}

/** A Table of objects: what `kubectl get` asks for. */
export function renderTable(
  layout: TableLayout,
  objects: readonly KubeObject[],
  options: { include: IncludeObject; now: number; metadata: JsonObject; withColumns?: boolean },
): Table {
  const { include, now, metadata, withColumns = true } = options
  return {
    kind: 'Table',
    apiVersion: 'meta.k8s.io/v1',
    metadata,
    columnDefinitions: withColumns ? layout.columns : null,
    rows: objects.map((object) => ({
      cells: layout.cells(object, now),
      ...finished(object),
      object: rowObject(object, include),
    })),
  }
}

function rowObject(object: KubeObject, include: IncludeObject): KubeObject | null {
  if (include === 'None') return null
  return include === 'Object' ? object : partialMetadata(object)
}

/** An object reduced to its metadata, as metadata-only clients ask for. */
export function partialMetadata({ metadata }: KubeObject): KubeObject {
  return { kind: 'PartialObjectMetadata', apiVersion: 'meta.k8s.io/v1', metadata }
}

const FINISHED: Record<string, string> = {
  Succeeded: 'The pod has completed successfully.',
  Failed: 'The pod failed.',
}

/** Pods that ended are marked, so that `kubectl get` can tell them from running ones. */
function finished(object: KubeObject): { conditions?: JsonObject[] } {
  if (object.kind !== 'Pod') return {}
  const phase = (object as KubeObject & { status?: { phase?: string } }).status?.phase ?? ''
  const message = FINISHED[phase]
  return message ? { conditions: [{ type: 'Completed', status: 'True', reason: phase, message }] } : {}
}
