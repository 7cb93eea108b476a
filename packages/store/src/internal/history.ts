import type { StoreEvent } from '../store.ts'

/** How many places at the front may be empty before the array is cut. */
const SLACK = 256

/** What the histories of all buckets take together. */
export interface HistorySize {
  events: number
  /** Size of the values that are there only because of the events. */
  bytes: number
}

/** The newest events of one bucket in revision order, without gaps; the oldest are taken off the front. */
export class History {
  readonly #size: HistorySize
  #events: (StoreEvent | undefined)[] = []
  #head = 0

  /** Counts its events among those of all buckets. */
  constructor(size: HistorySize) {
    this.#size = size
  }

  get length(): number {
    return this.#events.length - this.#head
  }

  push(event: StoreEvent): void {
    this.#events.push(event)
    this.#size.events++
    this.#size.bytes += pastBytes(event)
  }

  /** Takes off the oldest event. */
  shift(): StoreEvent | undefined {
    if (this.length === 0) return undefined
    const event = this.#events[this.#head]!
    this.#size.events--
    this.#size.bytes -= pastBytes(event)
    // The place is emptied at once, so that the event's values can be freed.
    this.#events[this.#head++] = undefined
    if (this.#head === this.#events.length || (this.#head >= SLACK && this.#head * 2 >= this.#events.length)) {
      this.#events = this.#events.slice(this.#head)
      this.#head = 0
    }
    return event
  }

  clear(): void {
    while (this.shift() !== undefined);
  }

  /** The event at this place, the oldest being 0. */
  at(index: number): StoreEvent | undefined {
    return this.#events[this.#head + index]
  }

  /** Place of the first event after the revision; the length when there is none. */
  indexAfter(revision: number): number {
    let low = 0
    let high = this.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.at(middle)!.revision <= revision) low = middle + 1
      else high = middle
    }
    return low
  }
}

/** A version is in use as long as it is current; then it is the previous one of one event. A deleted one never is. */
const pastBytes = ({ type, entry, previous }: StoreEvent): number =>
  (previous?.value.length ?? 0) + (type === 'delete' ? entry.value.length : 0)
