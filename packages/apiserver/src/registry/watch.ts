import { CompactedError, type Entry, type StoreEvent, type Watch } from '@skep/store'
import type { ServedResource } from '../contracts.ts'
import { type Collection, matches, type Selection } from './collection.ts'
import { expiredWatch } from './errors.ts'
import type { ChangeType } from './frames.ts'
import { selectionOf, waitForRevision } from './list.ts'
import { checkListOptions, type ListOptions, parseVersion } from './list-options.ts'
import { replaceVersion } from './object-bytes.ts'

/** A change as one watcher sees it: an object that leaves the selection is deleted to them. */
export interface ObjectChange {
  readonly type: ChangeType
  /** The object to show. */
  readonly entry: Entry
}

export interface ObjectWatch {
  /** The state to send first; undefined when the watch goes on from a version. */
  readonly initial: readonly Entry[] | undefined
  /** Whether the end of the initial state must be announced. */
  readonly announceInitialEnd: boolean
  /** Revision the initial state is of. */
  readonly revision: number
  close(): void
}

/**
 * Watches objects from the version that the options name. Changes are handed over in order, none missing, none twice;
 * throws Expired when the history does not reach back so far.
 */
export async function watchObjects(
  collection: Collection,
  resource: ServedResource,
  namespace: string,
  options: ListOptions,
  onChange: (change: ObjectChange, revision: number) => void,
): Promise<ObjectWatch> {
  checkListOptions(options, true)
  const from = parseVersion(options.resourceVersion)
  const selection = selectionOf(namespace, options)
  await waitForRevision(collection, from)
  const stateFirst = options.sendInitialEvents ?? from === 0
  const start = stateFirst || from === 0 ? collection.store.revision : from
  const initial = stateFirst ? collection.select(resource, selection) : undefined
  const feed = openFeed(collection, start, (event) => {
    const change = changeFor(resource, selection, event)
    if (change) onChange(change, event.revision)
  })
  return {
    initial,
    announceInitialEnd: options.sendInitialEvents === true && options.allowWatchBookmarks === true,
    revision: start,
    close: () => feed.close(),
  }
}

function openFeed(collection: Collection, from: number, onEvent: (event: StoreEvent) => void): Watch {
  if (from < collection.since) throw expiredWatch(from, collection.since)
  try {
    return collection.bucket.watch(from, onEvent)
  } catch (error) {
    throw error instanceof CompactedError ? expiredWatch(from, error.compactedRevision) : error
  }
}

/** What an event means to a watcher of the selection; undefined when nothing. */
function changeFor(
  resource: ServedResource,
  selection: Selection,
  { type, entry, previous, revision }: StoreEvent,
): ObjectChange | undefined {
  const before = previous !== undefined && matches(resource, previous, selection)
  if (type === 'delete') return before ? { type: 'DELETED', entry } : undefined
  if (matches(resource, entry, selection)) return { type: before ? 'MODIFIED' : 'ADDED', entry }
  if (!before) return undefined
  // What left is shown as it last was within the selection, at the version of its leaving.
  return { type: 'DELETED', entry: { ...entry, value: replaceVersion(previous.value, revision), annex: undefined } }
}
