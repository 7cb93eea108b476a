import { goQuote, isObject, type Json } from '@skep/schema'
import { ownMember } from '../patch/own-member.ts'
import type { ListType } from './field-type.ts'
import { elementText, valueElement } from './path-element.ts'
import { TypedValueError } from './typed-error.ts'

/** The path element of an item of a list whose items are owned one by one. Throws for an item that has none. */
export const itemElement = (list: ListType, item: Json): string =>
  list.keys.length > 0 ? keyedElement(list, item) : plainElement(item)

function keyedElement(list: ListType, item: Json): string {
  if (item === null) throw new TypedValueError('associative list with keys may not have a null element')
  if (!isObject(item)) throw new TypedValueError('associative list with keys may not have non-map elements')
  let fields = ''
  for (const { name, label, fallback } of list.keys) {
    const value = ownMember(item, name) ?? fallback
    if (value !== undefined) fields += `${fields === '' ? '' : ','}${label}${elementText(value)}`
  }
  if (fields !== '') return `k:{${fields}}`
  const names = list.keys.map(({ name }) => goQuote(name)).join(' ')
  throw new TypedValueError(
    `associative list with keys has an element that omits all key fields [${names}] (and doesn't have default values for any key fields)`,
  )
}

function plainElement(item: Json): string {
  if (item === null) {
    throw new TypedValueError("associative list without keys has an element that's an explicit null")
  }
  if (Array.isArray(item)) {
    throw new TypedValueError('not supported: associative list with lists as elements')
  }
  if (isObject(item)) throw new TypedValueError("associative list without keys has an element that's a map type")
  return valueElement(item)
}

/** A list by the elements of its items. */
export interface IndexedItems {
  /** In the order of the list; elements that occur more than once do so here, too. */
  readonly elements: string[]
  /** All items with one element: more than one only in lists that should not have duplicates but do. */
  readonly items: Map<string, Json[]>
}

export function indexItems(list: ListType, values: readonly Json[]): IndexedItems {
  const items = new Map<string, Json[]>()
  const elements = values.map((value) => {
    const element = itemElement(list, value)
    const same = items.get(element)
    if (same === undefined) items.set(element, [value])
    else same.push(value)
    return element
  })
  return { elements, items }
}
