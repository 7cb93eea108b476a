import { selectFields } from './fields.ts'
import type { ListRequest } from './list-request.ts'

/** A list as OCM services write it. */
export interface ListReply {
  readonly kind: string
  readonly page: number
  /** Of this page. */
  readonly size: number
  /** On all pages. */
  readonly total: number
  readonly items: readonly object[]
}

/** The envelope of a page of items of this kind, `Cluster` giving a `ClusterList`, with the fields that were asked for. */
export function listReply(
  kind: string,
  { page, fields }: ListRequest,
  { items, total }: { readonly items: readonly object[]; readonly total: number },
): ListReply {
  const selected = fields ? items.map((item) => selectFields(item, fields)) : items
  return { kind: `${kind}List`, page, size: items.length, total, items: selected }
}

/** A page of what is in memory already, such as a catalogue. */
export function pageOf<T>(items: readonly T[], { page, size }: ListRequest): { items: readonly T[]; total: number } {
  return { items: items.slice((page - 1) * size, page * size), total: items.length }
}
