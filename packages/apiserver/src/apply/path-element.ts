import { goJson, goValue, isObject, type Json } from '@skep/schema'

/**
 * How a field is found in what holds it: `f:NAME` a member, `k:{"KEY":VALUE,...}` the list item with these keys (sorted by
 * name), `v:VALUE` the item of a list of plain values, `i:NUMBER` an item by its place.
 */
export const fieldElement = (name: string): string => `f:${name}`

const MEANS_SOMETHING_TO_HTML = /[<>&\u2028\u2029]/

/** JSON as the wire's path elements carry it: with characters escaped that mean something to HTML. */
export function elementText(value: Json): string {
  const text = JSON.stringify(value)
  return MEANS_SOMETHING_TO_HTML.test(text) ? goJson(value) : text
}

export const valueElement = (value: Json): string => `v:${elementText(value)}`

/** The element as conflict messages print it: `.name`, `[name="web"]`, `[="a"]`, `[0]`. */
export function printElement(element: string): string {
  const text = element.slice(2)
  switch (element[0]) {
    case 'f':
      return `.${text}`
    case 'v':
      return `[=${goValue(JSON.parse(text))}]`
    case 'k':
      return `[${Object.entries(JSON.parse(text)).map(([key, value]) => `${key}=${goValue(value)}`)}]`
    default:
      return `[${text}]`
  }
}

export const printPath = (path: readonly string[]): string => path.map(printElement).join('')

/**
 * The element in the one form that equal elements share. Undefined for kinds of elements nobody knows yet, which are to
 * be ignored; throws for what is malformed.
 */
export function canonicalElement(element: string): string | undefined {
  if (element.length < 2 || element[1] !== ':') throw new Error(`missing colon: ${element}`)
  const text = element.slice(2)
  switch (element[0]) {
    case 'f':
      return element
    case 'v':
      return valueElement(JSON.parse(text))
    case 'k':
      return canonicalKey(JSON.parse(text))
    case 'i':
      if (!/^-?\d+$/.test(text)) throw new Error(`invalid index: ${element}`)
      return element
    default:
      return undefined
  }
}

function canonicalKey(key: Json): string {
  if (!isObject(key)) throw new Error(`invalid key: ${JSON.stringify(key)}`)
  const fields = Object.keys(key).sort()
  return `k:{${fields.map((name) => `${elementText(name)}:${elementText(key[name] ?? null)}`).join(',')}}`
}

const KINDS = '.fkvi'

/** The order in which elements stand in a field set: by kind, then by name or value, numbers by their size. */
export function compareElements(left: string, right: string): number {
  const kind = left[0]!
  if (kind !== right[0]) return KINDS.indexOf(kind) - KINDS.indexOf(right[0]!)
  if (kind === 'f' || left === right) return left < right ? -1 : left > right ? 1 : 0
  return compareTexts(left, right)
}

/** Finds the first difference of two JSON texts of the same shape and lets the values there decide. */
function compareTexts(left: string, right: string): number {
  let at = 0
  while (left[at] === right[at]) at++
  const byNumber = numberAt(left, at) - numberAt(right, at)
  if (byNumber < 0 || byNumber > 0) return byNumber
  // A key that ends here has fewer fields than the other, and comes first.
  if (left[at] === '}' || right[at] === '}') return left[at] === '}' ? -1 : 1
  return left < right ? -1 : 1
}

/** The whole number that the character belongs to; NaN when it belongs to none. */
function numberAt(text: string, at: number): number {
  let start = at
  while (start > 2 && /[-\d.]/.test(text[start - 1]!)) start--
  const opensValue = start === 2 || text[start - 1] === ':'
  return opensValue ? Number.parseFloat(text.slice(start)) : Number.NaN
}
