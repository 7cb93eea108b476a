/** What a list request asks for, checked. */
export interface ListRequest {
  readonly page: number
  readonly size: number
  readonly search: string | undefined
  readonly order: string | undefined
  readonly fields: readonly string[] | undefined
}

/** Reads `page`, `size`, `search`, `order` and `fields`. Throws a `ServiceError` with status 400. */
export declare function parseListRequest(query: URLSearchParams): ListRequest

/** The envelope of a list: `{kind: "ClusterList", page, size, total, items}`, with the fields that were asked for. */
export declare function listReply(
  kind: string,
  request: ListRequest,
  found: { readonly items: readonly object[]; readonly total: number },
): Record<string, unknown>

/** The attributes that were asked for, and always `kind`, `id` and `href`. */
export declare function selectFields(item: object, fields: readonly string[] | undefined): object
