import type { StoreEvent } from '../store.ts'
import type { Bucket } from './bucket.ts'

/** Writes that become durable, and then visible, together. */
export class Batch {
  readonly events: StoreEvent[] = []
  /** The bucket of each event. */
  readonly buckets: Bucket[] = []
  /** Resolves when the writes are visible; rejects when they could not be made durable. */
  readonly visible: Promise<void>
  #resolve = () => {}
  #reject = (_error: Error) => {}

  constructor() {
    this.visible = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    // Each write hears of a failure by its own promise; this one may have nobody listening.
    this.visible.catch(() => {})
  }

  add(bucket: Bucket, event: StoreEvent): void {
    this.events.push(event)
    this.buckets.push(bucket)
  }

  settle(error?: Error): void {
    if (error === undefined) this.#resolve()
    else this.#reject(error)
  }
}
