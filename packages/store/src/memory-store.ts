import { type Clock, realClock } from '@skep/base'
import { Engine } from './internal/engine.ts'
import type { HistoryLimits } from './internal/retention.ts'
import { memoryJournal } from './journal.ts'
import type { Store } from './store.ts'

/** What every store takes, on disk or not. */
export interface StoreOptions {
  /** `realClock` unless given. */
  clock?: Clock
  /** How much history each bucket keeps. */
  history?: HistoryLimits
}

/** A store that forgets everything when the process ends; for tests and for `--ephemeral`. */
export function openMemoryStore({ clock = realClock, history }: StoreOptions = {}): Store {
  return new Engine({ journal: memoryJournal, clock }, history)
}
