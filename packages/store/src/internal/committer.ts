import type { Clock } from '@skep/base'
import type { Discard, Journal } from '../journal.ts'
import { type StoreEvent, UnavailableError } from '../store.ts'
import { Batch } from './batch.ts'
import type { Bucket } from './bucket.ts'

/** What the committer needs of the engine. */
export interface CommitterDependencies {
  journal: Journal
  clock: Clock
  /** Makes a durable batch visible. */
  publish(batch: Batch): void
  /** What the journal may forget with the next commit. */
  takeDiscard(): Discard | undefined
  onFailure(error: UnavailableError): void
}

/**
 * Group commit: while one batch is on its way to the disk, the next one collects. So the disk is flushed once for as
 * many writes as came meanwhile, and batches become visible in the order they were made.
 */
export class Committer {
  readonly #deps: CommitterDependencies
  #collecting = new Batch()
  #wanted = false
  #running = false
  #unavailable: UnavailableError | undefined

  constructor(deps: CommitterDependencies) {
    this.#deps = deps
  }

  /** Why no more writes are taken. */
  get unavailable(): UnavailableError | undefined {
    return this.#unavailable
  }

  /** Adds a write to the batch that is returned. */
  join(bucket: Bucket, event: StoreEvent): Batch {
    this.#collecting.add(bucket, event)
    this.#start()
    return this.#collecting
  }

  /** Resolves when everything that has joined is visible, and everything discarded so far is gone from the journal. */
  flush(): Promise<void> {
    if (this.#unavailable !== undefined) return Promise.reject(this.#unavailable)
    this.#start()
    return this.#collecting.visible
  }

  /** Takes no more writes, and resolves when those under way are done, well or not. */
  async close(): Promise<void> {
    const flushed = this.flush()
    this.#unavailable ??= new UnavailableError('the store is closed')
    await flushed.catch(() => {})
  }

  #start(): void {
    this.#wanted = true
    if (this.#running) return
    this.#running = true
    void this.#run()
  }

  async #run(): Promise<void> {
    const release = this.#deps.clock.hold()
    // Writes of the same turn of the event loop, and those that follow at once from an acknowledgement, go together.
    await nextTurn()
    while (this.#wanted) {
      await this.#commit()
      await nextTurn()
    }
    this.#running = false
    release()
  }

  async #commit(): Promise<void> {
    const batch = this.#collecting
    this.#collecting = new Batch()
    this.#wanted = false
    try {
      await this.#deps.journal.commit({ records: batch.events, discard: this.#deps.takeDiscard() })
    } catch (cause) {
      this.#fail(batch, cause)
      return
    }
    this.#deps.publish(batch)
    batch.settle()
  }

  /** Nobody knows what is on the disk now, so that nothing may be built upon it until the store is opened again. */
  #fail(batch: Batch, cause: unknown): void {
    const reason = cause instanceof Error ? cause.message : String(cause)
    const error = new UnavailableError(`a write could not be made durable, open the store again: ${reason}`, { cause })
    this.#unavailable = error
    this.#wanted = false
    batch.settle(error)
    this.#collecting.settle(error)
    this.#deps.onFailure(error)
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
