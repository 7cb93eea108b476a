import { fieldError, type JsonObject, type KubeObject } from '@skep/schema'
import type { ServedResource } from '../contracts.ts'
import { invalid } from '../registry/errors.ts'
import { layoutOf, type TableLayout } from '../tables/columns.ts'
import { type IncludeObject, renderTable, type Table } from '../tables/table.ts'
import type { ResourceRequest } from './api-request.ts'

const INCLUDE = ['None', 'Metadata', 'Object']

/** Layouts are made once per served resource and go with it. */
const layouts = new WeakMap<ServedResource, TableLayout>()

function layoutFor(resource: ServedResource): TableLayout {
  const known = layouts.get(resource)
  if (known) return known
  const layout = layoutOf(resource)
  layouts.set(resource, layout)
  return layout
}

/** Reads `includeObject`: how much of each object the rows of a table carry. */
export function includeObject({ query }: ResourceRequest): IncludeObject {
  const value = query.text('includeObject') || 'Metadata'
  if (INCLUDE.includes(value)) return value as IncludeObject
  throw invalid({ group: 'meta.k8s.io', kind: 'TableOptions' }, '', [
    fieldError.notSupported('includeObject', value, INCLUDE),
  ])
}

/** A table of objects, for `kubectl get`. */
export function tableOf(
  { resource, target }: ResourceRequest,
  objects: readonly KubeObject[],
  options: { include: IncludeObject; metadata: JsonObject; withColumns?: boolean },
): Table {
  return renderTable(layoutFor(resource), objects, { ...options, now: target.services.clock.now() })
}
