import type { StoreEvent } from './store.ts'

/** One write as it is kept: everything that is needed to make its event again. */
export type JournalRecord = Pick<StoreEvent, 'type' | 'entry'>

/** Buckets with this prefix were removed at this revision. */
export interface DroppedPrefix {
  readonly prefix: string
  readonly revision: number
}

/** What the journal may forget, and what it must remember because of that. */
export interface Discard {
  /** Records that nothing needs any more. */
  readonly revisions: readonly number[]
  /** How far the history of these buckets is forgotten now. */
  readonly compacted: ReadonlyMap<string, number>
  /** Buckets whose compacted revision is of no interest any more. */
  readonly buckets: readonly string[]
  /** Replaces the list that is remembered. */
  readonly dropped: readonly DroppedPrefix[]
  /** The newest visible revision. The counter must not fall below it when the newest records go. */
  readonly revision: number
}

/** Writes that become durable together. */
export interface JournalCommit {
  /** In revision order. */
  readonly records: readonly JournalRecord[]
  readonly discard: Discard | undefined
}

/** What a journal knew when it was opened. */
export interface JournalState {
  /** The newest revision that `Discard` recorded. */
  readonly revision: number
  readonly compacted: ReadonlyMap<string, number>
  readonly dropped: readonly DroppedPrefix[]
  /** In revision order. */
  readonly records: Iterable<JournalRecord>
}

/** Where the writes of a store are kept. The store calls `commit` again only when the one before has resolved. */
export interface Journal {
  load(): JournalState
  /** Resolves when all of it is durable; all or nothing of it is there after a crash. */
  commit(commit: JournalCommit): Promise<void>
  close(): Promise<void>
}

/** Keeps nothing. */
export const memoryJournal: Journal = {
  load: () => ({ revision: 0, compacted: new Map(), dropped: [], records: [] }),
  commit: async () => {},
  close: async () => {},
}
