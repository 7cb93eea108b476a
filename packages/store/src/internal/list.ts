import type { Entry, ListOptions, ListResult } from '../store.ts'
import type { Bucket } from './bucket.ts'
import { type KeyRange, keyRange } from './ordered-map.ts'

type Page = Pick<ListResult, 'entries' | 'remaining'>

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
export function listPast(bucket: Bucket, revision: number, { prefix = '', after, limit }: ListOptions): Page {
  const range = keyRange(prefix, after)
  const undone = undoneSince(bucket, revision, range)
  if (undone.size === 0) return listPresent(bucket, { prefix, after, limit })

  // Of the present keys, at most so many are among the first `limit` of the past: all others of them were undone.
  const present = bucket.entries.values(range, limit === undefined ? undefined : limit + undone.size)
  const past = present.filter((entry) => !undone.has(entry.key))
  for (const entry of undone.values()) if (entry !== undefined) past.push(entry)
  past.sort((a, b) => (a.key < b.key ? -1 : 1))
  if (limit === undefined) return { entries: past, remaining: 0 }

  const entries = past.slice(0, limit)
  return { entries, remaining: bucket.entries.count(range) + sizeChange(bucket, undone) - entries.length }
}

/** For every key that has changed since: what it was. */
function undoneSince(bucket: Bucket, revision: number, { from, to }: KeyRange): Map<string, Entry | undefined> {
  const undone = new Map<string, Entry | undefined>()
  for (let i = bucket.history.indexAfter(revision); i < bucket.history.length; i++) {
    const { entry, previous } = bucket.history.at(i)!
    if (undone.has(entry.key) || entry.key < from || (to !== undefined && entry.key >= to)) continue
    undone.set(entry.key, previous)
  }
  return undone
}

/** How many more keys there were before. */
function sizeChange(bucket: Bucket, undone: ReadonlyMap<string, Entry | undefined>): number {
  let change = 0
  for (const [key, was] of undone) {
    const is = bucket.entries.get(key)
    change += Number(was !== undefined) - Number(is !== undefined)
  }
  return change
}
