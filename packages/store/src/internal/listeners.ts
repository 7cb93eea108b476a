import type { StoreEvent } from '../store.ts'

/** Somebody who is told of every event of a bucket after a revision. */
export interface Watcher {
  readonly after: number
  readonly onEvent: (event: StoreEvent) => void
}

/** Somebody who is told of every group commit. */
export type Subscriber = (events: readonly StoreEvent[]) => void

/** Tells everyone who follows all changes. */
export function tellSubscribers(subscribers: ReadonlySet<Subscriber>, events: readonly StoreEvent[]): void {
  for (const subscriber of subscribers) tell(subscriber, events)
}

/** Tells the watchers of what changed. */
export function tellWatchers(watchers: ReadonlySet<Watcher> | undefined, event: StoreEvent): void {
  if (watchers === undefined) return
  for (const watcher of watchers) if (event.revision > watcher.after) tell(watcher.onEvent, event)
}

/** A listener's error is its own: it must not keep others from being told, nor stay unheard. */
function tell<T>(listener: (message: T) => void, message: T): void {
  try {
    listener(message)
  } catch (error) {
    queueMicrotask(() => {
      throw error
    })
  }
}
