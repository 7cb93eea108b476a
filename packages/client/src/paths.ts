import type { ClientKind } from './kind.ts'

/** Selects objects by label: a selector as kubectl takes it, or labels that must all be equal. */
export type LabelSelector = string | Readonly<Record<string, string>>

/** What follows the question mark; what is undefined is left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** What the path of a request is made of. */
export interface ResourceAddress {
  readonly namespace?: string
  readonly name?: string
  readonly subresource?: string
}

/** Path of a collection, an object or one of its subresources. Throws a TypeError for a name that would leave the path. */
export function pathOf(kind: ClientKind, { namespace, name, subresource }: ResourceAddress = {}): string {
  const root = kind.group === '' ? `/api/${kind.version}` : `/apis/${kind.group}/${kind.version}`
  const inNamespace = kind.scope === 'Namespaced' && namespace !== undefined && namespace !== ''
  if (kind.scope === 'Namespaced' && name !== undefined && !inNamespace) {
    throw new TypeError(`${kind.kind} ${JSON.stringify(name)} needs a namespace`)
  }
  const parts = [inNamespace ? `namespaces/${segment(namespace)}` : '', kind.plural]
  if (name !== undefined) parts.push(segment(name))
  if (subresource !== undefined) parts.push(subresource)
  return `${root}/${parts.filter((part) => part !== '').join('/')}`
}

/** Path with its query. */
export function withQuery(path: string, query: Query = {}): string {
  let search = ''
  for (const name in query) {
    const value = query[name]
    if (value === undefined || value === '') continue
    search += `${search === '' ? '?' : '&'}${encodeURIComponent(name)}=${encodeURIComponent(value)}`
  }
  return path + search
}

/** A label selector as the API takes it. */
export function selectorText(selector: LabelSelector | undefined): string | undefined {
  if (selector === undefined || typeof selector === 'string') return selector
  return Object.entries(selector)
    .map(([key, value]) => `${key}=${value}`)
    .join(',')
}

function segment(name: string): string {
  if (name === '' || name === '.' || name === '..') {
    throw new TypeError(`${JSON.stringify(name)} is not a name of an object`)
  }
  return encodeURIComponent(name)
}
