import type { AttributeResolver, ResolvedAttribute } from './attributes.ts'
import { SearchError } from './search-error.ts'

/** One attribute to order by. */
export interface OrderTerm {
  readonly attribute: ResolvedAttribute
  readonly descending: boolean
}

const TERM = /^\s*([A-Za-z_][\w.\-/]*)(?:\s+(asc|desc))?\s*$/i

/** Understands `default desc, region.id`. Throws a `SearchError`. */
export function parseOrder(text: string, resolve: AttributeResolver): OrderTerm[] {
  if (text.trim() === '') return []
  let offset = 0
  return text.split(',').map((part) => {
    const start = offset + Math.max(0, part.search(/\S/))
    offset += part.length + 1
    const [, name, direction = 'asc'] = TERM.exec(part) ?? []
    if (name === undefined) {
      throw new SearchError(`expected an attribute, then perhaps asc or desc, at offset ${start} of the order`, start)
    }
    const attribute = resolve(name, start)
    if (attribute.groups.length > 1) {
      throw new SearchError(`the attribute '${name}' has several values: nothing can be ordered by it`, start)
    }
    return { attribute, descending: direction.toLowerCase() === 'desc' }
  })
}
