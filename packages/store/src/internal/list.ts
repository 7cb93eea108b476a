import type { Entry, ListOptions, ListResult } from '../store.ts'
import type { Bucket } from './bucket.ts'
import { type KeyRange, keyRange } from './ordered-map.ts'

type Page = Pick<ListResult, 'entries' | 'remaining'>

/** Changes of keys in a range, undone. */
interface Undone {
  /** What each changed key was; undefined when it was not there. */
  readonly was: ReadonlyMap<string, Entry | undefined>
  /** How many keys the changes have added. */
  readonly added: number
}

/** The keys of a bucket as they are now. */
export function listPresent(bucket: Bucket, { prefix = '', after, limit }: ListOptions): Page {
  const range = keyRange(prefix, after)
  const entries = bucket.entries.values(range, limit)
  const remaining = limit === undefined ? 0 : bucket.entries.count(range) - entries.length
  return { entries, remaining }
}

/**
 * The keys of a bucket as they were: the present, with every change since undone. It costs as much as has changed since,
 * so that the versions of a key need no index of their own.
 */
export function listPast(bucket: Bucket, revision: number, options: ListOptions): Page {
  const { prefix = '', after, limit = Number.POSITIVE_INFINITY } = options
  const range = keyRange(prefix, after)
  const { was, added } = undoneSince(bucket, revision, range)
  if (was.size === 0) return listPresent(bucket, options)

  // No more than `was.size` of the present keys are left out, so these hold the first `limit` that are not.
  const entries = bucket.entries.values(range, limit + was.size).filter((entry) => !was.has(entry.key))
  const beyond = entries[limit]?.key
  for (const entry of was.values()) {
    if (entry !== undefined && (beyond === undefined || entry.key < beyond)) entries.push(entry)
  }
  entries.sort((a, b) => (a.key < b.key ? -1 : 1))
  const total = bucket.entries.count(range) - added
  if (entries.length > limit) entries.length = limit
  return { entries, remaining: total - entries.length }
}

function undoneSince({ history }: Bucket, revision: number, { from, to }: KeyRange): Undone {
  const was = new Map<string, Entry | undefined>()
  let added = 0
  for (let i = history.indexAfter(revision); i < history.length; i++) {
    const { type, entry, previous } = history.at(i)!
    if (entry.key < from || (to !== undefined && entry.key >= to)) continue
    if (!was.has(entry.key)) was.set(entry.key, previous)
    if (type === 'delete') added--
    else if (previous === undefined) added++
  }
  return { was, added }
}
