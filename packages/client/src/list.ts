import { hasReason } from '@skep/base'
import type { KubeObject } from '@skep/schema'
import type { ListOptions, ObjectList } from './client.ts'
import { type ClientKind, type Stored, withKind } from './kind.ts'
import { pathOf, type Query, selectorText } from './paths.ts'
import type { Sender } from './sender.ts'

const DEFAULT_PAGE_SIZE = 500

interface Page<T extends KubeObject> {
  readonly items: Stored<T>[] | null
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string }
}

/**
 * Fetches a list page by page. All pages are of one version; when that version is gone before the last page, everything
 * is fetched again in one piece.
 */
export async function listAll<T extends KubeObject>(
  sender: Sender,
  kind: ClientKind<T>,
  options: ListOptions = {},
): Promise<ObjectList<T>> {
  const { pageSize = DEFAULT_PAGE_SIZE } = options
  try {
    return await listPages(sender, kind, options, pageSize)
  } catch (error) {
    if (!hasReason(error, 'Expired') || pageSize === 0) throw error
    return listPages(sender, kind, options, 0)
  }
}

async function listPages<T extends KubeObject>(
  sender: Sender,
  kind: ClientKind<T>,
  options: ListOptions,
  limit: number,
): Promise<ObjectList<T>> {
  const items: Stored<T>[] = []
  let next: string | undefined
  for (;;) {
    const page = await fetchPage<T>(sender, kind, options, { limit: limit || undefined, continue: next })
    // Items of a list do not say what they are; the list does.
    for (const item of page.items ?? []) items.push(withKind(kind, item))
    next = page.metadata.continue
    if (!next) return { items, resourceVersion: page.metadata.resourceVersion }
  }
}

async function fetchPage<T extends KubeObject>(
  sender: Sender,
  kind: ClientKind<T>,
  options: ListOptions,
  query: Query,
): Promise<Page<T>> {
  const { body } = await sender.send({
    path: pathOf(kind, { namespace: options.namespace }),
    query: { ...selectQuery(options), ...query },
    headers: acceptOf(kind, 'PartialObjectMetadataList'),
    signal: options.signal,
  })
  return JSON.parse(body.toString('utf8'))
}

/** The header that asks for metadata alone, where a kind wants no more. */
export const acceptOf = (
  { metadataOnly }: ClientKind,
  as: 'PartialObjectMetadata' | 'PartialObjectMetadataList',
): Record<string, string> => (metadataOnly ? { accept: `application/json;as=${as};g=meta.k8s.io;v=v1` } : {})

/** The selectors of a list or watch. */
export const selectQuery = ({ labelSelector, fieldSelector }: ListOptions): Query => ({
  labelSelector: selectorText(labelSelector),
  fieldSelector,
})
