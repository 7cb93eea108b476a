/** A call that waits for its time. */
export interface QueuedTimer {
  readonly at: number
  readonly fn: () => void
  /** Of timers for the same time, that with the lowest comes first. */
  readonly sequence: number
}

interface Entry extends QueuedTimer {
  cancelled: boolean
}

/**
 * Timers in order of their time and, at the same time, of their making: a binary heap. One that is cancelled stays until
 * it comes to the top.
 */
export class TimerQueue {
  readonly #heap: Entry[] = []

  add(timer: QueuedTimer): { cancel(): void } {
    const entry: Entry = { ...timer, cancelled: false }
    this.#heap.push(entry)
    this.#rise(this.#heap.length - 1)
    return {
      cancel: () => {
        entry.cancelled = true
      },
    }
  }

  /** The next one; it stays. */
  peek(): QueuedTimer | undefined {
    while (this.#heap[0]?.cancelled) this.#removeTop()
    return this.#heap[0]
  }

  /** Takes the next one if its time has come. */
  takeDue(now: number): QueuedTimer | undefined {
    const next = this.peek()
    if (next === undefined || next.at > now) return undefined
    this.#removeTop()
    return next
  }

  #removeTop(): void {
    const last = this.#heap.pop()
    if (last === undefined || this.#heap.length === 0) return
    this.#heap[0] = last
    this.#sink()
  }

  #rise(from: number): void {
    for (let index = from; index > 0; ) {
      const parent = (index - 1) >>> 1
      if (!isSooner(this.#heap[index]!, this.#heap[parent]!)) return
      this.#swap(index, parent)
      index = parent
    }
  }

  #sink(): void {
    for (let index = 0; ; ) {
      const left = 2 * index + 1
      const right = left + 1
      let soonest = index
      if (left < this.#heap.length && isSooner(this.#heap[left]!, this.#heap[soonest]!)) soonest = left
      if (right < this.#heap.length && isSooner(this.#heap[right]!, this.#heap[soonest]!)) soonest = right
      if (soonest === index) return
      this.#swap(index, soonest)
      index = soonest
    }
  }

  #swap(a: number, b: number): void {
    const entry = this.#heap[a]!
    this.#heap[a] = this.#heap[b]!
    this.#heap[b] = entry
  }
}

/** Whether a timer fires before another one. */
export const isSooner = (a: QueuedTimer, b: QueuedTimer): boolean =>
  a.at < b.at || (a.at === b.at && a.sequence < b.sequence)
