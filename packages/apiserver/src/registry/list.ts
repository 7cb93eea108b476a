import { CompactedError, type Entry } from '@skep/store'
import type { ServedResource } from '../contracts.ts'
import { type Collection, matches, type Selection } from './collection.ts'
import { decodeContinue, encodeContinue } from './continue-token.ts'
import { badRequest, expiredContinue, expiredList, tooLargeResourceVersion } from './errors.ts'
import { checkListOptions, type ListMoment, type ListOptions, listMoment } from './list-options.ts'

/** A list, or a page of one. */
export interface ListPage {
  entries: Entry[]
  /** Revision the list is of. */
  revision: number
  /** Token for the next page; undefined on the last one. */
  continue?: string
  /** How many objects follow; unknown under a selector. */
  remaining?: number
}

/** How long a read waits for a revision that is not there yet. */
const FRESHNESS_WAIT_MS = 3_000

/** Lists objects of a collection under all the options that the API knows. */
export async function listObjects(
  collection: Collection,
  resource: ServedResource,
  namespace: string,
  options: ListOptions,
): Promise<ListPage> {
  checkListOptions(options, false)
  const selection = selectionOf(namespace, options)
  if (options.continue) return nextPage(collection, resource, selection, options)
  const moment = listMoment(options)
  if (moment.at !== 'any') await waitForRevision(collection, moment.revision)
  // What is cached is complete, so a reader that accepts anything gets everything.
  const limit = options.resourceVersion === '0' ? 0 : Math.max(0, options.limit ?? 0)
  return firstPage(collection, resource, selection, moment, limit)
}

export const selectionOf = (namespace: string, { labelSelector, fieldSelector }: ListOptions): Selection => ({
  namespace,
  ...(labelSelector ? { labels: labelSelector } : {}),
  ...(fieldSelector ? { fields: fieldSelector } : {}),
})

/** Resolves when the revision is visible; a revision far in the future is a Timeout. */
export async function waitForRevision({ store, clock }: Collection, revision: number): Promise<void> {
  if (revision <= store.revision) return
  const giveUp = new AbortController()
  const timer = clock.setTimer(FRESHNESS_WAIT_MS, () => giveUp.abort())
  try {
    await store.waitFor(revision, giveUp.signal)
  } catch {
    throw tooLargeResourceVersion(revision, store.revision)
  } finally {
    timer.cancel()
  }
}

function firstPage(
  collection: Collection,
  resource: ServedResource,
  selection: Selection,
  moment: ListMoment,
  limit: number,
): ListPage {
  if (moment.at === 'exact') {
    return page(collection, resource, selection, { revision: moment.revision, after: '', limit }, expiredList)
  }
  if (limit > 0) return page(collection, resource, selection, { after: '', limit }, expiredList)
  return { entries: collection.select(resource, selection), revision: collection.store.revision }
}

function nextPage(
  collection: Collection,
  resource: ServedResource,
  selection: Selection,
  options: ListOptions,
): ListPage {
  if (options.resourceVersion) throw badRequest('specifying resource version is not allowed when using continue')
  const { revision, after } = decodeContinue(options.continue ?? '')
  const from = { after, limit: Math.max(0, options.limit ?? 0), ...(revision === -1 ? {} : { revision }) }
  const expired = () => expiredContinue(encodeContinue({ revision: -1, after }))
  // A state of the future is one of another time of the server: it is as lost as one of the distant past.
  if (revision > collection.store.revision) throw expired()
  return page(collection, resource, selection, from, expired)
}

interface PageStart {
  after: string
  /** 0 for all that is left. */
  limit: number
  /** The present state when absent. */
  revision?: number
}

function page(
  collection: Collection,
  resource: ServedResource,
  selection: Selection,
  { after, limit, revision: wanted }: PageStart,
  expired: () => Error,
): ListPage {
  const namespace = selection.namespace ?? ''
  const selects = (selection.labels?.length ?? 0) > 0 || (selection.fields?.length ?? 0) > 0
  try {
    const result = collection.bucket.list({
      prefix: namespace === '' ? '' : `${namespace}/`,
      ...(after === '' ? {} : { after }),
      ...(limit > 0 && !selects ? { limit } : {}),
      ...(wanted === undefined ? {} : { revision: wanted }),
    })
    const found = selects ? result.entries.filter((entry) => matches(resource, entry, selection)) : result.entries
    const entries = limit > 0 ? found.slice(0, limit) : found
    const remaining = result.remaining + found.length - entries.length
    if (remaining === 0) return { entries, revision: result.revision }
    const token = encodeContinue({ revision: result.revision, after: entries.at(-1)!.key })
    return { entries, revision: result.revision, continue: token, ...(selects ? {} : { remaining }) }
  } catch (error) {
    throw error instanceof CompactedError ? expired() : error
  }
}
