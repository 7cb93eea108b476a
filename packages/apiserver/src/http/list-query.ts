import type { ServedResource } from '../contracts.ts'
import { checkFieldSelector, parseFieldSelector } from '../registry/field-selector.ts'
import { parseLabelSelector } from '../registry/label-selector.ts'
import type { ListOptions } from '../registry/list-options.ts'
import type { Query } from './query.ts'

/** Reads the options of a list, a watch or a delete of a collection from the query. */
export function readListOptions(query: Query, resource: ServedResource, name = ''): ListOptions {
  const options: ListOptions = {}
  const labels = query.text('labelSelector')
  if (labels) options.labelSelector = parseLabelSelector(labels)
  const fields = parseFieldSelector(query.text('fieldSelector') ?? '')
  checkFieldSelector(fields, resource)
  if (name !== '') options.fieldSelector = [...fields, { field: 'metadata.name', value: name, negated: false }]
  else if (fields.length > 0) options.fieldSelector = fields
  for (const number of ['limit', 'timeoutSeconds'] as const) {
    const value = query.integer(number)
    if (value !== undefined) options[number] = value
  }
  for (const text of ['continue', 'resourceVersion', 'resourceVersionMatch'] as const) {
    const value = query.text(text)
    if (value) options[text] = value
  }
  for (const flag of ['sendInitialEvents', 'allowWatchBookmarks'] as const) {
    const value = query.flag(flag)
    if (value !== undefined) options[flag] = value
  }
  return options
}
